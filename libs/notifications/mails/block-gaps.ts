import { isBlank, isWordless } from './blocks-to-mjml.js';
import type { Block, BlockMail, InnerBlock } from './mail.types.js';

/**
 * The missing part of a block: without `text`, `url` or `link` it is left out of the mail.
 *
 * @property field  as the request writes it
 */
export interface BlockGap {
  field: string;
  missing: 'text' | 'url' | 'link' | 'alt';
}

/** Blocks that are not complete. @param path  of the mail in the request */
export function listGaps({ blocks }: BlockMail, path: string): BlockGap[] {
  return blocks.flatMap((block, index) => gapsOf(block, `${path}.blocks.${index}`));
}

function gapsOf(block: Block, path: string): BlockGap[] {
  switch (block.type) {
    case 'columns':
      return block.columns.flatMap(({ blocks }, at) =>
        blocks.flatMap((part, index) => gapsOf(part, `${path}.columns.${at}.blocks.${index}`)),
      );
    case 'footer':
    case 'divider':
      return [];
    default:
      return listMissing(block).map((missing) => ({ field: `${path}.${missing}`, missing }));
  }
}

function listMissing(block: Exclude<InnerBlock, { type: 'divider' }>): BlockGap['missing'][] {
  switch (block.type) {
    case 'heading':
    case 'text':
      return isWordless(block) ? ['text'] : [];
    case 'image':
      return isBlank(block.url) ? ['url'] : isBlank(block.alt) ? ['alt'] : [];
    case 'button':
      return [...(isBlank(block.text) ? ['text' as const] : []), ...(isBlank(block.link) ? ['link' as const] : [])];
  }
}
