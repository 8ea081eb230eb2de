import type { Click, Message, Page } from '../model/message.types.js';
import { readPlaceholder, TemplateCache } from './template.js';

/**
 * A placeholder in a field of a message.
 *
 * @property field  as requests write it, `android.title` for example
 * @property name   of the parameter or attribute
 * @property hasDefault  a text stands in its place where it has no value
 */
export interface PlaceholderUse {
  field: string;
  name: string;
  hasDefault: boolean;
}

/** Where the texts and links of a message have placeholders, in the order of its fields. */
export function listPlaceholders(message: Message): PlaceholderUse[] {
  const templates = new TemplateCache();
  return listTexts(message).flatMap(([field, text]) =>
    templates.parse(text).flatMap((part, index) => {
      if (index % 2 === 0) {
        return [];
      }
      const { name, fallback } = readPlaceholder(part);
      return [{ field, name, hasDefault: fallback !== undefined }];
    }),
  );
}

type NamedText = readonly [field: string, text: string];

function listTexts(message: Message): NamedText[] {
  const { title, text, personalizedMessage, personalizedSubText, personalizedTitle, subject, click } = message;
  const mobile = (['ios', 'android'] as const).flatMap((platform) => {
    const { title: own, subtitle, mediaUrl, thumbnailUrl, carousel = [], slider = [] } = message[platform];
    return [
      ...named(platform, { title: own, subtitle, mediaUrl, thumbnailUrl }),
      ...namedPages(`${platform}.carousel`, carousel),
      ...namedPages(`${platform}.slider`, slider),
    ];
  });
  const languages = Object.entries(message.languages ?? {}).flatMap(([name, part]) => [
    ...named(`languages.${name}`, { title: part.title, text: part.text }),
    ...namedClick(`languages.${name}.click`, part.click),
  ]);
  return [
    ...named('android', { bigText: message.android.bigText }),
    ...named('', { title, text, personalizedMessage, personalizedSubText, personalizedTitle, subject }),
    ...namedClick('click', click),
    ...mobile,
    ...namedValues('whatsapp', message.whatsapp),
    ...languages,
  ];
}

function named(place: string, texts: Readonly<Record<string, string | undefined>>): NamedText[] {
  return Object.entries(texts).flatMap(([name, text]) =>
    text === undefined ? [] : [[place === '' ? name : `${place}.${name}`, text] as const],
  );
}

function namedClick(place: string, click: Click | undefined): NamedText[] {
  return click === undefined ? [] : named(place, { ...click });
}

/** Every text of a part that placeholders may stand in. */
function namedValues(place: string, value: unknown): NamedText[] {
  if (typeof value === 'string') {
    return [[place, value]];
  }
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => namedValues(`${place}.${name}`, inner))
    : [];
}

function namedPages(place: string, pages: readonly Page[]): NamedText[] {
  return pages.flatMap(({ title, content, itemImageUrl, link }, index) => [
    ...named(`${place}.${index}`, { title, content, itemImageUrl }),
    ...namedClick(`${place}.${index}.clickAction`, link),
  ]);
}
