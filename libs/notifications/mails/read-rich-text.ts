import { malformed, missing } from '#platform/errors';
import type { RichPiece, RichText } from './mail.types.js';
import type { RichParagraphDto, RichPieceDto } from './rich-text.dto.js';
import { requireMailLink } from './safe-urls.js';

/** A character that the renderer reads as another placeholder, or as the end of this one. */
const BRACE = /[{}]/;
/** In a name also the mark before a default, and what looks like a tag before it is filled in. */
const NO_NAME = /[{}|<>]/;
/** The length of a placeholder with its default and the mark between them, as the renderer finds it. */
const MAX_PLACEHOLDER = 200;

/**
 * A rich text of a request in its normal form: marks that are off and pieces without a character are left out.
 *
 * @param path  of the text in the request, for refusals: `mail.design.blocks.0.rich`
 * @throws AppError missing_field for a text or placeholder without its words; malformed for a name that is none, and for
 *   an address that a mail may not open
 */
export function readRichText(paragraphs: readonly RichParagraphDto[], path: string): RichText {
  return paragraphs.map(({ pieces }, line) => ({
    pieces: pieces
      .map((piece, at) => readPiece(piece, `${path}.${line}.pieces.${at}`))
      .filter((piece) => piece.type !== 'text' || piece.text !== ''),
  }));
}

function readPiece(piece: RichPieceDto, path: string): RichPiece {
  switch (piece.type) {
    case 'break':
      return { type: 'break' };
    case 'text':
      return { type: 'text', text: required(piece.text, `${path}.text`), ...readMarks(piece, path) };
    case 'placeholder':
      return { type: 'placeholder', ...readPlaceholder(piece, path), ...readMarks(piece, path) };
  }
}

function readPlaceholder({ name, fallback }: RichPieceDto, path: string): { name: string; fallback?: string } {
  const named = required(name, `${path}.name`).trim();
  if (named === '' || NO_NAME.test(named)) {
    throw malformed(`Field '${path}.name' should be the name of a placeholder, without { } | < and >`);
  }
  if (fallback !== undefined && BRACE.test(fallback)) {
    throw malformed(`Field '${path}.fallback' should have neither { nor }`);
  }
  if (named.length + 1 + (fallback ?? '').length > MAX_PLACEHOLDER) {
    throw malformed(`Field '${path}.fallback' should have at most ${MAX_PLACEHOLDER - 1} characters with the name`);
  }
  return { name: named, ...(fallback !== undefined && { fallback }) };
}

function readMarks({ bold = false, italic = false, link = '' }: RichPieceDto, path: string) {
  const opened = requireMailLink(link, `${path}.link`);
  return {
    ...(bold && { bold: true as const }),
    ...(italic && { italic: true as const }),
    ...(opened !== '' && { link: opened }),
  };
}

function required(text: string | undefined, path: string): string {
  if (text === undefined) {
    throw missing(path);
  }
  return text;
}
