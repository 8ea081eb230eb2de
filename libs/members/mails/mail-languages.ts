/** A mail as plain text. */
export interface WrittenMail {
  subject: string;
  text: string;
}

/**
 * Writes a mail in the language of a member; in all where it has chosen none.
 *
 * @param languages  texts by language tag
 * @param locale     as the member chose it; null: not yet
 */
export function writeInLanguages<T>(
  languages: Readonly<Record<string, T>>,
  locale: string | null,
  write: (texts: T) => WrittenMail,
): WrittenMail {
  const own = locale !== null && Object.hasOwn(languages, locale) ? languages[locale] : undefined;
  const mails = (own === undefined ? Object.values(languages) : [own]).map(write);
  return {
    subject: mails.map(({ subject }) => subject).join(' / '),
    text: mails.map(({ text }) => text).join('\n\n— — —\n\n'),
  };
}

/** One line of a mail: a writer of a name adds no other line. */
export function toMailLine(text: string, max: number): string {
  return text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, max)
    .toWellFormed();
}
