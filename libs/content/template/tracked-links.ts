import type { Json, Message } from '../model/message.types.js';
import { fillTemplate, TemplateCache, URL_TEMPLATE, toValueText } from './template.js';

/**
 * Finds the links of e-mails and text messages that can be tracked. It is pure: the delivery room decides which links
 * replace them.
 */

/**
 * The placeholder of the unsubscribe link, and the mark that stands for it until the link of the recipient is known.
 */
export const UNSUBSCRIBE_NAME = 'unsubscribeUrl';
export const UNSUBSCRIBE_MARK = 'https://unsubscribe.invalid/';

/** A position in an HTML body with a value for each recipient. */
export type HtmlSlot = { kind: 'link'; index: number; url: string } | { kind: 'unsubscribe' } | { kind: 'end' };

/** An HTML body split at its slots: `pieces` has one more entry than `slots`. */
export interface SplitHtml {
  pieces: readonly string[];
  slots: readonly HtmlSlot[];
}

interface SlotRange {
  start: number;
  end: number;
  slot: HtmlSlot;
}

/** Elements whose content is raw text. */
const RAW_TEXT_TAGS = new Set(['script', 'style', 'title', 'textarea', 'xmp', 'iframe', 'noembed', 'noframes']);
const TAG = /<([a-z][^\s/>]*)/iy;
const ATTRIBUTE = /[\s/]*([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>][^\s>]*)))?/y;
const TAG_END = /[\s/]*>/y;

/**
 * Splits an HTML body at the URLs of its `<a>` links to pages, at the marks of its unsubscribe link, and at the end of
 * its content. Links of other schemes, anchors, comments and scripts stay. It reads the text once.
 *
 * @param isTracked  whether a link to this URL, as a browser would read it, is tracked
 */
export function splitHtml(html: string, isTracked: (url: string) => boolean): SplitHtml {
  const hrefs: SlotRange[] = [];
  let index = 0;
  for (const { start, end, url } of findHrefs(html)) {
    if (url === UNSUBSCRIBE_MARK) {
      hrefs.push({ start, end, slot: { kind: 'unsubscribe' } });
    } else if (isTracked(url)) {
      hrefs.push({ start, end, slot: { kind: 'link', index: index++, url } });
    }
  }
  const end = findContentEnd(html);
  const edits = [...hrefs, ...findMarksOutside(html, hrefs), { start: end, end, slot: { kind: 'end' } as const }];
  edits.sort((a, b) => a.start - b.start);
  let from = 0;
  const pieces = edits.map((edit) => {
    const piece = html.slice(from, edit.start);
    from = edit.end;
    return piece;
  });
  return { pieces: [...pieces, html.slice(from)], slots: edits.map(({ slot }) => slot) };
}

/** Finds marks of the unsubscribe link in the text. @param hrefs  in order */
function findMarksOutside(html: string, hrefs: readonly SlotRange[]): SlotRange[] {
  const marks: SlotRange[] = [];
  let next = 0;
  for (let at = html.indexOf(UNSUBSCRIBE_MARK); at !== -1; at = html.indexOf(UNSUBSCRIBE_MARK, at + 1)) {
    while ((hrefs[next]?.end ?? Number.POSITIVE_INFINITY) <= at) {
      next++;
    }
    if ((hrefs[next]?.start ?? Number.POSITIVE_INFINITY) > at) {
      marks.push({ start: at, end: at + UNSUBSCRIBE_MARK.length, slot: { kind: 'unsubscribe' } });
    }
  }
  return marks;
}

/** Joins a body. @param fill  the value of a slot; URLs must need no escaping in an attribute */
export function joinHtml({ pieces, slots: places }: SplitHtml, fill: (slot: HtmlSlot) => string): string {
  let html = pieces[0] ?? '';
  for (const [index, slot] of places.entries()) {
    html += fill(slot) + (pieces[index + 1] ?? '');
  }
  return html;
}

interface Href {
  start: number;
  end: number;
  url: string;
}

function* findHrefs(html: string): Generator<Href> {
  let at = html.indexOf('<');
  while (at !== -1) {
    if (html.startsWith('<!--', at)) {
      const end = html.indexOf('-->', at + 4);
      at = end === -1 ? -1 : html.indexOf('<', end);
      continue;
    }
    TAG.lastIndex = at;
    const name = TAG.exec(html)?.[1]?.toLowerCase();
    if (name === undefined) {
      at = html.indexOf('<', at + 1);
      continue;
    }
    const { href, end } = readTag(html, at + 1 + name.length);
    if (name === 'a' && href) {
      yield href;
    }
    at = end === -1 ? -1 : html.indexOf('<', RAW_TEXT_TAGS.has(name) ? findRawTextEnd(html, name, end) : end);
  }
}

/** The first `href` of a tag and the end of the tag. -1: the tag never ends, and nothing after it is a tag. */
function readTag(html: string, from: number): { href?: Href; end: number } {
  let href: Href | undefined;
  for (let at = from; ;) {
    TAG_END.lastIndex = at;
    if (TAG_END.test(html)) {
      return { ...(href && { href }), end: TAG_END.lastIndex };
    }
    ATTRIBUTE.lastIndex = at;
    const match = ATTRIBUTE.exec(html);
    if (!match) {
      return { end: -1 };
    }
    at = ATTRIBUTE.lastIndex;
    const [, name = '', double, single, bare] = match;
    const value = double ?? single ?? bare;
    if (href === undefined && value !== undefined && name.toLowerCase() === 'href') {
      const end = bare === undefined ? at - 1 : at;
      href = { start: end - value.length, end, url: decodeEntities(value).trim() };
    }
  }
}

function findRawTextEnd(html: string, name: string, from: number): number {
  const close = new RegExp(`</${name}[\\s/>]`, 'gi');
  close.lastIndex = from;
  return close.exec(html)?.index ?? html.length;
}

/** The position before the end tag of the body, if there is one. */
function findContentEnd(html: string): number {
  return [...html.matchAll(/<\/body[\s>]/gi)].at(-1)?.index ?? html.length;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  return text.replace(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi, (whole, name, decimal, hex) => {
    if (name !== undefined) {
      return ENTITIES[String(name).toLowerCase()] ?? whole;
    }
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole;
  });
}

const URL_IN_TEXT = /https?:\/\/[^\s<>"]+/gi;
/** Characters that end a sentence, not a link. */
const AFTER_LINK = /[.,;:!?'")\]}]+$/;
/** The same without the brace that ends a placeholder. */
const AFTER_TEMPLATE = /[.,;:!?'")\]]+$/;

/** Finds the links of a rendered text. */
export function findTextLinks(text: string): { start: number; end: number; url: string }[] {
  return [...text.matchAll(URL_IN_TEXT)].map(({ index, 0: match }) => {
    const url = match.replace(AFTER_LINK, '');
    return { start: index, end: index + url.length, url };
  });
}

/** The host is fixed text: no placeholder decides where the link leads. */
const FIXED_ORIGIN = /^https?:\/\/[^/?#@\s{}]+(?:[/?#]|$)/i;

/**
 * Finds the links in the texts of a message, with their placeholders, each once. A link is identified by its position,
 * so the order depends only on the message. Links with a placeholder in the host are left out.
 */
export function findLinkTemplates(message: Message): string[] {
  const links = collectTexts(message).flatMap((text) =>
    [...text.matchAll(URL_TEMPLATE)].map(([match]) => match.replace(AFTER_TEMPLATE, '')),
  );
  return [...new Set(links)].filter((link) => FIXED_ORIGIN.test(link));
}

/** The index of the template of a rendered link, or -1. The link contains the fixed parts of its template in order. */
export function findTemplateIndex(url: string, templates: readonly string[]): number {
  const exact = templates.indexOf(url);
  return exact === -1 ? templates.findIndex((template) => matchesTemplate(url, template)) : exact;
}

function matchesTemplate(url: string, template: string): boolean {
  const parts = template.split(/@\{[^{}]{1,200}\}/);
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  if (parts.length < 2 || !url.startsWith(first) || !url.endsWith(last)) {
    return false;
  }
  let offset = first.length;
  for (const part of parts.slice(1, -1)) {
    const position = url.indexOf(part, offset);
    if (position === -1) {
      return false;
    }
    offset = position + part.length;
  }
  return offset + last.length <= url.length;
}

/** Whether a link differs between users. */
export function hasPlaceholder(link: string): boolean {
  return new TemplateCache().parse(link).length > 1;
}

/** The page of a link for a user; null when an attribute has no value, or the result is no page. */
export function fillLinkTemplate(
  template: string,
  { params = {} }: Message,
  profile: Readonly<Record<string, unknown>>,
): string | null {
  const templates = new TemplateCache();
  const lookup = (name: string): string | undefined => {
    const parameter = Object.hasOwn(params, name) ? toValueText(params[name]) : undefined;
    return parameter ?? (Object.hasOwn(profile, name) ? toValueText(profile[name]) : undefined);
  };
  const filled = fillTemplate(templates.parse(template), lookup, templates.createTextEscape(template));
  const url = findTextLinks(filled ?? '')[0]?.url;
  return url !== undefined && getOrigin(url) !== null ? url : null;
}

/**
 * The origins to which links of a message may be redirected: those in its own texts and in the parameters of the send.
 * A link whose host is the value of a profile attribute stays as it is. Users may set their attributes, and redirects
 * of this installation must not lead to a page of their choice.
 */
export function findTrustedOrigins(message: Message): Set<string> {
  const texts = [...collectTexts(message), ...collectStrings(message.params ?? {})];
  const origins = texts.flatMap((text) =>
    [...text.matchAll(/https?:\/\/[^/?#@\s{}<>"'&\\]+(?=[/?#\s<>"'&]|$)/gi)].map(([match]) => getOrigin(match)),
  );
  return new Set(origins.filter((origin) => origin !== null));
}

/** The origin of a page; null for anything else, and for a URL with a user name. */
export function getOrigin(url: string): string | null {
  const parsed = URL.parse(url);
  const isPage = parsed && (parsed.protocol === 'https:' || parsed.protocol === 'http:');
  return isPage && parsed.username === '' && parsed.password === '' ? parsed.origin : null;
}

function collectTexts({ text, personalizedMessage, languages = {} }: Message): string[] {
  const languageTexts = Object.keys(languages)
    .toSorted()
    .map((name) => languages[name]?.text);
  return [text, personalizedMessage, ...languageTexts].filter((template) => template !== undefined);
}

function collectStrings(value: Json): string[] {
  if (typeof value === 'string') {
    return [value];
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(collectStrings) : [];
}
