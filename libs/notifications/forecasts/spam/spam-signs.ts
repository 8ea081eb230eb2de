import type { Message } from '#libs/content';
import type { MailParts } from './mail-parts.js';

/** A property of a mail that filters such as SpamAssassin count against it. @property field  as requests write it */
export interface SpamSign {
  code: 'capital_subject' | 'exclaiming_subject' | 'picture_mail';
  field: string;
  text: string;
}

/** Fewer capitals may be a name or a single word. */
const FEWEST_CAPITALS = 8;
/** Fewer letters beside a picture say little without it: a short greeting and an unsubscribe link. */
const FEWEST_LETTERS = 60;
const PLACEHOLDERS = /@\{[^}]{0,200}\}|\{\{[^}]{0,200}\}\}|\{%[^%]{0,200}%\}/g;

/** Finds signs in the subject, in each language. */
export function findSubjectSigns({ subject, languages }: Message): SpamSign[] {
  const subjects: (readonly [field: string, text: string | undefined])[] = [
    ['message.subject', subject],
    ...Object.entries(languages ?? {}).map(
      ([language, { title }]) => [`message.languages.${language}.title`, title] as const,
    ),
  ];
  return subjects.flatMap(([field, text]) => {
    const written = text?.replaceAll(PLACEHOLDERS, '') ?? '';
    const signs: SpamSign[] = [];
    if (isInCapitals(written)) {
      signs.push({ code: 'capital_subject', field, text: 'The subject is in capitals' });
    }
    if (/!.*!/.test(written)) {
      signs.push({ code: 'exclaiming_subject', field, text: 'The subject has several exclamation marks' });
    }
    return signs;
  });
}

function isInCapitals(text: string): boolean {
  return !/\p{Ll}/u.test(text) && (text.match(/\p{Lu}/gu)?.length ?? 0) >= FEWEST_CAPITALS;
}

/** Finds a mail that is a picture and hardly any text. */
export function findPictureSigns({ pictures, letters }: MailParts, field: string): SpamSign[] {
  return pictures.length > 0 && letters < FEWEST_LETTERS
    ? [{ code: 'picture_mail', field, text: 'The mail has pictures and hardly any text' }]
    : [];
}
