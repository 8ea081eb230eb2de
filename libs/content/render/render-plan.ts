import type { TemplatePlace } from '#libs/templates';
import { Stretch } from '#platform/async';
import { dependsOnPlace, readsItems } from '../liquid/template-uses.js';
import { LanguageIndex, toLanguageTag } from '../model/languages.js';
import type { Message } from '../model/message.types.js';
import type {
  Rendered,
  RenderPlan,
  RenderRecipient,
  RenderSample,
  RenderSettings,
  ValueKind,
} from '../model/render.types.js';
import { channelOf, channelsOf } from '../model/platforms.js';
import { prepareMail, readParam, toValueText, collectTexts, formatValue, type Value } from '#libs/content/template';
import type { RenderBudget } from '../model/render-budget.js';
import { needsApp } from './fcm.js';
import type { RenderVariant } from './channel-content.js';
import { renderFailed, Renderer } from './renderer.js';

/**
 * Personalized pushes that a plan caches. Attributes with few values then share a result. E-mails are not cached
 * because they may be large.
 */
const CACHE_SIZE = 200;
/** Look-ups in the cache after which a plan without a hit in a hundred of them gives it up: no two people read alike. */
const TRIED_LOOKUPS = 1000;
const MIN_HITS = 10;

/** In which values are written for people where nothing names a language. */
const UNTOLD_LANGUAGE = 'en';
/** For applications without settings of their own. */
const DEFAULT_SETTINGS: RenderSettings = { language: null, timeZone: 'UTC', launchedAt: 0, display: 'auto' };

/** In epoch milliseconds: calendars of JavaScript end there. */
const LAST_MOMENT = 8.64e15;

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
  for (const variant of plan.listVariants()) {
    plan.prepareVariant(variant);
  }
  return plan;
}

/** Prepares a stored message; a large one gives way to other work. */
export async function prepareRenderPlan(message: Message, settings: RenderSettings): Promise<RenderPlan> {
  const stretch = new Stretch();
  const plan = new MessageRenderPlan(message, settings);
  for (const text of message.platforms.includes('EMAIL') ? collectTexts(message) : []) {
    await prepareMail(text, stretch);
  }
  for (const variant of plan.listVariants()) {
    plan.prepareVariant(variant);
    if (stretch.isOver) {
      await stretch.giveWay();
    }
  }
  return plan;
}

class MessageRenderPlan implements RenderPlan {
  readonly needsLanguage: boolean;
  readonly readsItems: boolean;
  /** A template writes values for the language and the zone of each recipient. */
  private readonly dependsOnPlace: boolean;
  private readonly renderer: Renderer;
  private readonly languageIndex: LanguageIndex;
  /** The key of the message for the default language of the application. */
  private readonly defaultLanguage: string | undefined;
  private readonly cache = new Map<string, Rendered>();
  private lookups = 0;
  private hits = 0;
  private readonly variants = new Map<string, Map<string | undefined, Variant>>();
  private readonly codes = new Set<string>();
  private drawnForms: readonly boolean[] | undefined;

  constructor(
    private readonly message: Message,
    private readonly settings: RenderSettings,
  ) {
    this.renderer = new Renderer(message, settings.launchedAt);
    this.languageIndex = new LanguageIndex(Object.keys(message.languages ?? {}));
    this.defaultLanguage = this.languageIndex.find(settings.language ?? undefined);
    this.dependsOnPlace = message.templates !== undefined && dependsOnPlace(message);
    this.readsItems = message.templates !== undefined && readsItems(message);
    this.needsLanguage = Object.keys(message.languages ?? {}).length > 0 || this.dependsOnPlace;
  }

  get attributes(): readonly string[] {
    return [...this.codes];
  }

  get needsProfile(): boolean {
    return this.codes.size > 0 || this.dependsOnPlace;
  }

  /** Tests if the app draws the message on Android: for installations that cannot, and for those that can. */
  private get forms(): readonly boolean[] {
    const { display } = this.settings;
    this.drawnForms ??= display === 'auto' ? (needsApp(this.message) ? [false, true] : [false]) : [display === 'app'];
    return this.drawnForms;
  }

  *listVariants(): Generator<RenderVariant> {
    for (const platform of this.message.platforms) {
      for (const channel of channelsOf(platform)) {
        for (const isDrawn of channel === 'fcm' ? this.forms : [false]) {
          for (const language of this.renderer.languages) {
            yield { platform, channel, isDrawn, language };
          }
        }
      }
    }
  }

  /** Renders without attributes: every fallback is used, so every relevant code is looked up. */
  prepareVariant(variant: RenderVariant): void {
    const codes = new Set<string>();
    const ask = (code: string): undefined => void codes.add(code);
    const withoutAttributes = this.renderer.render(variant, ask);
    const key = keyOf(variant);
    const byLanguage = this.variants.get(key) ?? new Map<string | undefined, Variant>();
    this.variants.set(key, byLanguage.set(variant.language, { codes: [...codes], withoutAttributes }));
    codes.forEach((code) => this.codes.add(code));
  }

  render(recipient: RenderRecipient, budget?: RenderBudget): Rendered {
    const { platform, channel = channelOf(platform), profile = {}, params: own } = recipient;
    const { shown: language } = this.languagesOf(recipient);
    const isDrawn = channel === 'fcm' && this.isDrawnFor(recipient);
    const kind: RenderVariant = { platform, channel, isDrawn, language };
    const variant = this.variants.get(keyOf(kind))?.get(language);
    if (!variant) {
      return renderFailed('PLATFORM_NOT_TARGETED');
    }
    const raws = variant.codes.map((code) => readParam(profile, code));
    const place = this.message.templates && this.placeOf(recipient, language);
    if (!own && !this.dependsOnPlace && !recipient.items && raws.every((raw) => raw === undefined)) {
      return variant.withoutAttributes;
    }
    const values = new Map<string, Value>();
    for (const [index, raw] of raws.entries()) {
      const code = variant.codes[index] ?? '';
      if (raw !== undefined) {
        const format = (): string => this.formatAttribute(code, raw, language, recipient);
        const data = place && toData(profile[code], recipient.kinds?.get(code));
        values.set(code, place ? new TemplateValue(raw, data, format) : { raw, text: format() });
      }
    }
    const renderNow = (): Rendered =>
      this.renderer.render(kind, (code) => values.get(code), budget, own, place, recipient.items);
    if (recipient.items || platform === 'EMAIL' || this.isCacheUseless) {
      return renderNow();
    }
    this.lookups += 1;
    const key = JSON.stringify([keyOf(kind), language, own, ...raws, ...toTexts(values), place]);
    const cached = this.cache.get(key);
    if (cached) {
      this.hits += 1;
      return cached;
    }
    const rendered = renderNow();
    this.store(key, rendered);
    return rendered;
  }

  languagesOf({ language }: Pick<RenderRecipient, 'language'>): ReturnType<RenderPlan['languagesOf']> {
    const { onlyLanguage } = this.message;
    const ownLanguage = this.languageIndex.find(language) ?? this.defaultLanguage;
    return { shown: onlyLanguage === undefined ? ownLanguage : onlyLanguage || undefined, ownLanguage };
  }

  listSamples(): RenderSample[] {
    return [...this.listVariants()].flatMap((variant) => {
      const { platform, channel, isDrawn = false, language = null } = variant;
      const prepared = this.variants.get(keyOf(variant))?.get(variant.language);
      const { codes: attributes, withoutAttributes: rendered } = prepared ?? {};
      return attributes && rendered ? [{ platform, channel, isDrawn, language, attributes, rendered }] : [];
    });
  }

  /** A key of all values costs a tenth of a message. */
  private get isCacheUseless(): boolean {
    return this.lookups >= TRIED_LOOKUPS && this.hits < MIN_HITS;
  }

  private isDrawnFor({ drawsMessages = false }: RenderRecipient): boolean {
    return this.forms.at(drawsMessages ? -1 : 0) ?? false;
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
    const tag = this.tagOf(ownLanguage);
    const format = (value: unknown): string =>
      typeof value === 'number' ? formatValue(value, kind, tag, timeZone) : (toValueText(value) ?? '');
    const value = profile[code];
    return Array.isArray(value) ? value.map(format).join(', ') : format(value);
  }

  private tagOf(language: string | undefined): string {
    return language === undefined ? (this.settings.language ?? UNTOLD_LANGUAGE) : toLanguageTag(language);
  }

  /** The language, zone and moment for which a template writes. `now` is the launch, however late the message leaves. */
  private placeOf(
    { timeZone = this.settings.timeZone, language: own }: RenderRecipient,
    language: string | undefined,
  ): TemplatePlace {
    const tag = language === undefined && own !== undefined && this.dependsOnPlace ? toLanguageTag(own) : undefined;
    return { language: tag ?? this.tagOf(language), timeZone, now: 1000 * this.settings.launchedAt };
  }

  private store(key: string, rendered: Rendered): void {
    if (this.cache.size >= CACHE_SIZE) {
      this.cache.clear();
    }
    this.cache.set(key, rendered);
  }
}

/** A value that templates read as data: its text is seldom asked for, and costs more than the rest. */
class TemplateValue implements Value {
  private formatted: string | undefined;

  constructor(
    readonly raw: string,
    readonly data: unknown,
    private readonly format: () => string,
  ) {}

  get text(): string {
    return (this.formatted ??= this.format());
  }
}

/** A day or a moment as ISO 8601 writes it, and any other value as it is. */
function toData(value: unknown, kind: ValueKind | undefined): unknown {
  if ((kind !== 'date' && kind !== 'time') || typeof value !== 'number' || Math.abs(value) > LAST_MOMENT) {
    return value;
  }
  const written = new Date(value).toISOString();
  return kind === 'date' ? written.slice(0, written.indexOf('T')) : written;
}

function keyOf({ platform, channel, isDrawn = false }: RenderVariant): string {
  return isDrawn ? `${platform} ${channel} drawn` : `${platform} ${channel}`;
}

/** Texts that differ from their raw values: by language and time zone, one value has many. */
function toTexts(values: ReadonlyMap<string, Value>): string[] {
  return [...values.values()].flatMap(({ text, raw }) => (text === raw ? [] : [text]));
}
