import type { Block } from './block.sql.js';

/** The highest version of each block, by its name. @param blocks  in the order of their versions */
export function findNewest(blocks: readonly Block[]): Map<string, Block> {
  return new Map(blocks.map((block) => [block.name, block]));
}
