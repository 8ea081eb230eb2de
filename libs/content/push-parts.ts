import type { Filler, Link, RenderedPage } from './filler.js';
import type { ButtonSet, JsonObject, LanguagePart, Message, MobilePart, Shown } from './message.types.js';
import type { Platform } from './platforms.js';
import { compact } from './reading.js';

/** What the payload of a push is made from, placeholders filled. */
export interface PushParts {
  shown: Shown;
  /** Nothing is displayed: the application gets the data and decides. */
  quiet: boolean;
  link: Link;
  buttonSet: { id: number; buttons: RenderedButton[] } | undefined;
}

export interface RenderedButton extends Link {
  name: string;
  sets?: JsonObject;
}

/**
 * Text of a push: that of the recipient's language, else the personalised one; where an attribute of it is missing, the
 * default text (interface, section 4.2, rule 1).
 */
function pushText(message: Message, language: LanguagePart | undefined, filler: Filler): string | undefined {
  return filler.optional(language?.text ?? message.personalizedMessage) ?? filler.always(message.text);
}

/** The words on a telephone: there the title of the campaign is not shown, that of the platform is. */
export function mobileWords(
  message: Message,
  part: MobilePart,
  language: LanguagePart | undefined,
  filler: Filler,
): Shown {
  return compact<Shown>({
    title: filler.optional(part.titleOfSend ? part.title : (language?.title ?? part.title)),
    text: pushText(message, language, filler),
    subText: filler.optional(message.personalizedSubText) ?? filler.optional(part.subtitle),
  });
}

/** The words of a browser. A `personalizedTitle` that cannot be filled forbids sending (interface, section 4.2, rule 2). */
export function browserWords(message: Message, language: LanguagePart | undefined, filler: Filler): Shown {
  return compact<Shown>({
    title:
      message.personalizedTitle !== undefined
        ? filler.needed(message.personalizedTitle)
        : filler.always(language?.title ?? message.title),
    text: pushText(message, language, filler),
    subText: filler.optional(message.personalizedSubText),
  });
}

export function pushParts(
  message: Message,
  platform: Platform,
  language: LanguagePart | undefined,
  filler: Filler,
  shown: Shown,
): PushParts {
  const set = message.buttonSets?.[platform] ?? message.buttonSet;
  return {
    shown,
    quiet: message.silent === true || message.doNotNotify === true,
    link: filler.link(language?.click ?? message.click),
    buttonSet: set && { id: set.id, buttons: renderedButtons(set, filler) },
  };
}

function renderedButtons(set: ButtonSet, filler: Filler): RenderedButton[] {
  return set.buttons.map(({ name, url, sets }) =>
    compact<RenderedButton>({ name, sets, ...filler.link(url === undefined ? undefined : { url }) }),
  );
}

/** Custom keys of a mobile push, beside what the provider itself displays. */
export interface MobileData extends Link {
  title?: string;
  text?: string;
  subText?: string;
  mediaUrl?: string;
  thumbnailUrl?: string;
  carousel?: RenderedPage[];
  slider?: RenderedPage[];
  buttons?: RenderedButton[];
  buttonSetId?: number;
  richPushHtml?: string;
  customJson?: JsonObject;
  params?: JsonObject;
}

/** Words stand in the data only where the provider displays none; parameters reach the device in silent pushes only. */
export function mobileData(message: Message, part: MobilePart, parts: PushParts, filler: Filler): MobileData {
  return compact<MobileData>({
    ...(parts.quiet ? parts.shown : {}),
    ...parts.link,
    mediaUrl: part.mediaUrl,
    thumbnailUrl: part.thumbnailUrl,
    carousel: filler.pages(part.carousel),
    slider: filler.pages(part.slider),
    buttons: parts.buttonSet?.buttons,
    buttonSetId: parts.buttonSet?.id,
    richPushHtml: message.richPushHtml,
    customJson: message.customJson,
    params: message.silent ? message.params : undefined,
  });
}
