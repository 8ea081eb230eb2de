import { findHtmlContexts, type HtmlContext } from './html/html-context.js';
import { cleanText } from '../model/clean-values.js';
import type { Value } from './value-format.js';

/**
 * Placeholders: `@{name}` or `@{name|default}`, where the name is a parameter of the send or the code of a profile
 * attribute. Codes may contain spaces; blanks around name and default are ignored. Anything else, such as `@{}` or a lone
 * `@{`, is plain text.
 */
const PLACEHOLDER_PATTERN = /@\{([^{}]{1,200})\}/g;
/** A URL in a text, with its placeholders. No two of its alternatives begin alike, so it never looks back. */
export const URL_TEMPLATE = /https?:\/\/(?:[^\s<>"@]+|@\{[^{}]{1,200}\}|@)+/gi;
/** The start of such a URL up to the end of its host. */
const THROUGH_HOST = /^https?:\/\/[^/?#]*/i;

/** The value of a placeholder with its default as written, or undefined. */
export type Lookup = (placeholder: string) => Value | undefined;
/** Escapes a value for its context. `number`: of the placeholder in its template, from 0. */
export type Escape = (value: Value, number: number) => string;
/** Literal texts at even positions, placeholders without their braces at odd ones. */
export type Template = readonly string[];

/** Reads what stands in the braces of a placeholder. */
export function readPlaceholder(placeholder: string): { name: string; fallback: string | undefined } {
  const bar = placeholder.indexOf('|');
  return bar === -1
    ? { name: placeholder, fallback: undefined }
    : { name: placeholder.slice(0, bar).trimEnd(), fallback: placeholder.slice(bar + 1).trimStart() };
}

/** The value of a placeholder. A blank one is none where there is a default. */
export function findValue(placeholder: string, lookup: (name: string) => Value | undefined): Value | undefined {
  const { name, fallback } = readPlaceholder(placeholder);
  const value = lookup(name);
  return fallback !== undefined && (value === undefined || value.text.trim() === '')
    ? { text: fallback, raw: fallback, isDefault: true }
    : value;
}

/** The templates of one message, each parsed once. */
export class TemplateCache {
  private readonly templates = new Map<string, Template>();
  private readonly htmlContextsByText = new Map<string, readonly HtmlContext[]>();
  private readonly textContextsByText = new Map<string, readonly TextContext[]>();

  parse(text: string): Template {
    let template = this.templates.get(text);
    if (!template) {
      template = text.split(PLACEHOLDER_PATTERN).map((part, index) => (index % 2 === 1 ? part.trim() : part));
      this.templates.set(text, template);
    }
    return template;
  }

  /** The contexts of the placeholders in an HTML text. */
  htmlContexts(html: string): readonly HtmlContext[] {
    const contexts = this.htmlContextsByText.get(html) ?? findHtmlContexts(this.parse(html));
    this.htmlContextsByText.set(html, contexts);
    return contexts;
  }

  /** Creates an escape for a plain text: values cannot end the URLs that contain them. */
  createTextEscape(text: string): Escape {
    const contexts = this.textContextsByText.get(text) ?? findTextContexts(text);
    this.textContextsByText.set(text, contexts);
    return (value, number) => {
      switch (contexts[number]) {
        case 'link':
          return encodeWholeLink(value.raw);
        case 'inLink':
          return encodeURIComponent(cleanText(value.raw)).replace(
            /[!'()*]/g,
            (char) => `%${char.charCodeAt(0).toString(16)}`,
          );
        default:
          return value.text;
      }
    };
  }
}

/** The context of a placeholder in a plain text: in its words, in the host of a URL, or further on in one. */
type TextContext = 'text' | 'link' | 'inLink';

function findTextContexts(text: string): TextContext[] {
  const links = text.matchAll(URL_TEMPLATE);
  let link = links.next().value;
  let hostEnd = -1;
  return [...text.matchAll(PLACEHOLDER_PATTERN)].map(({ index }) => {
    while (link && link.index + link[0].length <= index) {
      link = links.next().value;
      hostEnd = -1;
    }
    if (!link || index < link.index) {
      return 'text';
    }
    if (hostEnd === -1) {
      hostEnd = link.index + (THROUGH_HOST.exec(link[0])?.[0].length ?? 0);
    }
    return index <= hostEnd ? 'link' : 'inLink';
  });
}

/** Fills every placeholder; undefined when a value is missing. All of them are looked up. */
export function fillTemplate(template: Template, lookup: Lookup, escape: Escape = toText): string | undefined {
  let filled: string | undefined = template[0] ?? '';
  for (let index = 1; index < template.length; index += 2) {
    const value = lookup(template[index] ?? '');
    filled =
      filled === undefined || value === undefined
        ? undefined
        : filled + escape(value, (index - 1) / 2) + (template[index + 1] ?? '');
  }
  return filled;
}

/** Schemes that run code or contain a document. */
const UNSAFE_SCHEME = /^(?:javascript|data|vbscript|file|blob)\s*:/iu;
/** Browsers leave these out where a link begins (URL standard, "basic URL parser"), and some others do. */
const IGNORED_AT_START = /^[\s\p{Cc}\p{Cf}]+/u;
/** The same anywhere in a link. */
const IGNORED = /[\t\n\r]/g;

/**
 * Fills every placeholder of a link; `missing` when a value is missing, `bad` when a value would decide the kind of
 * link. Values are percent-encoded, so that they cannot add a host or a parameter. A value at the start is the link
 * itself and is inserted unchanged, unless its scheme runs code.
 */
export function fillLink(template: Template, lookup: Lookup): { link: string } | 'missing' | 'bad' {
  const startsWithValue = template.length > 1 && template[0] === '';
  const filled = fillTemplate(template, lookup, (value, number) =>
    startsWithValue && number === 0 ? encodeWholeLink(value.raw) : encodeURIComponent(cleanText(value.raw)),
  );
  if (filled === undefined) {
    return 'missing';
  }
  return isSafeLink(filled) ? { link: filled } : 'bad';
}

/** Encodes a value that is a whole link, so that no character ends it early. */
export function encodeWholeLink(value: string): string {
  return cleanText(value)
    .trim()
    .replace(/[\s\p{Cc}]/gu, encodeURIComponent);
}

/** Whether a link opens a page, as opposed to running code or containing a document. */
export function isSafeLink(link: string): boolean {
  return !UNSAFE_SCHEME.test(link.replace(IGNORED_AT_START, '').replace(IGNORED, ''));
}

/** The text of a parameter or attribute. An empty text is a value; null, absent and a list without elements are not. */
export function toValueText(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return cleanText(value);
    case 'number':
    case 'boolean':
      return String(value);
    case 'object':
      if (value === null) {
        return undefined;
      }
      if (Array.isArray(value)) {
        return value.length === 0 ? undefined : value.map((item) => toValueText(item) ?? '').join(', ');
      }
      return JSON.stringify(value);
    default:
      return undefined;
  }
}

/** Escapes a value for text and attributes of an HTML body. */
export function escapeHtml(value: string): string {
  if (!/[&<>"']/.test(value)) {
    return value;
  }
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** Turns a value into a single line: in a mail header, a line break would start another header. */
export function toSingleLine(value: string): string {
  return value.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

function toText({ text }: Value): string {
  return text;
}
