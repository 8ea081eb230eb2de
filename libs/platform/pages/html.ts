/** Markup that may stand in a page as it is. Only `html` makes it. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = Html | string | number | undefined | false | readonly Part[];

/**
 * Markup with values. Texts are escaped, so that they stand in an element or in a quoted attribute as what they are;
 * `undefined` and `false` leave nothing. Never put a value into a `script`, a `style` or an attribute without quotes.
 */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((text, index) => text + (index < parts.length ? toMarkup(parts[index]) : '')).join(''));
}

function toMarkup(part: Part): string {
  if (part === undefined || part === false) {
    return '';
  }
  if (part instanceof Html) {
    return part.text;
  }
  return typeof part === 'object' ? part.map(toMarkup).join('') : escapeHtml(String(part));
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
