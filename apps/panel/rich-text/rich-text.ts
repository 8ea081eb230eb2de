import type { components } from '../../../openapi/panel.d.ts';

type Schemas = components['schemas'];
export type RichPiece = Schemas['RichPieceDto'];
/** Paragraphs, an empty line apart from each other. */
export type RichText = readonly Schemas['RichParagraphDto'][];

/** The text of a block: plain, or `rich` where a part of it is bold, italic or a link. */
export interface BlockText {
  /** The plain text, which is compared and read by people. */
  text: string;
  rich?: RichText | undefined;
}

const KINDS: readonly string[] = ['text', 'placeholder', 'break'] satisfies RichPiece['type'][];
/** A placeholder that the server takes as one: name and default. */
const PLACEHOLDER = /@\{([^{}|<>]{1,99})(?:\|([^{}]{0,99}))?\}/g;
const PARAGRAPH = '\n\n';

/** The pieces of a plain text: plain parts and placeholders. */
export function piecesOf(text: string): RichPiece[] {
  const pieces: RichPiece[] = [];
  let from = 0;
  for (const { start, end, piece } of findPlaceholders(text)) {
    pieces.push(...textPieces(text.slice(from, start)), piece);
    from = end;
  }
  return [...pieces, ...textPieces(text.slice(from))];
}

/** The whole placeholders of a text, and where they stand. */
export function findPlaceholders(text: string): { start: number; end: number; piece: RichPiece }[] {
  return [...text.matchAll(PLACEHOLDER)].flatMap((found) => {
    const [whole, name = '', fallback] = found;
    const piece: RichPiece = { type: 'placeholder', name, ...(fallback !== undefined && { fallback }) };
    return name.trim() === '' ? [] : [{ start: found.index, end: found.index + whole.length, piece }];
  });
}

/** The paragraphs that are shown to be edited. */
export function paragraphsOf({ text, rich }: BlockText): RichText {
  return rich ?? text.split(PARAGRAPH).map((paragraph) => ({ pieces: piecesOf(paragraph) }));
}

/** The text of paragraphs; plain where no part has a look. */
export function readBlockText(paragraphs: RichText): BlockText {
  const isRich = paragraphs.some(({ pieces }) =>
    pieces.some(({ bold, italic, link }) => bold === true || italic === true || (link ?? '') !== ''),
  );
  return { text: plainOf(paragraphs), ...(isRich && { rich: paragraphs }) };
}

function plainOf(paragraphs: RichText): string {
  return paragraphs.map(({ pieces }) => pieces.map(textOf).join('')).join(PARAGRAPH);
}

/** A placeholder as it is typed. */
export function placeholderText({ name = '', fallback }: Pick<RichPiece, 'name' | 'fallback'>): string {
  return `@{${name}${fallback === undefined ? '' : `|${fallback}`}}`;
}

function textOf(piece: RichPiece): string {
  switch (piece.type) {
    case 'break':
      return '\n';
    case 'placeholder':
      return placeholderText(piece);
    case 'text':
      return piece.text ?? '';
  }
}

function textPieces(text: string): RichPiece[] {
  return text
    .split('\n')
    .flatMap((line, index): RichPiece[] => [
      ...(index === 0 ? [] : [{ type: 'break' as const }]),
      ...(line === '' ? [] : [{ type: 'text' as const, text: line }]),
    ]);
}

/** Checks that a stored value is a rich text. */
export function isRichText(value: unknown): value is RichText {
  const listOf = (list: unknown): unknown[] => (Array.isArray(list) ? (list as unknown[]) : [undefined]);
  return listOf(value).every((paragraph) =>
    listOf((paragraph as { pieces?: unknown } | null | undefined)?.pieces).every((piece) => {
      const { type, text, name } = (piece ?? {}) as Record<string, unknown>;
      return (
        KINDS.includes(String(type)) &&
        (type !== 'text' || typeof text === 'string') &&
        (type !== 'placeholder' || typeof name === 'string')
      );
    }),
  );
}
