import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../openapi/panel.d.ts';
import { read, write, type FileSource } from '../client.js';

type Schemas = components['schemas'];
export type Suppression = Schemas['ListedSuppressionDto'];
export type SuppressionList = Schemas['SuppressionListDto'];
export type NewSuppressions = Schemas['NewSuppressionsDto'];
export type SuppressionReason = Suppression['reason'];
export type SuppressionChannel = NewSuppressions['channel'];

/** @property address  whole, or undefined for the list */
export interface SuppressionFilter {
  channel: SuppressionChannel;
  reason?: string | undefined;
  address?: string | undefined;
  after?: string | undefined;
}

/** Entries of a page. */
const PAGE = 50;

const pathOf = (app: string, ...rest: string[]): string =>
  ['/apps', ...[app, 'suppressions', ...rest].map(encodeURIComponent)].join('/');

export const allSuppressions = (app: string) => [app, 'suppressions'] as const;

export const suppressions = (app: string, { channel, reason, address, after }: SuppressionFilter) =>
  queryOptions({
    queryKey: [...allSuppressions(app), channel, reason, address, after],
    queryFn: ({ signal }) =>
      read<SuppressionList>(pathOf(app), { channel, reason, address, after, limit: PAGE }, signal),
    placeholderData: keepPreviousData,
  });

/** Reads a page with its addresses. The audit log records the reader. */
export function revealSuppressions(
  app: string,
  { channel, reason, address, after }: SuppressionFilter,
): Promise<SuppressionList> {
  return write(pathOf(app, 'reveal'), {
    channel,
    limit: PAGE,
    ...(reason !== undefined && { reason }),
    ...(address !== undefined && { address }),
    ...(after !== undefined && { after }),
  });
}

export function addSuppressions(app: string, entries: NewSuppressions): Promise<{ added: number }> {
  return write(pathOf(app), entries);
}

/** @param words  why; the audit log keeps them */
export function releaseSuppression(app: string, channel: string, id: string, words: string): Promise<void> {
  return write(pathOf(app, channel, id, 'release'), { words });
}

/** The source of the list as CSV. */
export function suppressionsCsv(app: string, { channel, reason }: SuppressionFilter): FileSource {
  return { path: `${pathOf(app)}.csv`, search: { channel, reason } };
}
