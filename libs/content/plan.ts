import type { Channel } from '#libs/channels';
import { LanguageIndex } from './languages.js';
import type { Message, Rendered, RenderPlan, RenderRecipient } from './message.types.js';
import { channelOf, channelsOf, type Platform } from './platforms.js';
import { failed, Renderer } from './renderer.js';
import { valueText } from './template.js';

/**
 * Pushes that depend on attributes, remembered per plan: attributes with few values share, the rest pass by. E-mails are
 * not kept, they may be large.
 */
const REMEMBERED = 200;

/** One platform on one of its channels in one language. */
interface Variant {
  /** Codes of the attributes it refers to; none: the same payload for everyone. */
  codes: readonly string[];
  /** Rendered without any attribute. */
  bare: Rendered;
}

/** Prepares a frozen message for rendering; see `RenderPlan`. */
export function planRendering(message: Message): RenderPlan {
  return new Plan(message);
}

class Plan implements RenderPlan {
  readonly attributes: readonly string[];
  readonly needsProfile: boolean;
  readonly needsLanguage: boolean;
  private readonly renderer: Renderer;
  private readonly index: LanguageIndex;
  private readonly remembered = new Map<string, Rendered>();
  private readonly variants = new Map<string, Map<string | undefined, Variant>>();

  constructor(message: Message) {
    this.renderer = new Renderer(message);
    this.index = new LanguageIndex(Object.keys(message.languages ?? {}));
    const codes = new Set<string>();
    for (const platform of message.platforms) {
      for (const channel of channelsOf(platform)) {
        const byLanguage = new Map<string | undefined, Variant>();
        for (const language of this.renderer.languages) {
          const variant = this.prepare(platform, language, channel);
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
    const own = this.index.find(language);
    const variant = this.variants.get(`${platform} ${channel}`)?.get(own);
    if (!variant) {
      return failed('PLATFORM_NOT_TARGETED');
    }
    const texts = variant.codes.map((code) => (Object.hasOwn(profile, code) ? valueText(profile[code]) : undefined));
    if (texts.every((text) => text === undefined)) {
      return variant.bare;
    }
    const key = JSON.stringify([platform, channel, own, ...texts]);
    const known = this.remembered.get(key);
    if (known) {
      return known;
    }
    const byCode = new Map(variant.codes.map((code, position) => [code, texts[position]]));
    const rendered = this.renderer.render(platform, own, (code) => byCode.get(code), channel);
    if (platform !== 'EMAIL') {
      this.remember(key, rendered);
    }
    return rendered;
  }

  private remember(key: string, rendered: Rendered): void {
    if (this.remembered.size >= REMEMBERED) {
      this.remembered.clear();
    }
    this.remembered.set(key, rendered);
  }

  /** Without attributes every fallback is taken, so every code that can matter is asked for once. */
  private prepare(platform: Platform, language: string | undefined, channel: Channel): Variant {
    const codes = new Set<string>();
    const ask = (code: string): undefined => void codes.add(code);
    const bare = this.renderer.render(platform, language, ask, channel);
    return { codes: [...codes], bare };
  }
}
