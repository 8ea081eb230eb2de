import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../openapi/panel.d.ts';
import { read } from '../client.js';

type Schemas = components['schemas'];
export type OverlappingList = Schemas['NeighbourhoodDto'];

const pathOf = (app: string, ...rest: string[]): string =>
  ['/apps', ...[app, ...rest].map(encodeURIComponent)].join('/');

/**
 * Finds other campaigns that leave within a day of a moment. A new question aborts the earlier one.
 *
 * @param at  ISO 8601; undefined: no time yet
 */
export const overlappingCampaigns = (app: string, at: string | undefined) =>
  queryOptions({
    queryKey: [app, 'compose', 'neighbours', at],
    queryFn: ({ signal }) => read<OverlappingList>(pathOf(app, 'compose', 'neighbours'), { at }, signal),
    enabled: at !== undefined,
    placeholderData: keepPreviousData,
  });

/**
 * Finds the same for a request, with the number of its users that get both. It may take long, and is aborted with its
 * last reader.
 */
export const requestOverlapping = (app: string, key: string) =>
  queryOptions({
    queryKey: [app, 'approvals', key, 'neighbours'],
    queryFn: ({ signal }) => read<OverlappingList>(pathOf(app, 'approvals', key, 'neighbours'), {}, signal),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
