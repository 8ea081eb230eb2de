import { isInformational, type Message } from '#libs/content';
import { listPlaceholders } from '#libs/content/template';
import type { BlockGap } from '../mails/block-gaps.js';
import { textField, warningOf, type ComposeWarning } from './compose-warnings.js';
import { readMailParts } from './spam/mail-parts.js';
import { findPictureSigns, findSubjectSigns, type SpamSign } from './spam/spam-signs.js';

/** Gmail shows less of what is longer, and hides the unsubscribe link with the rest ("Message clipped"). */
const CLIPPED_BYTES = 102 * 1024;
/** A message may have 200 languages, and someone is typing: the texts whose pictures are looked at. */
const MAX_TEXTS = 5;
const UNSUBSCRIBE = 'unsubscribeUrl';

/** A block that is not complete. */
export function gapWarning({ field, missing }: BlockGap): ComposeWarning {
  return missing === 'alt'
    ? warningOf('image_without_alt', field, null, 'The picture has no description for readers who do not see it')
    : warningOf('left_out_block', field, missing, `The block has no ${missing}, and is left out`);
}

/** Finds oddities of the HTML of a mail, in each of its languages. */
export function findMailWarnings(message: Message): ComposeWarning[] {
  if (!message.platforms.includes('EMAIL')) {
    return [];
  }
  const texts: [language: string | null, html: string | undefined][] = [
    [null, message.text],
    ...Object.entries(message.languages ?? {}).map(([language, { text }]): [string, string | undefined] => [
      language,
      text,
    ]),
  ];
  const unsubscribing = new Set(
    listPlaceholders(message).flatMap(({ field, name }) => (name === UNSUBSCRIBE ? [`message.${field}`] : [])),
  );
  // Informational mails go to all users, and have no unsubscription.
  const needsLink = !isInformational(message, 'email');
  const oddities = texts.flatMap(([language, html], index) => {
    if (html === undefined) {
      return [];
    }
    const field = textField(language);
    const bytes = Buffer.byteLength(html);
    return [
      ...(needsLink && !unsubscribing.has(field)
        ? [warningOf('no_unsubscribe_link', field, null, 'The mail has no unsubscribe link: @{unsubscribeUrl}')]
        : []),
      ...(bytes > CLIPPED_BYTES
        ? [warningOf('long_mail', field, String(bytes), `The mail has ${bytes} bytes: from 102 KB on it is clipped`)]
        : []),
      ...(bytes > CLIPPED_BYTES || index >= MAX_TEXTS ? [] : findPictureWarnings(html, field)),
    ];
  });
  return [...findSubjectSigns(message).map(toWarning), ...oddities];
}

function toWarning({ code, field, text }: SpamSign): ComposeWarning {
  return warningOf(code, field, null, text);
}

function findPictureWarnings(html: string, field: string): ComposeWarning[] {
  const parts = readMailParts(html);
  const { pictures } = parts;
  const silent = pictures.filter(({ alt }) => alt === undefined).length;
  const insecure = pictures.filter(({ src }) => /^\s*http:/i.test(src)).length;
  return [
    ...(silent > 0 ? [warningOf('image_without_alt', field, String(silent), `${silent} pictures have no alt`)] : []),
    ...(insecure > 0
      ? [warningOf('insecure_image', field, String(insecure), `${insecure} pictures are read over http`)]
      : []),
    ...findPictureSigns(parts, field).map(toWarning),
  ];
}
