import { decodeHTMLAttribute } from 'entities';

/** Elements whose content is raw text: no tags are in it. */
export const RAW_TEXT_TAGS: ReadonlySet<string> = new Set([
  'script',
  'style',
  'title',
  'textarea',
  'xmp',
  'iframe',
  'noembed',
  'noframes',
]);

/** The value of an `href`, where it stands in the text, and the address that browsers read in it. */
export interface Href {
  start: number;
  end: number;
  url: string;
}

/** A tag, or anything else that is no text: a comment, a declaration. */
export interface Tag {
  /** In lower case, with a slash for an end tag; empty for what is no tag. */
  name: string;
  /** Between the last tag and this one is text, or the raw text of the last one. */
  start: number;
  end: number;
  /** The first one, of a start tag alone. */
  href?: Href;
}

const NAME = /<(\/?[a-z][^\s/>]*)/iy;
/** An attribute behind a name or another one, with its value by how it is quoted. Sticky. */
export const ATTRIBUTE = /[\s/]*([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>][^\s>]*)))?/y;
const TAG_END = /[\s/]*>/y;
const COMMENT_START = '<!--';
/** Also `<!-->` is one, and some end with `--!>` (HTML, "comment start state" and "comment end bang state"). */
const COMMENT_END = /--!?>/g;
/** `<!doctype html>`, `<?xml version="1.0"?>`, and what a slash makes of a lone `</`. */
const DECLARATION = /<(?:[!?]|\/[^a-z])/iy;

/**
 * Reads the tags of an HTML text in order, as a browser would. It reads the text once: its time grows with the length of
 * the text, whatever the text is. A tag or comment that never ends is the last one, and takes the rest.
 */
export function* readTags(html: string): Generator<Tag> {
  let at = html.indexOf('<');
  while (at !== -1) {
    const tag = readTag(html, at);
    if (!tag) {
      at = html.indexOf('<', at + 1);
      continue;
    }
    yield tag;
    at = html.indexOf('<', RAW_TEXT_TAGS.has(tag.name) ? findRawTextEnd(html, tag) : tag.end);
  }
}

/** Undefined where the text has a mere `<`. */
function readTag(html: string, start: number): Tag | undefined {
  if (html.startsWith(COMMENT_START, start)) {
    return { name: '', start, end: findCommentEnd(html, start) };
  }
  NAME.lastIndex = start;
  const name = NAME.exec(html)?.[1]?.toLowerCase();
  if (name !== undefined) {
    return readAttributes(html, { name, start, end: start + 1 + name.length });
  }
  DECLARATION.lastIndex = start;
  return DECLARATION.test(html) ? { name: '', start, end: endOf(html, '>', start + 2) } : undefined;
}

/** Completes a tag, of which the name is read. */
function readAttributes(html: string, { name, start, end: from }: Tag): Tag {
  let href: Href | undefined;
  for (let at = from; ;) {
    TAG_END.lastIndex = at;
    if (TAG_END.test(html)) {
      return { name, start, end: TAG_END.lastIndex, ...(href && !name.startsWith('/') && { href }) };
    }
    ATTRIBUTE.lastIndex = at;
    const match = ATTRIBUTE.exec(html);
    if (!match) {
      return { name, start, end: html.length };
    }
    at = ATTRIBUTE.lastIndex;
    const [, attribute = '', double, single, bare] = match;
    const value = double ?? single ?? bare;
    if (href === undefined && value !== undefined && attribute.length === 4 && attribute.toLowerCase() === 'href') {
      const end = bare === undefined ? at - 1 : at;
      href = { start: end - value.length, end, url: readAddress(value) };
    }
  }
}

function findRawTextEnd(html: string, { name, end }: Tag): number {
  const close = new RegExp(`</${name}[\\s/>]`, 'gi');
  close.lastIndex = end;
  return close.exec(html)?.index ?? html.length;
}

function findCommentEnd(html: string, start: number): number {
  COMMENT_END.lastIndex = start + 2;
  return COMMENT_END.test(html) ? COMMENT_END.lastIndex : html.length;
}

function endOf(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found === -1 ? html.length : found + mark.length;
}

/**
 * The address in an attribute as browsers read it: without character references (HTML, "attribute value state"), without
 * tabs and line breaks, and without spaces and controls around it (URL standard, "basic URL parser").
 */
export function readAddress(value: string): string {
  const address = decodeHTMLAttribute(value).replace(/[\t\n\r]/g, '');
  let [start, end] = [0, address.length];
  while (start < end && address.charAt(start) <= ' ') {
    start += 1;
  }
  while (start < end && address.charAt(end - 1) <= ' ') {
    end -= 1;
  }
  return address.slice(start, end);
}
