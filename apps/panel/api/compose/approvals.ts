import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../openapi/panel.d.ts';
import { read, write } from '../client.js';
import { followCheck, type CampaignCheck } from './check.js';

type Schemas = components['schemas'];
export type WaitingCampaign = Schemas['WaitingCampaignDto'];
export type WaitingCampaigns = Schemas['WaitingCampaignsDto'];
export type Review = Schemas['ReviewDto'];

const pathOf = (app: string, ...rest: string[]): string =>
  ['/apps', ...[app, 'approvals', ...rest].map(encodeURIComponent)].join('/');

/** Campaigns that wait, the oldest first, and what the application asks for. */
export const waitingCampaigns = (app: string) =>
  queryOptions({
    queryKey: [app, 'approvals'],
    queryFn: ({ signal }) => read<WaitingCampaigns>(pathOf(app), {}, signal),
    staleTime: 0,
  });

/** One request. @param key  undefined: none is asked for */
export const reviewOf = (app: string, key: string | undefined) =>
  queryOptions({
    queryKey: [app, 'approvals', key],
    queryFn: ({ signal }) => read<Review>(pathOf(app, key ?? ''), {}, signal),
    enabled: key !== undefined,
    staleTime: 0,
  });

/** Counts the users that a waiting campaign would reach now; each reader has a count of its own, on request. */
export const reviewCheck = (app: string, key: string, onShare: (share: number) => void) =>
  queryOptions({
    queryKey: [app, 'approvals', key, 'check'],
    queryFn: ({ signal }) => followCheck(app, pathOf(app, key, 'check'), {}, { signal, onShare }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });

/** Approves what was read and counted. */
export function approve(
  app: string,
  key: string,
  { hash, planned }: Pick<CampaignCheck, 'hash' | 'planned'>,
  words: string,
): Promise<Review> {
  return write(pathOf(app, key, 'approve'), { hash, planned, ...(words !== '' && { words }) });
}

/** Rejects what was read. @param words  for the author */
export function reject(app: string, { key, hash }: Pick<Review, 'key' | 'hash'>, words: string): Promise<Review> {
  return write(pathOf(app, key, 'reject'), { hash, words });
}

/** Takes back what the member itself asked for. */
export function withdraw(app: string, key: string): Promise<Review> {
  return write(pathOf(app, key, 'withdraw'), {});
}
