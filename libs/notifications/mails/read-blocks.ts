import { malformed } from '#platform/errors';
import type { BlockDto, BlockMailDto, InnerBlockDto } from './mail.dto.js';
import type { Block, BlockMail, InnerBlock, RichText } from './mail.types.js';
import { readRichText } from './read-rich-text.js';
import { requireMailLink, requirePictureUrl } from './safe-urls.js';

const ACCENT = '#0b6e63';
/** With those of columns. MJML takes time with each. */
const MAX_ALL = 100;
/** The pieces of all rich texts together. */
const MAX_PIECES = 2000;

/**
 * The blocks of a request in their normal form.
 *
 * @param path  of the mail in the request, for refusals: `mail.design`
 * @throws AppError malformed for an address that runs code, columns that are too many or too few, too many blocks
 */
export function readBlockMail(
  { blocks, preheader = '', accent = ACCENT, font }: BlockMailDto,
  path: string,
): BlockMail {
  const read = blocks.map((block, index) => readBlock(block, `${path}.blocks.${index}`));
  const all = read.flatMap((block) =>
    block.type === 'columns' ? block.columns.flatMap(({ blocks: inner }) => inner) : [block],
  );
  if (all.length > MAX_ALL) {
    throw malformed(`Field '${path}.blocks' has ${all.length} blocks with those of its columns; at most ${MAX_ALL}`);
  }
  const paragraphs = all.flatMap((block) => ('rich' in block ? (block.rich ?? []) : []));
  const pieces = paragraphs.reduce((sum, paragraph) => sum + paragraph.pieces.length, 0);
  if (pieces > MAX_PIECES) {
    throw malformed(`Field '${path}.blocks' has ${pieces} pieces of rich text; at most ${MAX_PIECES}`);
  }
  return { preheader, accent, ...(font !== undefined && { font }), blocks: read };
}

function readBlock(block: BlockDto, path: string): Block {
  switch (block.type) {
    case 'columns': {
      const { columns = [] } = block;
      if (columns.length < 2) {
        throw malformed(`Field '${path}.columns' should have two or three columns`);
      }
      return {
        type: 'columns',
        columns: columns.map((column, at) => ({
          blocks: column.blocks.map((inner, index) =>
            readInner(inner, inner.type, `${path}.columns.${at}.blocks.${index}`),
          ),
        })),
      };
    }
    case 'footer':
      return { type: 'footer', text: block.text ?? '', unsubscribe: block.unsubscribe ?? '' };
    default:
      return readInner(block, block.type, path);
  }
}

type Fields = Omit<InnerBlockDto, 'type'>;

function readInner(fields: Fields, type: InnerBlockDto['type'], path: string): InnerBlock {
  const { text = '', level = 1, url = '', alt = '', link = '', align = 'left' } = fields;
  switch (type) {
    case 'heading':
      return { type, ...readWords(fields, path), level, align };
    case 'text':
      return { type, ...readWords(fields, path), align };
    case 'image':
      return {
        type,
        url: requirePictureUrl(url, `${path}.url`),
        alt,
        link: requireMailLink(link, `${path}.link`),
        align,
      };
    case 'button':
      return { type, text, link: requireMailLink(link, `${path}.link`), align };
    case 'divider':
      return { type };
  }
}

function readWords({ text = '', rich }: Fields, path: string): { text: string; rich?: RichText } {
  if (rich === undefined) {
    return { text };
  }
  if (text !== '') {
    throw malformed(`Field '${path}.rich' stands in place of '${path}.text', and not beside it`);
  }
  return { text: '', rich: readRichText(rich, `${path}.rich`) };
}
