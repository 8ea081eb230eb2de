import { decodeHTML } from 'entities';
import type { Stretch } from '#platform/async';
import { LruCache } from '#platform/collections';
import { RAW_TEXT_TAGS, readTags, type Tag } from './html/html-tags.js';

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
const SPACE_AT_START = /^[ \t\n\f\r]/;
const SPACE_AT_END = /[ \t\n\f\r]$/;

/** Characters of the templates that are in use: those of a few messages in all their languages. */
const CACHE_CHARACTERS = 16 * 1024 * 1024;
const cache = new LruCache<string, string>({
  maxSize: CACHE_CHARACTERS,
  sizeCalculation: (text, html) => 1 + text.length + html.length,
});
/** Tags that are read between two looks at the clock. */
const TAGS_OF_STEP = 500;

/**
 * The plain text of an HTML body, for mail readers that show no HTML (RFC 2046, section 5.1.4). It is made of the
 * template, not of each rendered body: placeholders stay, and a campaign costs one conversion. Its time grows with the
 * length of the text, whatever the text is.
 */
export function toPlainText(html: string): string {
  const cached = cache.get(html);
  if (cached !== undefined) {
    return cached;
  }
  const conversion = convertHtml(html);
  let step = conversion.next();
  while (step.done !== true) {
    step = conversion.next();
  }
  cache.set(html, step.value);
  return step.value;
}

/** Converts a body that `toPlainText` is asked for soon. A long one gives way to other work. */
export async function preparePlainText(html: string, stretch: Stretch): Promise<void> {
  if (cache.has(html)) {
    return;
  }
  const conversion = convertHtml(html);
  let step = conversion.next();
  while (step.done !== true) {
    if (stretch.isOver) {
      await stretch.giveWay();
    }
    step = conversion.next();
  }
  cache.set(html, step.value);
}

function* convertHtml(html: string): Generator<undefined, string> {
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

/** Writes texts and line breaks in order. Breaks and spaces wait for the text that follows them. */
class TextWriter {
  private readonly pieces: string[] = [];
  private readonly lists: List[] = [];
  private quotes = 0;
  private preformatted = 0;
  private breaks = 0;
  private hasSpace = false;
  /** The mark of the list entry that begins. */
  private mark = '';
  /** The link that is open, and its text as far as it may be the same as the address. */
  private link: { url: string; text: string } | undefined;

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
      this.link = href && !href.url.startsWith('#') ? { url: withoutMailto(href.url), text: '' } : undefined;
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

  finish(): string {
    this.endLink();
    return this.pieces.join('');
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
    const { link } = this;
    this.link = undefined;
    if (link && link.url !== '' && link.url !== link.text) {
      this.hasSpace ||= link.text !== '';
      this.write(link.text === '' ? link.url : `[${link.url}]`);
    }
  }

  private write(text: string): void {
    if (text === '') {
      return;
    }
    const isFirst = this.pieces.length === 0;
    const start = '> '.repeat(this.quotes) + '  '.repeat(Math.max(0, this.lists.length - 1));
    if (isFirst || this.breaks > 0) {
      this.pieces.push('\n'.repeat(isFirst ? 0 : Math.min(this.breaks, 3)), start, this.mark);
    } else if (this.hasSpace) {
      this.pieces.push(' ');
    }
    this.pieces.push(text);
    if (this.link && this.link.text.length <= this.link.url.length) {
      this.link.text += text;
    }
    [this.breaks, this.hasSpace, this.mark] = [0, false, ''];
  }
}

function withoutMailto(url: string): string {
  return url.replace(/^mailto:/i, '');
}
