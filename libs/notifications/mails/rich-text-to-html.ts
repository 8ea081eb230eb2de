import { escapeLines, escapeText, JOINER } from './escape-text.js';
import type { RichPiece, RichText } from './mail.types.js';

/**
 * The HTML of a rich text. Its elements are `br`, `a`, `strong` and `em`, each closed where it belongs; all else is
 * escaped. Paragraphs are an empty line apart, as in a plain text.
 *
 * @param linkStyle  CSS of links, as it stands in an attribute
 * @throws AppError malformed for the default of a placeholder that is too long once it is escaped
 */
export function richTextToHtml(text: RichText, linkStyle: string): string {
  return text.map(({ pieces }) => lineOf(pieces, linkStyle)).join('<br><br>');
}

/** Tests if nothing of it is seen. */
export function isBlankRich(text: RichText): boolean {
  return text.every(({ pieces }) =>
    pieces.every((piece) => piece.type === 'break' || (piece.type === 'text' && piece.text.trim() === '')),
  );
}

/** Pieces beside each other that open the same are one link, whatever else they look like. */
function lineOf(pieces: readonly RichPiece[], linkStyle: string): string {
  let html = '';
  let open: string | undefined;
  for (const piece of pieces) {
    const link = piece.type === 'break' ? undefined : piece.link;
    if (link !== open) {
      html += open === undefined ? '' : '</a>';
      html += link === undefined ? '' : `<a href="${escapeText(link)}" style="${linkStyle}">`;
      open = link;
    }
    html += pieceOf(piece);
  }
  return html + (open === undefined ? '' : '</a>');
}

function pieceOf(piece: RichPiece): string {
  if (piece.type === 'break') {
    return '<br>';
  }
  const written =
    piece.type === 'text'
      ? // The next piece may begin with a brace.
        escapeLines(piece.text.replace(/@$/, `@${JOINER}`))
      : escapeText(`@{${piece.name}${piece.fallback === undefined ? '' : `|${piece.fallback}`}}`);
  const slanted = piece.italic ? `<em>${written}</em>` : written;
  return piece.bold ? `<strong>${slanted}</strong>` : slanted;
}
