import { trimEnd } from '#platform/collections';
import type { Message } from '../model/message.types.js';
import { readTags, type Href } from './html/html-tags.js';
import { fillTemplate, findValue, TemplateCache, URL_TEMPLATE, toValueText } from './template.js';
import type { Value } from './value-format.js';

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

function* findHrefs(html: string): Generator<Href> {
  for (const { name, href } of readTags(html)) {
    if (name === 'a' && href) {
      yield href;
    }
  }
}

/** The position before the end tag of the body, if there is one. */
function findContentEnd(html: string): number {
  let end = html.length;
  for (const { index } of html.matchAll(/<\/body[\s>]/gi)) {
    end = index;
  }
  return end;
}

const URL_IN_TEXT = /https?:\/\/[^\s<>"]+/gi;
/** Characters that end a sentence, not a link. */
const AFTER_LINK = `.,;:!?'")]}`;
/** The same without the brace that ends a placeholder. */
const AFTER_TEMPLATE = `.,;:!?'")]`;

/** Finds the links of a rendered text. */
export function findTextLinks(text: string): { start: number; end: number; url: string }[] {
  return [...text.matchAll(URL_IN_TEXT)].map(({ index, 0: match }) => {
    const url = trimEnd(match, AFTER_LINK);
    return { start: index, end: index + url.length, url };
  });
}

/** The host is fixed text: no placeholder decides where the link leads. */
const FIXED_ORIGIN = /^https?:\/\/[^/?#@\s{}]+(?:[/?#]|$)/i;

/** More than the short links of a message can name. */
const MAX_LINK_TEMPLATES = 100;
/** Longer addresses are no pages of people, and many servers refuse them (RFC 9110, section 4.1: 8,000). */
const MAX_URL = 8000;

/**
 * Finds the first links in the texts of a message, with their placeholders, each once. A link is identified by its position,
 * so the order depends only on the message. Links with a placeholder in the host are left out.
 */
export function findLinkTemplates(message: Message): string[] {
  const links = new Set<string>();
  const found = new Set<string>();
  for (const text of collectTexts(message)) {
    for (const [match] of text.matchAll(URL_TEMPLATE)) {
      const link = trimEnd(match, AFTER_TEMPLATE);
      if (link.length <= MAX_URL && !found.has(link) && FIXED_ORIGIN.test(link)) {
        links.add(link);
      }
      found.add(link);
      if (links.size === MAX_LINK_TEMPLATES) {
        return [...links];
      }
    }
  }
  return [...links];
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

/** The page of a link for a user; null when an attribute has no value, or the result is no page or far too long. */
export function fillLinkTemplate(
  template: string,
  { params = {} }: Message,
  profile: Readonly<Record<string, unknown>>,
): string | null {
  const templates = new TemplateCache();
  let length = 0;
  const lookup = (name: string): Value | undefined => {
    if (length > MAX_URL) {
      return undefined;
    }
    const parameter = Object.hasOwn(params, name) ? toValueText(params[name]) : undefined;
    const raw = parameter ?? (Object.hasOwn(profile, name) ? toValueText(profile[name]) : undefined);
    length += raw?.length ?? 0;
    return raw === undefined ? undefined : { text: raw, raw };
  };
  const filled = fillTemplate(
    templates.parse(template),
    (placeholder) => findValue(placeholder, lookup),
    templates.createTextEscape(template),
  );
  const url = findTextLinks(filled ?? '')[0]?.url;
  return url !== undefined && getOrigin(url) !== null ? url : null;
}

/** A message of more origins is none of a person: links to the others stay as they are. */
const MAX_ORIGINS = 1000;
const ORIGIN_IN_TEXT = /https?:\/\/[^/?#@\s{}<>"'&\\]+(?=[/?#\s<>"'&]|$)/gi;

/**
 * The origins to which links of a message may be redirected: those in its own texts. A link whose host is the value of a
 * profile attribute or of a parameter of the send stays as it is: users may set their attributes, and servers pass on
 * what users wrote. Redirects of this installation must not lead to a page of their choice.
 */
export function findTrustedOrigins(message: Message): Set<string> {
  const read = new Set<string>();
  const origins = new Set<string>();
  for (const text of collectTexts(message)) {
    for (const [match] of text.matchAll(ORIGIN_IN_TEXT)) {
      const origin = read.has(match) ? null : getOrigin(match);
      read.add(match);
      if (origin !== null) {
        origins.add(origin);
      }
      if (read.size === MAX_ORIGINS) {
        return origins;
      }
    }
  }
  return origins;
}

/** The origin of a page; null for anything else, and for a URL with a user name. */
export function getOrigin(url: string): string | null {
  const parsed = URL.parse(url);
  const isPage = parsed && (parsed.protocol === 'https:' || parsed.protocol === 'http:');
  return isPage && parsed.username === '' && parsed.password === '' ? parsed.origin : null;
}

/** The texts of a message in all its languages. */
export function collectTexts({ text, personalizedMessage, languages = {} }: Message): string[] {
  const languageTexts = Object.keys(languages)
    .toSorted()
    .map((name) => languages[name]?.text);
  return [text, personalizedMessage, ...languageTexts].filter((template) => template !== undefined);
}
