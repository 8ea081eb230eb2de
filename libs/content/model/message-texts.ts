import type { Message } from './message.types.js';
import type { ButtonSet, Click, Page } from './message-part.types.js';

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

/** A text of a message. @property field  as requests write it */
export interface NamedText {
  field: string;
  text: string;
  /** It is the body of an e-mail. */
  isHtml: boolean;
}

/** Every text of a message that placeholders may stand in. Each request has its own list: it is made without copies. */
export function listTexts(message: Pick<Message, 'ios' | 'android'> & Partial<Message>): NamedText[] {
  const texts = new TextList();
  const isHtml = message.platforms?.includes('EMAIL') ?? false;
  texts.add('android.bigText', message.android.bigText);
  texts.add('title', message.title);
  texts.add('text', message.text, isHtml);
  texts.add('personalizedMessage', message.personalizedMessage, isHtml);
  for (const name of PLAIN_FIELDS) {
    texts.add(name, message[name]);
  }
  texts.addClick('click', message.click);
  for (const platform of ['ios', 'android'] as const) {
    const part = message[platform];
    for (const name of MOBILE_FIELDS) {
      texts.add(`${platform}.${name}`, part[name]);
    }
    texts.addPages(`${platform}.carousel`, part.carousel);
    texts.addPages(`${platform}.slider`, part.slider);
  }
  texts.addButtons('buttonSet', message.buttonSet);
  for (const [name, set] of Object.entries(message.buttonSets ?? {})) {
    texts.addButtons(`buttonSet.${name}`, set);
  }
  texts.addValues('whatsapp', message.whatsapp);
  for (const [name, { title, text, click }] of Object.entries(message.languages ?? {})) {
    texts.add(`languages.${name}.title`, title);
    texts.add(`languages.${name}.text`, text, isHtml);
    texts.addClick(`languages.${name}.click`, click);
  }
  return texts.list;
}

const PLAIN_FIELDS = [
  'personalizedSubText',
  'personalizedTitle',
  'subject',
  'senderName',
  'threadId',
  'iconUrl',
  'wpChromeImage',
] as const;
const MOBILE_FIELDS = ['title', 'subtitle', 'mediaUrl', 'thumbnailUrl'] as const;

class TextList {
  readonly list: NamedText[] = [];

  add(field: string, text: string | undefined, isHtml = false): void {
    if (text !== undefined) {
      this.list.push({ field, text, isHtml });
    }
  }

  addClick(field: string, click: Click | undefined): void {
    if (click) {
      this.addValues(field, click);
    }
  }

  addPages(field: string, pages: readonly Page[] = []): void {
    for (const [index, { title, content, itemImageUrl, link }] of pages.entries()) {
      this.add(`${field}.${index}.title`, title);
      this.add(`${field}.${index}.content`, content);
      this.add(`${field}.${index}.itemImageUrl`, itemImageUrl);
      this.addClick(`${field}.${index}.clickAction`, link);
    }
  }

  /** The name of a button may have placeholders too, and is the name of its field. */
  addButtons(field: string, set: ButtonSet | undefined): void {
    for (const { name, url } of set?.buttons ?? []) {
      this.add(`${field}.${name}`, name);
      this.add(`${field}.${name}`, url);
    }
  }

  /** Every text of a part. */
  addValues(field: string, value: unknown): void {
    if (typeof value === 'string') {
      this.add(field, value);
    } else if (typeof value === 'object' && value !== null) {
      Object.entries(value).forEach(([name, inner]) => this.addValues(`${field}.${name}`, inner));
    }
  }
}
