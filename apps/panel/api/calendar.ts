import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { read } from './client.js';
import type { CampaignRow, Page } from './types.js';

const PAGE = 100;
const MAX_PAGES = 10;
/** What is scheduled may begin meanwhile. */
const REFRESH_MS = 30_000;

export interface CampaignTimes {
  campaigns: (CampaignRow & { at: string })[];
  /** There are older ones, which may lie in this time too. */
  isCut: boolean;
}

/**
 * Campaigns that began or begin since a moment: all scheduled ones, and the newest thousand. The list has the newest
 * first, by when they were made; it is read until a whole page began earlier.
 *
 * @param since  ISO 8601
 */
export const campaignTimes = (app: string, since: string) =>
  queryOptions({
    queryKey: [app, 'campaigns', 'calendar', since],
    queryFn: async ({ signal }): Promise<CampaignTimes> => {
      const path = `/apps/${encodeURIComponent(app)}/campaigns`;
      const found = new Map<string, CampaignRow>();
      const readPages = async (state: string | undefined): Promise<boolean> => {
        let after: string | undefined;
        for (let page = 0; page < MAX_PAGES; page += 1) {
          const { items, next } = await read<Page<CampaignRow>>(path, { state, after, limit: PAGE }, signal);
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
      const [isCut] = await Promise.all([readPages(undefined), readPages('SCHEDULED')]);
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
