import { listShownFiles } from '#libs/channels';
import type { Message } from '#libs/content';
import { malformed } from '#platform/errors';

/**
 * Refuses an e-mail that shows a file which it does not have: mail programs draw a broken picture. Names are compared as
 * those of files are cleaned. A name with a placeholder is unknown until the e-mail is rendered.
 *
 * @param nameOf  the field of the request, by the message's own name
 * @param files   names of the files that go with it
 * @throws AppError malformed, with the field and the name
 */
export function refuseAbsentFiles(
  message: Message,
  nameOf: (field: string) => string,
  files: readonly string[] = [],
): void {
  if (!message.platforms.includes('EMAIL')) {
    return;
  }
  const texts: [field: string, html: string | undefined][] = [
    ['text', message.text],
    ['personalizedMessage', message.personalizedMessage],
    ...Object.entries(message.languages ?? {}).map(([language, part]): [string, string | undefined] => [
      `languages.${language}.text`,
      part.text,
    ]),
  ];
  for (const [field, html = ''] of texts) {
    const absent = listShownFiles(html).find((name) => !files.includes(name));
    if (absent !== undefined) {
      const cure = files.length > 0 ? 'no file has this name' : 'only sendEmailWithAttachment has files';
      throw malformed(`Field '${nameOf(field)}' shows 'cid:${absent}', and ${cure}`);
    }
  }
}
