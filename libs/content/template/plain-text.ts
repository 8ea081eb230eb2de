import { decodeHTML } from 'entities';
import { RAW_TEXT_TAGS, readTags, type Tag } from './html/html-tags.js';
import type { MarkedLink } from './linked-template.js';
import { hasMark, startsWithMark } from './marked-text.js';
import { findTextLinks } from './text-links.js';

/** Lines that end before and after an element: 2 leave an empty line. */
const BLOCKS = new Map<string, number>([
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'ul', 'ol', 'table', 'blockquote', 'pre', 'hr'].map(
    (name): [string, number] => [name, 2],
  ),
  ...['address', 'article', 'aside', 'body', 'caption', 'center', 'dd', 'div', 'dl', 'dt', 'fieldset', 'figure'].map(
    (name): [string, number] => [name, 1],
  ),
  ...['footer', 'form', 'header', 'html', 'li', 'main', 'nav', 'section', 'tr'].map((name): [string, number] => [
    name,
    1,
  ]),
]);
/** Cells of a line stand apart from each other. */
const CELLS = new Set(['td', 'th']);
/** Nested lists and quotations. Deeper ones are written as these, so that a line never begins with a page of marks. */
const MAX_NESTING = 10;
const RULE = '-'.repeat(40);
const SPACES = /[ \t\n\f\r]+/g;
/** Spaces that do not break are spaces too, beside a tag. */
const SPACE_AT_START = /^\s/;
const SPACE_AT_END = /\s$/;

/** Tags that are read between two looks at the clock. */
const TAGS_OF_STEP = 500;

/** A plain text, and its links in order. */
export interface ConvertedText {
  text: string;
  links: MarkedLink[];
}

/**
 * Converts an HTML text to a plain one, in steps. Marks of placeholders stay. Its time grows with the length of the
 * text, whatever the text is.
 */
export function* convertHtml(html: string): Generator<undefined, ConvertedText> {
  const writer = new TextWriter();
  let from = 0;
  let last = '';
  let tags = 0;
  for (const tag of readTags(html)) {
    writer.addText(RAW_TEXT_TAGS.has(last) ? '' : html.slice(from, tag.start));
    writer.addTag(tag);
    [from, last] = [tag.end, tag.name];
    tags += 1;
    if (tags % TAGS_OF_STEP === 0) {
      yield;
    }
  }
  writer.addText(RAW_TEXT_TAGS.has(last) ? '' : html.slice(from));
  return writer.finish();
}

interface List {
  isOrdered: boolean;
  items: number;
}

/** A part of the text. @property url  it is a link to this address, and is not searched for others */
interface Piece {
  text: string;
  url?: string;
}

/** Characters that a mail reader would take for a part of the address before them. */
const GOES_ON = /^[\p{L}\p{M}\p{N}\ufdd0'ʼ]/u;

/** Writes texts and line breaks in order. Breaks and spaces wait for the text that follows them. */
class TextWriter {
  private readonly pieces: Piece[] = [];
  private readonly lists: List[] = [];
  private quotes = 0;
  private preformatted = 0;
  private breaks = 0;
  private hasSpace = false;
  /** The mark of the list entry that begins. */
  private mark = '';
  /** The link that is open, its text as far as it may be the same as the address, and the last piece of it. */
  private link: { url: string; text: string; last?: Piece } | undefined;

  addText(html: string): void {
    if (html === '') {
      return;
    }
    const text = decodeHTML(html);
    if (this.preformatted > 0) {
      text.split('\n').forEach((line, index) => {
        this.breaks += index > 0 ? 1 : 0;
        this.write(line);
      });
      return;
    }
    this.hasSpace ||= SPACE_AT_START.test(text);
    this.write(text.replace(SPACES, ' ').trim());
    this.hasSpace ||= SPACE_AT_END.test(text);
  }

  addTag({ name, href }: Tag): void {
    const isEnd = name.startsWith('/');
    const element = isEnd ? name.slice(1) : name;
    if (element === 'a') {
      this.endLink();
      this.link = href && !href.url.startsWith('#') ? { url: href.url, text: '' } : undefined;
    } else if (element === 'br') {
      this.breaks += 1;
    } else if (CELLS.has(element)) {
      this.hasSpace = true;
    } else if (isEnd) {
      this.nest(element, isEnd);
      this.breakLine(BLOCKS.get(element) ?? 0);
    } else {
      this.breakLine(BLOCKS.get(element) ?? 0);
      this.nest(element, isEnd);
    }
  }

  /** Links of the HTML are where they were written; the words between them are searched for others. */
  finish(): ConvertedText {
    this.endLink();
    const links: MarkedLink[] = [];
    let text = '';
    let words = '';
    const addWords = (): void => {
      for (const { start, end } of findTextLinks(words)) {
        links.push({ start: text.length + start, end: text.length + end });
      }
      text += words;
      words = '';
    };
    for (const piece of this.pieces) {
      if (piece.url === undefined) {
        words += piece.text;
        continue;
      }
      addWords();
      const range = { start: text.length, end: text.length + piece.text.length };
      links.push(hasMark(piece.url) ? range : { ...range, url: piece.url });
      text += piece.text;
    }
    addWords();
    return { text, links };
  }

  private nest(element: string, isEnd: boolean): void {
    const step = isEnd ? -1 : 1;
    if (element === 'ul' || element === 'ol') {
      if (isEnd) {
        this.lists.pop();
      } else if (this.lists.length < MAX_NESTING) {
        this.lists.push({ isOrdered: element === 'ol', items: 0 });
      }
    } else if (element === 'li' && !isEnd) {
      const list = this.lists.at(-1);
      this.mark = list?.isOrdered ? ` ${(list.items += 1)}. ` : ' * ';
    } else if (element === 'blockquote') {
      this.quotes = Math.min(MAX_NESTING, Math.max(0, this.quotes + step));
    } else if (element === 'pre') {
      this.preformatted = Math.max(0, this.preformatted + step);
    } else if (element === 'hr') {
      this.write(RULE);
      this.breakLine(2);
    }
  }

  /** A list in a list begins without an empty line. */
  private breakLine(lines: number): void {
    this.breaks = Math.max(this.breaks, this.lists.length > 0 ? Math.min(lines, 1) : lines);
    this.hasSpace &&= lines === 0;
  }

  private endLink(): void {
    const { url = '', text = '', last } = this.link ?? {};
    this.link = undefined;
    const address = encodeAddress(url);
    if (last && text === url && last.text === url && isWebAddress(url)) {
      Object.assign(last, { text: address, url });
    } else if (url !== '' && text !== withoutMailto(url)) {
      this.hasSpace ||= text !== '';
      this.writeAddress(isWebAddress(url) ? { text: address, url } : { text: withoutMailto(url) }, text !== '');
    }
  }

  private writeAddress(address: Piece, isInBrackets: boolean): void {
    this.begin(address.text);
    this.pieces.push(...(isInBrackets ? [{ text: '[' }, address, { text: ']' }] : [address]));
  }

  private write(text: string): void {
    if (text === '') {
      return;
    }
    this.begin(text);
    const piece = { text };
    this.pieces.push(piece);
    if (this.link && this.link.text.length <= this.link.url.length) {
      this.link.text += text;
      this.link.last = piece;
    }
  }

  /** Writes the breaks and spaces that wait for a text. */
  private begin(text: string): void {
    const isFirst = this.pieces.length === 0;
    const start = '> '.repeat(this.quotes) + '  '.repeat(Math.max(0, this.lists.length - 1));
    if (isFirst || this.breaks > 0) {
      this.pieces.push({ text: '\n'.repeat(isFirst ? 0 : Math.min(this.breaks, 3)) + start + this.mark });
    } else if (this.hasSpace || (this.pieces.at(-1)?.url !== undefined && GOES_ON.test(text))) {
      this.pieces.push({ text: ' ' });
    }
    [this.breaks, this.hasSpace, this.mark] = [0, false, ''];
  }
}

function withoutMailto(url: string): string {
  return url.replace(/^mailto:/i, '');
}

/** An address of a page, or one that begins with a value. */
function isWebAddress(url: string): boolean {
  return startsWithMark(url) || /^https?:\/\//i.test(url);
}

const ORIGIN = /^https?:\/\/[^/?#\\]*/i;
/** Characters at which a reader of plain text ends an address (RFC 3986, section 2 and appendix C). */
const UNSAFE = /[^\x21-\x7e\ufdd0\ufdd1]|["'<>[\]\\^`{|}]/gu;

/** Percent-encodes an address, so that a plain text shows where it ends. Its host becomes ASCII (RFC 5890). */
function encodeAddress(url: string): string {
  const [origin = ''] = ORIGIN.exec(url) ?? [];
  const isForeign = /[^\x21-\x7e]/.test(origin) && !origin.includes('@');
  return (
    ((isForeign && URL.parse(origin)?.origin) || origin) + url.slice(origin.length).replace(UNSAFE, encodeCharacter)
  );
}

function encodeCharacter(character: string): string {
  return character === "'" ? '%27' : encodeURIComponent(character.toWellFormed());
}
