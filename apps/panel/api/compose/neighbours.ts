import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../openapi/panel.d.ts';
import { read } from '../client.js';

type Schemas = components['schemas'];
export type Neighbourhood = Schemas['NeighbourhoodDto'];

const pathOf = (app: string, ...rest: string[]): string =>
  ['/apps', ...[app, ...rest].map(encodeURIComponent)].join('/');

/** What else leaves within a day of a moment. A new question ends the one before. @param at  ISO 8601; undefined: no time yet */
export const neighboursOf = (app: string, at: string | undefined) =>
  queryOptions({
    queryKey: [app, 'compose', 'neighbours', at],
    queryFn: ({ signal }) => read<Neighbourhood>(pathOf(app, 'compose', 'neighbours'), { at }, signal),
    enabled: at !== undefined,
    placeholderData: keepPreviousData,
  });

/** The same of a request, with how many of its users get both. It may take long, and ends when nobody looks any more. */
export const requestNeighbours = (app: string, key: string) =>
  queryOptions({
    queryKey: [app, 'approvals', key, 'neighbours'],
    queryFn: ({ signal }) => read<Neighbourhood>(pathOf(app, 'approvals', key, 'neighbours'), {}, signal),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
