import { Injectable } from '@nestjs/common';
import { ResultsService } from '../results/results.service.js';
import type { CampaignOverview, ReasonSums } from './campaign-overview.types.js';

const RESULTS_PAGE = 1000;
/** Results whose reasons are summed. */
const MAX_RESULTS = 50_000;
const EXAMPLES = 3;
/** Results that reasons are counted in. */
const SAMPLE = 1000;

/** Reasons of one kind of result, among the last ones. */
export interface ResultReasons {
  /** By reason, the most frequent first. */
  reasons: Record<string, number>;
  /** True if there are more results than were looked at. */
  isSample: boolean;
}

/** Sums the reasons why recipients of a campaign got nothing. */
@Injectable()
export class CampaignReasonsService {
  constructor(private readonly results: ResultsService) {}

  /** Why recipients failed or got nothing. Who was left out at the launch is counted in all, failures by their results. */
  async sum(appId: number, { definition, leftOut }: CampaignOverview): Promise<ReasonSums> {
    const { notificationKey } = definition;
    const left = Object.entries(leftOut).map(([reason, n]) => entryOf('ANY', 'SKIPPED', reason, n));
    const sums = new Map(left.map((entry) => [entry.reason, entry]));
    const failures = new Map<string, ReasonSums['reasons'][number]>();
    let seen = 0;
    let offset: string | undefined;
    do {
      const filter = {
        notificationKey,
        status: 'FAILED',
        showsPrivate: false,
        max: RESULTS_PAGE,
        start: new Date(0),
      } as const;
      const { list, next } = await this.results.getPage(appId, { ...filter, ...(offset !== undefined && { offset }) });
      for (const { platform, errorMsg, errorCode, extId } of list) {
        const reason = errorMsg ?? errorCode ?? 'UNKNOWN';
        const entry = failures.get(`${platform} ${reason}`) ?? entryOf(platform, 'FAILED', reason, 0);
        failures.set(`${platform} ${reason}`, entry);
        entry.n += 1;
        addExample(entry, extId);
      }
      seen += list.length;
      offset = next;
    } while (offset !== undefined && seen < MAX_RESULTS);
    const skipped = await this.results.getPage(appId, {
      notificationKey,
      status: 'SKIPPED',
      showsPrivate: false,
      max: RESULTS_PAGE,
      start: new Date(0),
    });
    for (const { errorMsg, extId } of skipped.list) {
      const entry = sums.get(errorMsg ?? '');
      if (entry) {
        addExample(entry, extId);
      }
    }
    const reasons = [...failures.values(), ...sums.values()].toSorted((a, b) => b.n - a.n);
    return { reasons, isWhole: offset === undefined };
  }

  /** Why recipients failed, or still wait, by the last results. */
  async count(appId: number, notificationKey: number, status: 'FAILED' | 'OPEN'): Promise<ResultReasons> {
    const filter = { notificationKey, status, showsPrivate: false, max: SAMPLE, start: new Date(0) };
    const { list, next } = await this.results.getPage(appId, filter);
    const counts = new Map<string, number>();
    for (const { errorMsg, errorCode } of list) {
      const reason = errorMsg ?? errorCode ?? 'NOT_TRIED';
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
    }
    const sorted = [...counts].toSorted(([, a], [, b]) => b - a);
    return { reasons: Object.fromEntries(sorted), isSample: next !== undefined };
  }
}

function entryOf(platform: string, status: 'FAILED' | 'SKIPPED', reason: string, n: number) {
  return { platform, status, reason, n, examples: [] as string[] };
}

function addExample({ examples }: { examples: string[] }, extId: string | null): void {
  if (extId !== null && examples.length < EXAMPLES && !examples.includes(extId)) {
    examples.push(extId);
  }
}
