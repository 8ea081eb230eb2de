import { cleanText } from '../model/clean-values.js';
import { compileText, type TextTemplate } from './linked-template.js';
import { compileMail, type MailTemplate } from './mail-template.js';
import {
  findPlaceholders,
  parseText,
  readPlaceholder,
  type Escape,
  type Lookup,
  type ParsedText,
  type Template,
} from './placeholders.js';
import type { Value } from './value-format.js';

/** The value of a placeholder. A blank one is none where there is a default. */
export function findValue(placeholder: string, lookup: (name: string) => Value | undefined): Value | undefined {
  const { name, fallback } = readPlaceholder(placeholder);
  const value = lookup(name);
  return fallback !== undefined && (value === undefined || value.text.trim() === '')
    ? { text: fallback, raw: fallback, isDefault: true }
    : value;
}

/** The templates of one message, each read once. */
export class TemplateCache {
  /** @param most  of each kind, where values decide the templates */
  constructor(private readonly most = Number.POSITIVE_INFINITY) {}

  private readonly parsed = new Map<string, ParsedText>();
  private readonly texts = new Map<string, TextTemplate>();
  private readonly mails = new Map<string, MailTemplate>();
  private readonly places = new Map<string, ReadonlyMap<string, number>>();

  parse(text: string): ParsedText {
    return this.read(this.parsed, text, parseText);
  }

  /** A plain text with its links. */
  compileText(text: string): TextTemplate {
    return this.read(this.texts, text, compileText);
  }

  /** An HTML body, and its plain text. */
  compileMail(html: string): MailTemplate {
    return this.read(this.mails, html, compileMail);
  }

  /** First place of each placeholder of a text, in characters. */
  placesIn(text: string): ReadonlyMap<string, number> {
    return this.read(this.places, text, findPlaceholders);
  }

  private read<T extends object>(known: Map<string, T>, text: string, compile: (text: string) => T): T {
    let template = known.get(text);
    if (!template) {
      if (known.size >= this.most) {
        known.clear();
      }
      template = compile(text);
      known.set(text, template);
    }
    return template;
  }
}

/** Creates an escape for a plain text: values cannot end the URLs that contain them. */
export function createTextEscape({ contexts }: TextTemplate): Escape {
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
/** Characters that browsers leave out anywhere in a link. */
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

/** Tests if a link opens a page, as opposed to running code or containing a document. */
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

/** The text of one of some parameters; undefined: it has none. */
export function readParam(params: Readonly<Record<string, unknown>> | undefined, name: string): string | undefined {
  return params && Object.hasOwn(params, name) ? toValueText(params[name]) : undefined;
}

/** The value of one of some parameters, for templates. */
export function readParamValue(params: Readonly<Record<string, unknown>> | undefined, name: string): Value | undefined {
  const text = readParam(params, name);
  return text === undefined ? undefined : { text, raw: text, data: params?.[name] };
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
