import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../openapi/panel.d.ts';
import { read, write } from '../client.js';

type Schemas = components['schemas'];
export type ListedBlock = Schemas['ListedBlockDto'];
export type BlockUse = Schemas['BlockUseDto'];
export type LanguageProgress = Schemas['LanguageProgressDto'];
export type TranslationUnit = Schemas['ReadUnitDto'];
export type WrittenTexts = Partial<Schemas['TranslatedTextsDto']>;

/** A definition or series by its key, a draft by its id, a journey by its name. */
export interface TextSubject {
  kind: 'definition' | 'draft' | 'series' | 'journey';
  id: string;
}

const PLACES = {
  definition: 'translations',
  draft: 'draft-translations',
  series: 'series-translations',
  journey: 'journey-translations',
} as const satisfies Record<TextSubject['kind'], string>;

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

/** Begins the keys of all that is read about translations. */
export const textsKey = (app: string): readonly string[] => [app, 'texts', 'translations'];

/** Definitions with how far their languages are. */
export const translatedDefinitions = (app: string) =>
  queryOptions({
    queryKey: [...textsKey(app), 'definition'],
    queryFn: ({ signal }) => read<Schemas['TranslatedDefinitionListDto']>(pathOf(app, PLACES.definition), {}, signal),
  });

/** Drafts of campaigns with how far their languages are. */
export const translatedDrafts = (app: string) =>
  queryOptions({
    queryKey: [...textsKey(app), 'draft'],
    queryFn: ({ signal }) => read<Schemas['TranslatedDraftListDto']>(pathOf(app, PLACES.draft), {}, signal),
  });

/** Recurring campaigns that go on, with how far their languages are. */
export const translatedSeries = (app: string) =>
  queryOptions({
    queryKey: [...textsKey(app), 'series'],
    queryFn: ({ signal }) => read<Schemas['TranslatedSeriesListDto']>(pathOf(app, PLACES.series), {}, signal),
  });

/** Journeys with texts of their own, with how far their languages are. */
export const translatedJourneys = (app: string) =>
  queryOptions({
    queryKey: [...textsKey(app), 'journey'],
    queryFn: ({ signal }) => read<Schemas['TranslatedJourneyListDto']>(pathOf(app, PLACES.journey), {}, signal),
  });

/** Texts in a language. */
export const translatedTexts = (app: string, { kind, id }: TextSubject, language: string) =>
  queryOptions({
    queryKey: [...textsKey(app), kind, id, language],
    queryFn: ({ signal }) => read<Schemas['TranslationsDto']>(pathOf(app, PLACES[kind], id), { language }, signal),
  });

/** Stores translations. @returns of a series: whether its next run waits for an approval now */
export function translate(
  app: string,
  { kind, id }: TextSubject,
  texts: WrittenTexts,
): Promise<{ waits?: boolean } | undefined> {
  return write(pathOf(app, PLACES[kind], id), texts);
}
