import { findHtmlContexts, type HtmlContext } from './html-context.js';
import { cleanText } from '../model/json-values.js';

/**
 * Placeholders: `@{name}`, where the name is a parameter of the send or a profile attribute code. Codes may hold spaces;
 * blanks around a name do not count. Anything else, such as `@{}` or a lone `@{`, is ordinary text.
 */
const PLACEHOLDER_PATTERN = /@\{([^{}]{1,200})\}/g;
/** A web address in a text, with its placeholders. */
export const URL_TEMPLATE = /https?:\/\/(?:@\{[^{}]{1,200}\}|[^\s<>"])+/gi;
/** As far as a placeholder in such an address, when it says the host or a part of it. */
const BEFORE_HOST = /^https?:\/\/[^/?#]*$/i;

/** Gives the value of a placeholder, or undefined where there is none. */
export type Lookup = (name: string) => string | undefined;
/** Makes a value safe for the place it is put in. `number`: of the placeholder in its template, from 0. */
export type Escape = (value: string, number: number) => string;
/** Literal texts at even positions, names at odd ones. */
export type Template = readonly string[];

/** The templates of one message, each taken apart once. */
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

  /** Where the placeholders of a text stand that is HTML. */
  htmlContexts(html: string): readonly HtmlContext[] {
    const contexts = this.htmlContextsByText.get(html) ?? findHtmlContexts(this.parse(html));
    this.htmlContextsByText.set(html, contexts);
    return contexts;
  }

  /** Makes values safe for the places of a plain text where they stand: in its web addresses they cannot end them. */
  createTextEscape(text: string): Escape {
    const contexts = this.textContextsByText.get(text) ?? findTextContexts(text);
    this.textContextsByText.set(text, contexts);
    return (value, number) => {
      switch (contexts[number]) {
        case 'link':
          return encodeWholeLink(value);
        case 'inLink':
          return encodeURIComponent(value).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
        default:
          return value;
      }
    };
  }
}

/** Where a placeholder of a plain text stands: in its words, at the host of a web address, or further on in one. */
type TextContext = 'text' | 'link' | 'inLink';

function findTextContexts(text: string): TextContext[] {
  const links = text.matchAll(URL_TEMPLATE);
  let link = links.next().value;
  return [...text.matchAll(PLACEHOLDER_PATTERN)].map(({ index }) => {
    while (link && link.index + link[0].length <= index) {
      link = links.next().value;
    }
    if (!link || index < link.index) {
      return 'text';
    }
    return BEFORE_HOST.test(text.slice(link.index, index)) ? 'link' : 'inLink';
  });
}

/** The text with every placeholder filled, or undefined when one has no value. All of them are looked up. */
export function fillTemplate(template: Template, lookup: Lookup, escape: Escape = identity): string | undefined {
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

/** The text with what can be filled filled; a placeholder without a value stays. */
export function fillAvailable(template: Template, lookup: Lookup): string {
  return template.map((part, index) => (index % 2 === 1 ? (lookup(part) ?? `@{${part}}`) : part)).join('');
}

/** Schemes that run code or carry a document where a link is expected. */
const UNSAFE_SCHEME = /^[\s\p{Cc}]*(javascript|data|vbscript|file|blob)\s*:/iu;

/**
 * A link with every placeholder filled; `missing` when one has no value, `bad` when a value would decide what kind of
 * link it is. Values are percent-encoded, so that they cannot add a host or a parameter. One that begins the
 * link is the link itself and goes in as it is, unless its scheme runs code.
 */
export function fillLink(template: Template, lookup: Lookup): { link: string } | 'missing' | 'bad' {
  const startsWithValue = template.length > 1 && template[0] === '';
  const filled = fillTemplate(template, lookup, (value, number) =>
    startsWithValue && number === 0 ? encodeWholeLink(value) : encodeURIComponent(cleanText(value)),
  );
  if (filled === undefined) {
    return 'missing';
  }
  return startsWithValue && !isSafeLink(filled) ? 'bad' : { link: filled };
}

/** A value that is a link of its own: nothing in it ends it early. */
export function encodeWholeLink(value: string): string {
  return cleanText(value)
    .trim()
    .replace(/[\s\p{Cc}]/gu, encodeURIComponent);
}

/** Whether a link opens something rather than runs or carries it. */
export function isSafeLink(link: string): boolean {
  return !UNSAFE_SCHEME.test(link);
}

/** The text of a parameter or attribute value. Empty is a value; null, absent and nothing else is none. */
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
      return Array.isArray(value) ? value.map((item) => toValueText(item) ?? '').join(', ') : JSON.stringify(value);
    default:
      return undefined;
  }
}

/** For the text and the attribute values of an HTML body. */
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

/** One line: for mail headers, where a line break would begin another header. */
export function toSingleLine(value: string): string {
  return value.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

function identity(value: string): string {
  return value;
}
