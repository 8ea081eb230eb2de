import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../openapi/panel.d.ts';
import { read, write } from '../client.js';

type Schemas = components['schemas'];
export type Tagging = Schemas['TaggingDto'];
export type NewTagging = Omit<Schemas['NewTaggingDto'], 'target'> & { target: object };

/** The interval of reloads while a tagging is under way. */
const REFRESH_MS = 1000;

const pathOf = (app: string, ...rest: string[]): string =>
  ['/apps', ...[app, 'audience', 'taggings', ...rest].map(encodeURIComponent)].join('/');

/** Says if a tagging waits or is under way. */
export function isTagging({ state }: Tagging): boolean {
  return state === 'WAITING' || state === 'RUNNING';
}

/** The newest ones; they are read again while one moves, whoever began it. */
export const taggings = (app: string) =>
  queryOptions({
    queryKey: [app, 'taggings'],
    queryFn: ({ signal }) => read<Schemas['TaggingListDto']>(pathOf(app), {}, signal),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.items.some(isTagging) === true ? REFRESH_MS : false),
  });

/** Gives everyone of a target a tag, or takes it off. @param key  of this very press: a second one begins nothing */
export function startTagging(app: string, tagging: NewTagging, key: string): Promise<Tagging> {
  return write(pathOf(app), tagging, key);
}

/** Stops a tagging. Users that it has reached keep the change. */
export function stopTagging(app: string, id: string): Promise<Tagging> {
  return write(pathOf(app, id, 'stop'), {});
}
