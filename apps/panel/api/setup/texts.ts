import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../openapi/panel.d.ts';
import { read, write } from '../client.js';

type Schemas = components['schemas'];
export type ListedBlock = Schemas['ListedBlockDto'];
export type BlockUse = Schemas['BlockUseDto'];
export type TranslatedDefinition = Schemas['TranslatedDefinitionDto'];
export type TranslationUnit = Schemas['ReadUnitDto'];
export type WrittenTexts = Partial<Schemas['TranslatedTextsDto']>;

const pathOf = (app: string, ...parts: string[]): string =>
  `/${['apps', app, ...parts].map(encodeURIComponent).join('/')}`;

/** Blocks with how many definitions render them. */
export const listedBlocks = (app: string) =>
  queryOptions({
    queryKey: [app, 'texts', 'blocks'],
    queryFn: ({ signal }) => read<Schemas['BlockListDto']>(pathOf(app, 'blocks'), {}, signal),
  });

/** Definitions that render a block, and what its newest version changes there. */
export const blockUses = (app: string, name: string) =>
  queryOptions({
    queryKey: [app, 'texts', 'blocks', name],
    queryFn: ({ signal }) => read<Schemas['BlockUsesDto']>(pathOf(app, 'blocks', name), {}, signal),
  });

/** Stores definitions with the newest version of a block. */
export function renewBlock(
  app: string,
  name: string,
  notificationKeys: readonly number[],
): Promise<{ renewed: number }> {
  return write(pathOf(app, 'blocks', name, 'renew'), { notificationKeys });
}

/** Definitions with how far their languages are. */
export const translatedDefinitions = (app: string) =>
  queryOptions({
    queryKey: [app, 'texts', 'translations'],
    queryFn: ({ signal }) => read<Schemas['TranslatedDefinitionListDto']>(pathOf(app, 'translations'), {}, signal),
  });

/** Texts of a definition in a language. */
export const translatedTexts = (app: string, key: number, language: string) =>
  queryOptions({
    queryKey: [app, 'texts', 'translations', key, language],
    queryFn: ({ signal }) =>
      read<Schemas['TranslationsDto']>(pathOf(app, 'translations', String(key)), { language }, signal),
  });

/** Stores translations of a definition. */
export function translate(app: string, key: number, texts: WrittenTexts): Promise<void> {
  return write(pathOf(app, 'translations', String(key)), texts);
}
