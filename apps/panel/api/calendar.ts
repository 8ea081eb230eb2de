import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../openapi/panel.d.ts';
import { ask, read, write } from './client.js';
import type { CampaignRow, Page } from './types.js';

type Schemas = components['schemas'];
export type CampaignOverlap = Schemas['CampaignOverlapDto'];

const PAGE = 100;
const MAX_PAGES = 10;
/** Scheduled campaigns may begin while the calendar is open. */
const REFRESH_MS = 30_000;
/** They begin later, and may be old. */
const AHEAD = ['SCHEDULED', 'HELD'];

export interface CampaignTimes {
  campaigns: (CampaignRow & { at: string })[];
  /** There are older ones, which may lie in this time too. */
  isCut: boolean;
}

const pathOf = (app: string): string => `/apps/${encodeURIComponent(app)}/campaigns`;

/**
 * Campaigns that began or begin since a moment: all scheduled ones and all that wait for an approval, and the newest
 * thousand. The list has the newest first, by when they were made; it is read until a whole page began earlier.
 *
 * @param since  ISO 8601
 */
export const campaignTimes = (app: string, since: string) =>
  queryOptions({
    queryKey: [app, 'campaigns', 'calendar', since],
    queryFn: async ({ signal }): Promise<CampaignTimes> => {
      const found = new Map<string, CampaignRow>();
      const readPages = async (state: string | undefined): Promise<boolean> => {
        let after: string | undefined;
        for (let page = 0; page < MAX_PAGES; page += 1) {
          const { items, next } = await read<Page<CampaignRow>>(pathOf(app), { state, after, limit: PAGE }, signal);
          for (const row of items) {
            found.set(row.key, row);
          }
          const isPast = state === undefined && items.every((row) => (timeOf(row) ?? since) < since);
          if (next === null || isPast) {
            return false;
          }
          after = next;
        }
        return true;
      };
      const [isCut] = await Promise.all([readPages(undefined), ...AHEAD.map(readPages)]);
      const campaigns = [...found.values()].flatMap((row) => {
        const at = timeOf(row);
        return at === null || at < since ? [] : [{ ...row, at }];
      });
      return {
        campaigns: campaigns.toSorted((a, b) => a.at.localeCompare(b.at) || Number(a.key) - Number(b.key)),
        isCut,
      };
    },
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

function timeOf({ startedAt, dueAt }: CampaignRow): string | null {
  return startedAt ?? dueAt;
}

/** Another time of a campaign. @property seen  when it was to begin, as the page shows it */
export interface Move {
  startTime: string;
  localTimezone?: true;
  seen: string;
}

/** Moves a campaign that has not begun. @throws {Refusal} changed_meanwhile, wrong_state, not_granted */
export function moveCampaign(app: string, key: string, move: Move): Promise<CampaignRow> {
  return write<CampaignRow>(`${pathOf(app)}/${encodeURIComponent(key)}/move`, move);
}

/** A campaign by its key, or an unsaved one by its target. */
export type Compared = { key: number } | { target: object };

/** How many users match the audiences of two campaigns now. */
export const campaignOverlap = (app: string, campaigns: readonly [Compared, Compared]) =>
  queryOptions({
    queryKey: [app, 'campaigns', 'overlap', campaigns],
    queryFn: ({ signal }) => ask<CampaignOverlap>(`${pathOf(app)}/overlap`, { campaigns }, signal),
    retry: false,
  });
