import { TemplateError, type TemplateLanguage } from '#libs/templates';
import { listTexts } from '../model/message-texts.js';
import type { Message } from '../model/message.types.js';
import type { MessageBlock } from '../model/message-part.types.js';
import { readProgram } from './liquid-program.js';

/** The language of the texts of a request, with the blocks and the live data that they may read, by name. */
export interface TemplateSettings {
  language: TemplateLanguage;
  blocks: ReadonlyMap<string, MessageBlock>;
  /** Sources of live data, by name. */
  fetches: ReadonlyMap<string, 'campaign' | 'person'>;
  /** Names that templates may read of each catalog; absent: unknown here. */
  catalogs?: ReadonlyMap<string, CatalogNames>;
}

/** @property selections  the names of the values that each is given */
export interface CatalogNames {
  fields: ReadonlySet<string>;
  selections: ReadonlyMap<string, readonly string[]>;
}

/** Blocks as a part of a message; nothing where there are none. */
export function keepBlocks(blocks: ReadonlyMap<string, MessageBlock>): Pick<Message, 'blocks'> {
  const entries = [...blocks].map(([name, { version, params, text }]) => [name, { version, params, text }] as const);
  return entries.length > 0 ? { blocks: Object.fromEntries(entries) } : {};
}

/** A message with those blocks alone that its templates render. */
export function withUsedBlocks(message: Message, blocks: NonNullable<Message['blocks']>): Message {
  const used = new Set(
    listTexts(message).flatMap(({ text }) => {
      const program = readProgram(text, blocks);
      return program instanceof TemplateError ? [] : program.blocks;
    }),
  );
  const { blocks: _all, ...rest } = message;
  return { ...rest, ...keepBlocks(new Map(Object.entries(blocks).filter(([name]) => used.has(name)))) };
}
