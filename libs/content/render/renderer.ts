import type { ItemReader, TemplatePlace } from '#libs/templates';
import { Stretch } from '#platform/async';
import { AppError } from '#platform/errors';
import type { RenderVariant } from './channel-content.js';
import { contentOf, fits } from './channel-contents.js';
import {
  PlaceholderFiller,
  readParam,
  readParamValue,
  TemplateCache,
  findOwnLink,
  type Value,
} from '#libs/content/template';
import type { Message } from '../model/message.types.js';
import type { JsonObject } from '../model/json.types.js';
import type { LanguagePart } from '../model/message-part.types.js';
import type { RenderFailure, Rendered } from '../model/render.types.js';
import { channelsOf, isServed, type Platform } from '../model/platforms.js';
import { LiquidFiller } from './liquid-filler.js';
import type { RenderBudget } from '../model/render-budget.js';

/** A push of 4 KB has templates of this length at most: their placeholders may be longer than the values. */
const MAX_TEMPLATE_CHARACTERS = 32 * 1024;
/** The cost of a lookup beside the characters of its value, as characters. */
const CHARACTERS_OF_LOOKUP = 50;

/** Texts of a message with templates, as far as values decide them. */
const MAX_SKELETONS = 500;
const NO_PLACE: TemplatePlace = { language: 'en', timeZone: 'UTC', now: 0 };

/** Renders a message without caching anything but its templates. */
export class Renderer {
  /** Languages of the message, by its own names; undefined is the message itself. */
  readonly languages: readonly (string | undefined)[];
  private readonly templates: TemplateCache;

  /** @param launchedAt  as in `RenderSettings` */
  constructor(
    private readonly message: Message,
    private readonly launchedAt = 0,
  ) {
    this.templates = new TemplateCache(message.templates && MAX_SKELETONS);
    this.languages = [undefined, ...Object.keys(message.languages ?? {})];
  }

  /**
   * @param attribute  value of a profile attribute by code; used only where the parameters have no value
   * @param own        parameters of the recipient, which override those of the message
   * @param place      of the recipient, for a message with templates
   * @param items      of the catalogs, for such a message
   * @throws RenderTooLongError when a budget is given and does not suffice
   */
  render(
    variant: RenderVariant,
    attribute: (code: string) => Value | undefined,
    budget?: RenderBudget,
    own?: JsonObject,
    place = NO_PLACE,
    items?: ItemReader,
  ): Rendered {
    const { platform, language } = variant;
    if (!isServed(platform)) {
      return renderFailed('NO_PROVIDER');
    }
    const message = own ? { ...this.message, params: { ...this.message.params, ...own } } : this.message;
    const filler =
      message.templates === undefined
        ? new PlaceholderFiller(this.templates, (name) => {
            const parameter = readParam(own, name) ?? readParam(this.message.params, name);
            const value =
              parameter === undefined
                ? // The link of the recipient is known when the message leaves.
                  (findOwnLink(name, platform) ?? attribute(name))
                : { text: parameter, raw: parameter };
            budget?.spend(CHARACTERS_OF_LOOKUP + (value?.text.length ?? 0));
            return value;
          })
        : new LiquidFiller(
            this.templates,
            (name) => readParamValue(message.params, name) ?? findOwnLink(name, platform) ?? attribute(name),
            place,
            message.blocks,
            items,
          );
    const part = language === undefined ? undefined : this.message.languages?.[language];
    const rendered = this.build(message, variant, part, filler, items);
    const gaps = filler.findGaps();
    return {
      ...(filler.failure === undefined ? rendered : renderFailed(filler.failure)),
      ...(gaps && { gaps }),
    };
  }

  private build(
    message: Message,
    variant: RenderVariant,
    language: LanguagePart | undefined,
    filler: PlaceholderFiller,
    items: ItemReader | undefined,
  ): Rendered {
    const content = contentOf(variant.channel);
    const rendered = content.render(message, variant, language, filler, this.launchedAt);
    if (items?.isLacking) {
      // It is repeated with its items, so its size does not matter.
      return renderFailed('RENDER_TOO_LONG');
    }
    if (rendered.failure !== undefined) {
      return renderFailed(rendered.failure);
    }
    const { payload, shown, links } = rendered;
    return fits(content.measure(payload))
      ? ({ kind: 'ok', channel: variant.channel, payload, shown, ...(links && { links }) } as Rendered)
      : renderFailed('PAYLOAD_TOO_LARGE');
  }
}

/**
 * Refuses a message that is too large for a provider with any values of attributes, on one of its platforms and
 * languages (code 2101). A message that becomes too large for some recipients fails for them when it is rendered. A
 * message of many languages gives way to other work.
 */
export async function checkSizes(message: Message, stretch = new Stretch()): Promise<void> {
  // An e-mail is no push; the size of its body is checked where it is read.
  const platforms = message.platforms.filter((name) => name !== 'EMAIL');
  if (platforms.length === 0) {
    return;
  }
  const renderer = new Renderer(message);
  const farTooLarge = new Set(renderer.languages.filter((language) => isFarTooLarge(message, language)));
  for (const platform of platforms) {
    for (const language of renderer.languages) {
      if (farTooLarge.has(language) || !fitsProvider(renderer, platform, language)) {
        const where = language === undefined ? platform : `${platform} in language '${language}'`;
        throw new AppError('push_too_large', `The message is larger than its provider takes on ${where}`);
      }
      if (stretch.isOver) {
        await stretch.giveWay();
      }
    }
  }
}

/** Tests if the templates of a message are many times larger than any provider takes: then they are not filled. */
function isFarTooLarge(
  { languages, params: _params, hook: _hook, ...shared }: Message,
  language: string | undefined,
): boolean {
  const templates = language === undefined ? shared : languages?.[language];
  return JSON.stringify(templates ?? {}).length > MAX_TEMPLATE_CHARACTERS;
}

/** Tests if the shortest rendering fits: without any attribute, and with empty ones. */
function fitsProvider(renderer: Renderer, platform: Platform, language: string | undefined): boolean {
  return channelsOf(platform).every((channel) =>
    [undefined, { text: '', raw: '' }].every((value) => {
      const rendered = renderer.render({ platform, channel, language }, () => value);
      return rendered.kind === 'ok' || rendered.reason !== 'PAYLOAD_TOO_LARGE';
    }),
  );
}

export function renderFailed(reason: RenderFailure): Rendered {
  return { kind: 'failed', reason };
}
