import type { PlaceholderFiller, Link, RenderedPage } from '#libs/content/template';
import type { Message } from '../model/message.types.js';
import type { JsonObject } from '../model/json.types.js';
import type { ButtonSet, LanguagePart, MobilePart } from '../model/message-part.types.js';
import type { DisplayedText } from '../model/render.types.js';
import type { Platform } from '../model/platforms.js';
import { compact } from '../model/clean-values.js';

/** Parts of a push payload, with filled placeholders. */
export interface PushParts {
  shown: DisplayedText;
  /** Nothing is displayed: the application gets the data and decides. */
  isSilent: boolean;
  link: Link;
  buttonSet: { id: number; buttons: RenderedButton[] } | undefined;
}

export interface RenderedButton extends Link {
  name: string;
  sets?: JsonObject;
}

/**
 * The text of a push: that of the recipient's language, else the personalized one; if an attribute of the latter is
 * missing, the default text (interface, section 4.2, rule 1).
 */
function pushText(message: Message, language: LanguagePart | undefined, filler: PlaceholderFiller): string | undefined {
  const { personalizedMessage: personal, text } = message;
  return language?.text === undefined
    ? (filler.fillOrPlain(personal) ?? filler.fillRequiredText(text))
    : filler.fillRequiredText(language.text);
}

/** A text that is to be shown: one of blanks alone, as defaults may leave it, is none. */
function visible(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text;
}

/** The sub text: the personalized one, else the plain one of the platform; left out where that has no value either. */
function subText(message: Message, subtitle: string | undefined, filler: PlaceholderFiller): string | undefined {
  return subtitle === undefined
    ? visible(filler.fillOptional(message.personalizedSubText))
    : visible(filler.fillOrPlain(message.personalizedSubText) ?? filler.fillOptional(subtitle));
}

/** The texts on a phone. They have the title of the platform, not that of the campaign. */
export function mobileText(
  message: Message,
  part: MobilePart,
  language: LanguagePart | undefined,
  filler: PlaceholderFiller,
): DisplayedText {
  return compact<DisplayedText>({
    title: visible(filler.fillRequired(part.titleOfSend ? part.title : (language?.title ?? part.title))),
    text: pushText(message, language, filler),
    subText: subText(message, part.subtitle, filler),
  });
}

/**
 * The texts in a browser. A `personalizedTitle` with a missing value forbids sending (interface, section 4.2, rule 2).
 */
export function browserText(
  message: Message,
  language: LanguagePart | undefined,
  filler: PlaceholderFiller,
): DisplayedText {
  return compact<DisplayedText>({
    title: filler.fillRequired(message.personalizedTitle ?? language?.title ?? message.title),
    text: pushText(message, language, filler),
    subText: subText(message, undefined, filler),
  });
}

export function preparePush(
  message: Message,
  platform: Platform,
  language: LanguagePart | undefined,
  filler: PlaceholderFiller,
  shown: DisplayedText,
): PushParts {
  const set = message.buttonSets?.[platform] ?? message.buttonSet;
  return {
    shown,
    isSilent: message.silent === true || message.doNotNotify === true,
    link: filler.fillLink(language?.click ?? message.click),
    buttonSet: set && { id: set.id, buttons: renderButtons(set, filler) },
  };
}

function renderButtons(set: ButtonSet, filler: PlaceholderFiller): RenderedButton[] {
  return set.buttons.map(({ name, url, sets }) =>
    compact<RenderedButton>({
      name: filler.fillRequired(name) ?? name,
      sets,
      ...filler.fillLink(url === undefined ? undefined : { url }),
    }),
  );
}

/** Custom keys of a mobile push, besides the fields that the provider displays. */
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

/** Texts are in the data only when the provider displays none. Parameters reach the device in silent pushes only. */
export function createMobileData(
  message: Message,
  part: MobilePart,
  parts: PushParts,
  filler: PlaceholderFiller,
  isDrawn = false,
): MobileData {
  return compact<MobileData>({
    ...(parts.isSilent || isDrawn ? parts.shown : {}),
    ...parts.link,
    mediaUrl: filler.fillMedia(part.mediaUrl),
    thumbnailUrl: filler.fillMedia(part.thumbnailUrl),
    carousel: filler.fillPages(part.carousel),
    slider: filler.fillPages(part.slider),
    buttons: parts.buttonSet?.buttons,
    buttonSetId: parts.buttonSet?.id,
    richPushHtml: message.richPushHtml,
    customJson: message.customJson,
    params: message.silent ? message.params : undefined,
  });
}
