import { compile } from 'html-to-text';
import { LruCache } from '#platform/collections';

/** Nested elements. Deeper nesting is no real e-mail and could exhaust the stack. */
const MAX_DEPTH = 300;

/** Headings keep their case, so that placeholders in them keep their names. */
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

/** Texts of the templates that are in use: those of a few messages in all their languages. */
const CACHE_SIZE = 200;
const cache = new LruCache<string, string>({ max: CACHE_SIZE, memoMethod: (html) => convertHtml(html) });

/**
 * The plain text of an HTML body, for mail readers that show no HTML (RFC 2046, section 5.1.4). It is made of the template,
 * not of each rendered body: placeholders stay, and a campaign costs one conversion.
 */
export function toPlainText(html: string): string {
  return cache.memo(html);
}
