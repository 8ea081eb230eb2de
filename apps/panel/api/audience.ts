import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../openapi/panel.d.ts';
import { ask, read } from './client.js';

type Schemas = components['schemas'];
export type AudienceWords = Schemas['AudienceWordsDto'];
export type ClauseCount = Omit<Schemas['ClauseCountDto'], 'children'> & { children: ClauseCount[] };
export type AudiencePreview = Omit<Schemas['AudiencePreviewDto'], 'clauses'> & { clauses: ClauseCount[] };

const pathOf = (app: string, name: string): string => `/apps/${encodeURIComponent(app)}/audience/${name}`;

/** What an audience can be described by. */
export const audienceWords = (app: string) =>
  queryOptions({
    queryKey: [app, 'audience', 'words'],
    queryFn: ({ signal }) => read<AudienceWords>(pathOf(app, 'words'), {}, signal),
  });

/**
 * How many users a target has. The number of the target before stays until the next one is there; a question that is
 * not asked any more is broken off.
 *
 * @param quick  leaves out places and behaviour, which take longer
 */
export const audiencePreview = (app: string, target: object, quick: boolean) =>
  queryOptions({
    queryKey: [app, 'audience', target, quick],
    queryFn: ({ signal }) => ask<AudiencePreview>(pathOf(app, 'preview'), { target, quick }, signal),
    placeholderData: keepPreviousData,
    retry: false,
  });
