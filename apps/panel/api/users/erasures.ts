import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../openapi/panel.d.ts';
import { read, write, type FileSource } from '../client.js';
import { withProof } from '../passkey.js';

type Schemas = components['schemas'];
export type ErasureReceipt = Schemas['ErasedListReceiptDto'];
export type ErasureList = Schemas['ErasureListRowDto'];

/** The interval of reloads while a list is under way. */
const REFRESH_MS = 1000;
/** Characters of a list that the server takes. */
export const MAX_LIST_TEXT = 4_000_000;

const pathOf = (app: string, ...rest: string[]): string =>
  ['/apps', ...[app, 'erasures', ...rest].map(encodeURIComponent)].join('/');

/** Covers every page of receipts, and the lists: an erasure reloads them. */
export const erasureKey = (app: string) => [app, 'erasures'] as const;

/** @param extId  only receipts that name it */
export const erasures = (app: string, search: { after?: string | undefined; extId?: string | undefined }) =>
  queryOptions({
    queryKey: [...erasureKey(app), search],
    queryFn: ({ signal }) => read<Schemas['ErasureListDto']>(pathOf(app), { ...search }, signal),
    placeholderData: keepPreviousData,
  });

/** Says if a list waits or is under way. */
export function isErasing({ state }: ErasureList): boolean {
  return state === 'WAITING' || state === 'RUNNING';
}

/** The newest lists; they are read again while one moves, whoever began it. */
export const erasureLists = (app: string) =>
  queryOptions({
    queryKey: [...erasureKey(app), 'lists'],
    queryFn: ({ signal }) => read<Schemas['ErasureListsDto']>(pathOf(app, 'lists'), {}, signal),
    refetchInterval: ({ state: { data } }) => (data?.items.some(isErasing) === true ? REFRESH_MS : false),
  });

/**
 * Stores a list, and counts its users without erasing them.
 *
 * @param list  extIds, one a line
 */
export function addErasureList(app: string, list: string): Promise<ErasureList> {
  return write(pathOf(app, 'lists'), { list });
}

/** Erases the people of a list. @param confirm  the name of the application, as it was typed */
export function confirmErasureList(app: string, id: string, confirm: string): Promise<ErasureList> {
  return withProof(() => write(pathOf(app, 'lists', id, 'confirm'), { confirm }));
}

/** Ends a list, also one that was only counted. */
export function stopErasureList(app: string, id: string): Promise<ErasureList> {
  return write(pathOf(app, 'lists', id, 'stop'), {});
}

/** The source of the results, line by line. */
export function erasureLines(app: string, id: string): FileSource {
  return { path: pathOf(app, 'lists', id, 'lines.csv') };
}
