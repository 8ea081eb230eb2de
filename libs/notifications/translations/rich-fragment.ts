import type { RichPiece, RichText } from '../mails/mail.types.js';

/**
 * A rich text for translators: `<b>`, `<i>` and `<a1>` for its links in their order stand around words, an empty line is
 * a paragraph. Words that look like such a tag are written as `&lt;b>`.
 */

const TAG = /<(\/?)(b|i|a\d{1,3})>/g;
const LOOKS_LIKE_TAG = /<(?=\/?(?:b|i|a\d{1,3})>)/g;
const PLACEHOLDER = /@\{([^{}|<>]{1,99})(?:\|([^{}]{0,99}))?\}/g;
const PARAGRAPH = '\n\n';

/** Thrown for a tag that is not closed, closes nothing, or that the source does not have. */
export class BrokenTagError extends Error {
  constructor(readonly tag: string) {
    super(`the tag ${tag} does not fit`);
  }
}

/** Links of a rich text, each once, in their order. */
export function listLinks(rich: RichText): string[] {
  const links = rich.flatMap(({ pieces }) => pieces.flatMap((piece) => ('link' in piece && piece.link) || []));
  return [...new Set(links)];
}

export function writeFragment(rich: RichText): string {
  const links = listLinks(rich);
  return rich.map(({ pieces }) => writeParagraph(pieces, links)).join(PARAGRAPH);
}

function writeParagraph(pieces: readonly RichPiece[], links: readonly string[]): string {
  const open: string[] = [];
  let written = '';
  const closeTo = (length: number): void => {
    while (open.length > length) {
      written += `</${open.pop()}>`;
    }
  };
  for (const piece of pieces) {
    const tags = tagsOf(piece, links, open);
    const common = open.findIndex((tag, index) => tags[index] !== tag);
    closeTo(common === -1 ? open.length : common);
    for (const tag of tags.slice(open.length)) {
      written += `<${tag}>`;
      open.push(tag);
    }
    written += escape(textOf(piece));
  }
  closeTo(0);
  return written;
}

/** A break changes nothing. */
function tagsOf(piece: RichPiece, links: readonly string[], open: readonly string[]): string[] {
  if (piece.type === 'break') {
    return [...open];
  }
  const { link, bold, italic } = piece;
  return [
    ...(link === undefined || link === '' ? [] : [`a${links.indexOf(link) + 1}`]),
    ...(bold ? ['b'] : []),
    ...(italic ? ['i'] : []),
  ];
}

function textOf(piece: RichPiece): string {
  switch (piece.type) {
    case 'break':
      return '\n';
    case 'placeholder':
      return `@{${piece.name}${piece.fallback === undefined ? '' : `|${piece.fallback}`}}`;
    case 'text':
      return piece.text;
  }
}

/**
 * Reads what a translator wrote.
 *
 * @param links  of the source
 * @throws BrokenTagError
 */
export function readFragment(text: string, links: readonly string[]): RichText {
  const paragraphs: RichPiece[][] = [[]];
  const open: string[] = [];
  const add = (words: string): void => {
    for (const [index, paragraph] of unescape(words).split(PARAGRAPH).entries()) {
      if (index > 0) {
        paragraphs.push([]);
      }
      // A call has fewer arguments than a text may have lines.
      piecesOf(paragraph, open, links).forEach((piece) => paragraphs.at(-1)?.push(piece));
    }
  };
  let from = 0;
  for (const { 0: whole, 1: slash, 2: tag = '', index } of text.matchAll(TAG)) {
    add(text.slice(from, index));
    from = index + whole.length;
    const isKnown = !tag.startsWith('a') || links[Number(tag.slice(1)) - 1] !== undefined;
    if (slash === '' ? !isKnown || open.includes(tag) : open.at(-1) !== tag) {
      throw new BrokenTagError(whole);
    }
    if (slash === '') {
      open.push(tag);
    } else {
      open.pop();
    }
  }
  add(text.slice(from));
  if (open.length > 0) {
    throw new BrokenTagError(`<${open.at(-1)}>`);
  }
  return paragraphs.map((pieces) => ({ pieces }));
}

function piecesOf(paragraph: string, open: readonly string[], links: readonly string[]): RichPiece[] {
  const link = open.flatMap((tag) => (tag.startsWith('a') ? (links[Number(tag.slice(1)) - 1] ?? []) : [])).at(-1);
  const marks = {
    ...(open.includes('b') && { bold: true as const }),
    ...(open.includes('i') && { italic: true as const }),
    ...(link !== undefined && { link }),
  };
  return paragraph
    .split('\n')
    .flatMap((line, index): RichPiece[] => [
      ...(index === 0 ? [] : [{ type: 'break' as const }]),
      ...withPlaceholders(line).map((piece) => ({ ...piece, ...marks })),
    ]);
}

function withPlaceholders(line: string): Exclude<RichPiece, { type: 'break' }>[] {
  const pieces: Exclude<RichPiece, { type: 'break' }>[] = [];
  let from = 0;
  const addText = (text: string): void => void (text !== '' && pieces.push({ type: 'text', text }));
  for (const { 0: whole, 1: name = '', 2: fallback, index } of line.matchAll(PLACEHOLDER)) {
    addText(line.slice(from, index));
    pieces.push({ type: 'placeholder', name, ...(fallback !== undefined && { fallback }) });
    from = index + whole.length;
  }
  addText(line.slice(from));
  return pieces;
}

/** The words alone. */
export function plainOf(rich: RichText): string {
  return rich.map(({ pieces }) => pieces.map(textOf).join('')).join(PARAGRAPH);
}

function escape(text: string): string {
  return text.replaceAll(/&(?=(?:lt|amp);)/g, '&amp;').replaceAll(LOOKS_LIKE_TAG, '&lt;');
}

function unescape(text: string): string {
  return text.replaceAll(/&(lt|amp);/g, (_, name: string) => (name === 'lt' ? '<' : '&'));
}
