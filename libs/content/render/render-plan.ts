import type { Channel } from '#libs/channels';
import { LanguageIndex } from '../model/languages.js';
import type { Message, Rendered, RenderPlan, RenderRecipient } from '../model/message.types.js';
import { channelOf, channelsOf, type Platform } from '../model/platforms.js';
import { renderFailed, Renderer } from './renderer.js';
import { toValueText } from '../template/template.js';

/**
 * Personalized pushes that a plan caches. Attributes with few values then share a result. E-mails are not cached
 * because they may be large.
 */
const CACHE_SIZE = 200;

/** One platform, channel and language. */
interface Variant {
  /** Codes of its attributes; none: the same payload for all recipients. */
  codes: readonly string[];
  /** The result without any attribute. */
  withoutAttributes: Rendered;
}

/** Prepares a stored message for rendering; see `RenderPlan`. */
export function createRenderPlan(message: Message): RenderPlan {
  return new MessageRenderPlan(message);
}

class MessageRenderPlan implements RenderPlan {
  readonly attributes: readonly string[];
  readonly needsProfile: boolean;
  readonly needsLanguage: boolean;
  private readonly renderer: Renderer;
  private readonly languageIndex: LanguageIndex;
  private readonly cache = new Map<string, Rendered>();
  private readonly variants = new Map<string, Map<string | undefined, Variant>>();

  constructor(message: Message) {
    this.renderer = new Renderer(message);
    this.languageIndex = new LanguageIndex(Object.keys(message.languages ?? {}));
    const codes = new Set<string>();
    for (const platform of message.platforms) {
      for (const channel of channelsOf(platform)) {
        const byLanguage = new Map<string | undefined, Variant>();
        for (const language of this.renderer.languages) {
          const variant = this.prepareVariant(platform, language, channel);
          byLanguage.set(language, variant);
          variant.codes.forEach((code) => codes.add(code));
        }
        this.variants.set(`${platform} ${channel}`, byLanguage);
      }
    }
    this.attributes = [...codes];
    this.needsProfile = codes.size > 0;
    this.needsLanguage = Object.keys(message.languages ?? {}).length > 0;
  }

  render({ platform, channel = channelOf(platform), language, profile = {} }: RenderRecipient): Rendered {
    const ownLanguage = this.languageIndex.find(language);
    const variant = this.variants.get(`${platform} ${channel}`)?.get(ownLanguage);
    if (!variant) {
      return renderFailed('PLATFORM_NOT_TARGETED');
    }
    const texts = variant.codes.map((code) => (Object.hasOwn(profile, code) ? toValueText(profile[code]) : undefined));
    if (texts.every((text) => text === undefined)) {
      return variant.withoutAttributes;
    }
    const key = JSON.stringify([platform, channel, ownLanguage, ...texts]);
    const cached = this.cache.get(key);
    if (cached) {
      return cached;
    }
    const byCode = new Map(variant.codes.map((code, position) => [code, texts[position]]));
    const rendered = this.renderer.render(platform, ownLanguage, (code) => byCode.get(code), channel);
    if (platform !== 'EMAIL') {
      this.store(key, rendered);
    }
    return rendered;
  }

  private store(key: string, rendered: Rendered): void {
    if (this.cache.size >= CACHE_SIZE) {
      this.cache.clear();
    }
    this.cache.set(key, rendered);
  }

  /** Renders without attributes: every fallback is used, so every relevant code is looked up. */
  private prepareVariant(platform: Platform, language: string | undefined, channel: Channel): Variant {
    const codes = new Set<string>();
    const ask = (code: string): undefined => void codes.add(code);
    const bare = this.renderer.render(platform, language, ask, channel);
    return { codes: [...codes], withoutAttributes: bare };
  }
}
