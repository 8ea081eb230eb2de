import { decodeHTML } from 'entities';
import type { Value } from './value-format.js';

/**
 * Placeholders: `@{name}` or `@{name|default}`, where the name is a parameter of the send or the code of a profile
 * attribute. Codes may contain spaces; blanks around name and default are ignored. Editors of addresses write the braces
 * as `%7B` and `%7D`, and those of HTML as character references: both are read alike.
 */

/** Literal texts at even positions, placeholders without their braces at odd ones. */
export type Template = readonly string[];
/** The value of a placeholder with its default as written, or undefined. */
export type Lookup = (placeholder: string) => Value | undefined;
/** Escapes a value for its context. `number`: of the placeholder in its template, from 0. */
export type Escape = (value: Value, number: number) => string;

/**
 * A text that was read.
 *
 * @property broken  the beginning of a placeholder that has no end or no name; undefined: there is none
 */
export interface ParsedText {
  template: Template;
  broken: string | undefined;
}

/** Characters of a name with its default. */
const MAX_PLACEHOLDER = 200;
/** Characters of one as it is written: an escape has three or more for one. */
const MAX_WRITTEN = 3 * MAX_PLACEHOLDER;
/** Characters of a broken placeholder that a refusal shows. */
const MAX_SHOWN = 40;

interface Syntax {
  /** The beginning of a placeholder, whole or broken. */
  opener: RegExp;
  /** A whole one: its inside between braces, or between percent-encoded ones. */
  placeholder: RegExp;
  /** The inside as a plain text; undefined: it is none. */
  decode(inside: string): string | undefined;
}

/** A character as HTML may write it. @param code  in decimal and hexadecimal digits */
function characterReference(names: string, [decimal, hexadecimal]: [string, string]): string {
  return `&(?:${names});|&#0{0,5}${decimal}(?:;|(?!\\d))|&#[xX]0{0,5}${hexadecimal}(?:;|(?![\\da-fA-F]))`;
}

const AT = characterReference('commat', ['64', '40']);
const LEFT = characterReference('lbrace|lcub', ['123', '7[bB]']);
const RIGHT = characterReference('rbrace|rcub', ['125', '7[dD]']);

function createSyntax(
  { at, left, right, inside }: { at: string; left: string; right: string; inside: string },
  decode: Syntax['decode'],
): Syntax {
  const braces = `(?:${left})(${inside}{1,${MAX_WRITTEN}})(?:${right})`;
  const encodedBraces = `%7[bB]((?:(?!%7[bBdD])[^{}<>"\\n]){1,${MAX_WRITTEN}})%7[dD]`;
  return {
    opener: new RegExp(`(?:${at})(?:${left}|%7[bB])`),
    placeholder: new RegExp(`(?:${at})(?:${braces}|${encodedBraces})`, 'g'),
    decode,
  };
}

const IN_TEXT = createSyntax({ at: '@|%40', left: '\\{', right: '\\}', inside: '[^{}]' }, (inside) => inside);
const IN_HTML = createSyntax(
  { at: `@|%40|${AT}`, left: `\\{|${LEFT}`, right: `\\}|${RIGHT}`, inside: `(?:(?!${LEFT}|${RIGHT})[^{}])` },
  decodeInside,
);
/** Beginnings of placeholders in a plain text. */
const OPENERS = /(?:@|%40)(?:\{|%7b)/gi;

/** Reads the placeholders of a plain text. Its time grows with the length of the text, whatever the text is. */
export function parseText(text: string): ParsedText {
  return parse(text, IN_TEXT);
}

/**
 * Reads the placeholders of an HTML text. Name and default are what a reader of the HTML sees of them: without character
 * references, line breaks and tags. A tag that begins inside and ends outside breaks the placeholder.
 */
export function parseHtml(html: string): ParsedText {
  return parse(html, IN_HTML);
}

/** Counts what begins a placeholder, up to a number. */
export function countOpeners(text: string, max: number): number {
  return text.split(OPENERS, max + 1).length - 1;
}

/** Reads what stands in the braces of a placeholder. */
export function readPlaceholder(placeholder: string): { name: string; fallback: string | undefined } {
  const bar = placeholder.indexOf('|');
  return bar === -1
    ? { name: placeholder, fallback: undefined }
    : { name: placeholder.slice(0, bar).trimEnd(), fallback: placeholder.slice(bar + 1).trimStart() };
}

function parse(text: string, syntax: Syntax): ParsedText {
  const { opener } = syntax;
  if (!opener.test(text)) {
    return { template: [text], broken: undefined };
  }
  const template: string[] = [];
  let broken: string | undefined;
  let from = 0;
  const addLiteral = (literal: string): void => {
    template.push(literal);
    const start = opener.exec(literal)?.index;
    broken ??= start === undefined ? undefined : literal.slice(start, start + MAX_SHOWN);
  };
  for (const { inside, start, end } of findWhole(text, syntax)) {
    addLiteral(text.slice(from, start));
    template.push(inside);
    from = end;
  }
  addLiteral(text.slice(from));
  return { template, broken };
}

/** Finds where each placeholder of a text stands first, in characters, however HTML or an address writes its signs. */
export function findPlaceholders(text: string): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const { inside, start } of findWhole(text, IN_HTML)) {
    places.set(inside, places.get(inside) ?? start);
  }
  return places;
}

function* findWhole(text: string, { placeholder, decode }: Syntax) {
  for (const { 0: written, 1: plain, 2: encoded, index } of text.matchAll(placeholder)) {
    const inside = (plain === undefined ? decodePercents(decode(encoded ?? '')) : decode(plain))?.trim() ?? '';
    if (inside.length <= MAX_PLACEHOLDER && readPlaceholder(inside).name !== '') {
      yield { inside, start: index, end: index + written.length };
    }
  }
}

function decodePercents(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** HTML, "ASCII whitespace", which a browser shows as one space. */
const BLANKS = /[ \t\n\f\r]+/g;
/** Blanks in a name, where editors write spaces that do not break. */
const NAME_BLANKS = /[ \t\n\f\r\u00a0]+/g;

function decodeInside(inside: string): string | undefined {
  const words = takeTags(inside);
  if (words === undefined) {
    return undefined;
  }
  const { name, fallback } = readPlaceholder(decodeHTML(words).replace(BLANKS, ' '));
  return name.replace(NAME_BLANKS, ' ') + (fallback === undefined ? '' : `|${fallback}`);
}

const TAG = /<(\/?)([a-z][^\s/<>]*)[^<>]*>/gi;
const WITHOUT_END = new Set(['br', 'hr', 'img', 'wbr']);

/** Takes away the tags of elements that begin and end in the text; undefined where another tag stands in it. */
function takeTags(html: string): string | undefined {
  const open: string[] = [];
  let isWhole = true;
  const words = html.replace(TAG, (_tag, slash: string, name: string) => {
    const element = name.toLowerCase();
    if (slash !== '') {
      isWhole &&= open.pop() === element;
    } else if (!WITHOUT_END.has(element)) {
      open.push(element);
    }
    return element === 'br' ? ' ' : '';
  });
  return isWhole && open.length === 0 ? words : undefined;
}
