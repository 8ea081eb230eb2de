import type { Channel } from '#libs/channels';
import { Stretch } from '#platform/async';
import { LanguageIndex, toLanguageTag } from '../model/languages.js';
import type { Message, Rendered, RenderPlan, RenderRecipient, RenderSettings } from '../model/message.types.js';
import { channelOf, channelsOf, type Platform } from '../model/platforms.js';
import { preparePlainText } from '../template/plain-text.js';
import { toValueText } from '../template/template.js';
import { collectTexts } from '../template/tracked-links.js';
import { formatValue, type Value } from '../template/value-format.js';
import type { RenderBudget } from '../model/render-budget.js';
import { renderFailed, Renderer } from './renderer.js';

/**
 * Personalized pushes that a plan caches. Attributes with few values then share a result. E-mails are not cached
 * because they may be large.
 */
const CACHE_SIZE = 200;

/** For applications without settings of their own. */
const DEFAULT_SETTINGS: RenderSettings = { language: 'en', timeZone: 'UTC' };

/** One platform, channel and language. */
interface Variant {
  /** Codes of its attributes; none: the same payload for all recipients. */
  codes: readonly string[];
  /** The result without any attribute. */
  withoutAttributes: Rendered;
}

/** Prepares a stored message for rendering; see `RenderPlan`. */
export function createRenderPlan(message: Message, settings = DEFAULT_SETTINGS): RenderPlan {
  const plan = new MessageRenderPlan(message, settings);
  for (const [platform, channel, language] of plan.listVariants()) {
    plan.prepareVariant(platform, channel, language);
  }
  return plan;
}

/** The same; a large message gives way to other work. */
export async function prepareRenderPlan(message: Message, settings: RenderSettings): Promise<RenderPlan> {
  const stretch = new Stretch();
  const plan = new MessageRenderPlan(message, settings);
  for (const text of message.platforms.includes('EMAIL') ? collectTexts(message) : []) {
    await preparePlainText(text, stretch);
  }
  for (const [platform, channel, language] of plan.listVariants()) {
    plan.prepareVariant(platform, channel, language);
    if (stretch.isOver) {
      await stretch.giveWay();
    }
  }
  return plan;
}

class MessageRenderPlan implements RenderPlan {
  readonly needsLanguage: boolean;
  private readonly renderer: Renderer;
  private readonly languageIndex: LanguageIndex;
  private readonly cache = new Map<string, Rendered>();
  private readonly variants = new Map<string, Map<string | undefined, Variant>>();
  private readonly codes = new Set<string>();

  constructor(
    private readonly message: Message,
    private readonly settings: RenderSettings,
  ) {
    this.renderer = new Renderer(message);
    this.languageIndex = new LanguageIndex(Object.keys(message.languages ?? {}));
    this.needsLanguage = Object.keys(message.languages ?? {}).length > 0;
  }

  get attributes(): readonly string[] {
    return [...this.codes];
  }

  get needsProfile(): boolean {
    return this.codes.size > 0;
  }

  *listVariants(): Generator<[Platform, Channel, string | undefined]> {
    for (const platform of this.message.platforms) {
      for (const channel of channelsOf(platform)) {
        for (const language of this.renderer.languages) {
          yield [platform, channel, language];
        }
      }
    }
  }

  /** Renders without attributes: every fallback is used, so every relevant code is looked up. */
  prepareVariant(platform: Platform, channel: Channel, language: string | undefined): void {
    const codes = new Set<string>();
    const ask = (code: string): undefined => void codes.add(code);
    const withoutAttributes = this.renderer.render(platform, language, ask, channel);
    const key = `${platform} ${channel}`;
    const byLanguage = this.variants.get(key) ?? new Map<string | undefined, Variant>();
    this.variants.set(key, byLanguage.set(language, { codes: [...codes], withoutAttributes }));
    codes.forEach((code) => this.codes.add(code));
  }

  render(recipient: RenderRecipient, budget?: RenderBudget): Rendered {
    const { platform, channel = channelOf(platform), language, profile = {} } = recipient;
    const ownLanguage = this.languageIndex.find(language);
    const variant = this.variants.get(`${platform} ${channel}`)?.get(ownLanguage);
    if (!variant) {
      return renderFailed('PLATFORM_NOT_TARGETED');
    }
    const raws = variant.codes.map((code) => (Object.hasOwn(profile, code) ? toValueText(profile[code]) : undefined));
    if (raws.every((raw) => raw === undefined)) {
      return variant.withoutAttributes;
    }
    const values = new Map<string, Value>();
    for (const [index, raw] of raws.entries()) {
      const code = variant.codes[index] ?? '';
      if (raw !== undefined) {
        values.set(code, { raw, text: this.formatAttribute(code, raw, ownLanguage, recipient) });
      }
    }
    const key = JSON.stringify([platform, channel, ownLanguage, ...raws, ...toTexts(values)]);
    const cached = this.cache.get(key);
    if (cached) {
      return cached;
    }
    const rendered = this.renderer.render(platform, ownLanguage, (code) => values.get(code), channel, budget);
    if (platform !== 'EMAIL') {
      this.store(key, rendered);
    }
    return rendered;
  }

  /** A day, a moment or a number as the language of the message writes it; any other value as it is. */
  private formatAttribute(
    code: string,
    raw: string,
    ownLanguage: string | undefined,
    { profile = {}, kinds, timeZone = this.settings.timeZone }: RenderRecipient,
  ): string {
    const kind = kinds?.get(code);
    if (kind === undefined) {
      return raw;
    }
    const tag = ownLanguage === undefined ? this.settings.language : toLanguageTag(ownLanguage);
    const format = (value: unknown): string =>
      typeof value === 'number' ? formatValue(value, kind, tag, timeZone) : (toValueText(value) ?? '');
    const value = profile[code];
    return Array.isArray(value) ? value.map(format).join(', ') : format(value);
  }

  private store(key: string, rendered: Rendered): void {
    if (this.cache.size >= CACHE_SIZE) {
      this.cache.clear();
    }
    this.cache.set(key, rendered);
  }
}

/** Texts that differ from their raw values: by language and time zone, one value has many. */
function toTexts(values: ReadonlyMap<string, Value>): string[] {
  return [...values.values()].flatMap(({ text, raw }) => (text === raw ? [] : [text]));
}
