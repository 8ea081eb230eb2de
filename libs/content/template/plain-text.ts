import { compile } from 'html-to-text';

/** Elements within elements; what nests deeper is nobody's letter and would exhaust the stack. */
const MAX_DEPTH = 300;

/** Headings keep their case, so that placeholders in them keep their names; nothing is cut off. */
const convertHtml = compile({
  wordwrap: false,
  selectors: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'table', options: { uppercaseHeaderCells: false } },
    { selector: 'img', format: 'skip' },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false } },
  ],
  limits: { maxInputLength: Number.MAX_SAFE_INTEGER, maxDepth: MAX_DEPTH },
});

/** Texts of a few templates: those of one message in its languages, and of messages sent beside it. */
const CACHE_SIZE = 200;
const cache = new Map<string, string>();

/**
 * What an HTML body says without its HTML, for readers that show none (RFC 2046, section 5.1.4). Made of the template,
 * not of each rendered body: placeholders stay placeholders, and a campaign costs one conversion.
 */
export function toPlainText(html: string): string {
  const text = cache.get(html) ?? convertHtml(html);
  cache.delete(html);
  cache.set(html, text);
  for (const oldest of cache.keys()) {
    if (cache.size <= CACHE_SIZE) {
      break;
    }
    cache.delete(oldest);
  }
  return text;
}
