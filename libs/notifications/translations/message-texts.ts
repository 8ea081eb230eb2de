import type { Message } from '#libs/content';
import { hasBlocks, listBlockTexts, withBlockTexts } from './content-mails.js';
import type { SourceText } from './translation.types.js';

/** Fields of a message that have a text in each language. */
const FIELDS = ['title', 'text'] as const;
type Field = (typeof FIELDS)[number];

/** A message, or a content as a file has it. */
export interface TranslatedMessage {
  platforms?: readonly unknown[] | undefined;
  title?: string | undefined;
  text?: string | undefined;
  subject?: string | undefined;
  /** Blocks that the text was made of. */
  mail?: unknown;
  ios?: { title?: string | undefined } | undefined;
  android?: { title?: string | undefined } | undefined;
  personalizedTitle?: string | undefined;
  languages?: Readonly<Record<string, { title?: string | undefined; text?: string | undefined }>> | undefined;
}

/** The texts of a message with their translations into a language. @param prefix  of their ids */
export function listMessageTexts(message: TranslatedMessage, language: string, prefix = ''): SourceText[] {
  const { languages = {} } = message;
  const part = Object.hasOwn(languages, language) ? languages[language] : undefined;
  const isMail = message.platforms?.includes('EMAIL') ?? false;
  const sources: Record<Field, string | undefined> = { title: headingOf(message, isMail), text: message.text };
  const isOfBlocks = isMail && hasBlocks(message);
  return FIELDS.flatMap((field) => {
    const source = sources[field];
    if (field === 'text' && isOfBlocks) {
      return listBlockTexts(message, language, prefix);
    }
    return source === undefined || source === ''
      ? []
      : [
          {
            id: `${prefix}${field}`,
            kind: isMail && field === 'text' ? 'html' : 'text',
            source,
            target: part?.[field] ?? null,
          },
        ];
  });
}

/** The text that the title of a language stands in place of. */
function headingOf(
  { title, subject, ios, android, personalizedTitle }: TranslatedMessage,
  isMail: boolean,
): string | undefined {
  return (isMail ? subject : (ios?.title ?? android?.title ?? personalizedTitle)) ?? title;
}

/** A message with translations. @param texts  by id @param prefix  of its ids */
export function withMessageTexts<M extends (Pick<Message, 'languages'> & { mail?: unknown }) | TranslatedMessage>(
  message: M,
  language: string,
  texts: ReadonlyMap<string, string>,
  prefix = '',
): M {
  const fields = FIELDS.flatMap((field) => {
    const text = texts.get(`${prefix}${field}`);
    return text === undefined ? [] : [[field, text] as const];
  });
  const ids = [...texts.keys()].filter((id) => id.startsWith(prefix));
  if (ids.length === 0) {
    return message;
  }
  const part = { ...message.languages?.[language], ...Object.fromEntries(fields) };
  const mail = ids.length > fields.length && { mail: withBlockTexts(message, language, texts, prefix) };
  return { ...message, ...mail, languages: { ...message.languages, [language]: part } };
}
