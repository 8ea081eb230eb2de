import { malformed } from '#platform/errors';

/** A placeholder, as the renderer finds it: a name of at most 200 characters, with or without a default. */
const PLACEHOLDER = /@\{([^{}]{1,200})\}/;
const MAX_PLACEHOLDER = 200;
/** Between `@` and `{` where no placeholder is meant: no one sees it, and it takes no space (Unicode, "word joiner"). */
export const JOINER = '\u2060';

/** A tag or output of a template in HTML: a text of plain characters and line breaks. */
const TAG = /\{\{(?:[^<]|<br>)*?\}\}|\{%(?:[^<]|<br>)*?%\}/g;
const REFERENCE = /&(?:amp|lt|gt|quot|#39);|<br>/g;
const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '<br>': '\n',
};

/**
 * Escapes a plain text with placeholders for a text or a quoted attribute of HTML. Names of placeholders stay as they
 * are. Defaults are escaped like all else, because the renderer reads them as HTML. The half of a placeholder is broken:
 * it would go on through the tags that follow it, up to the next brace, and take them away with its name.
 *
 * @throws AppError malformed for a default that is too long once it is escaped
 */
export function escapeText(text: string): string {
  return text
    .split(PLACEHOLDER)
    .map((part, index) =>
      index % 2 === 0 ? escapePlain(part.replaceAll('@{', `@${JOINER}{`)) : `@{${escapePlaceholder(part)}}`,
    )
    .join('');
}

/** Escapes a text, with line breaks as `<br>`. */
export function escapeLines(text: string): string {
  return escapeText(text).replaceAll(/\r\n|\r|\n/g, '<br>');
}

function escapePlaceholder(inner: string): string {
  const bar = inner.indexOf('|');
  const escaped = bar === -1 ? inner : inner.slice(0, bar + 1) + escapePlain(inner.slice(bar + 1));
  if (escaped.length > MAX_PLACEHOLDER) {
    throw malformed(`The default of the placeholder '${inner.slice(0, Math.max(0, bar)).slice(0, 80)}' is too long`);
  }
  return escaped;
}

function escapePlain(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/**
 * Takes back what the escapes of HTML did inside tags of templates: quotes and comparisons in them are no text of a
 * reader. Tags are read before the HTML is.
 */
export function restoreTags(html: string): string {
  return html.replace(TAG, (tag) => tag.replace(REFERENCE, (reference) => CHARACTERS[reference] ?? reference));
}
