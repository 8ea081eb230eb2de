import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { CampaignProgressRepository, type OpenProgress } from './campaign-progress.repository.js';
import { ResultsService } from '../results/results.service.js';

/** Results that reasons are counted in. */
const SAMPLE = 1000;

/** How far a campaign is. */
export interface CampaignProgress extends OpenProgress {
  /** The speed between two readings; null: nothing was settled in between. */
  perSecond: number | null;
  secondsLeft: number | null;
}

/** Reasons of one kind of result, among the last ones. */
export interface ResultReasons {
  /** By reason, the most frequent first. */
  reasons: Record<string, number>;
  /** True if there are more results than were looked at. */
  isSample: boolean;
}

/** Reads the progress of a campaign under way for an operator. */
@Injectable()
export class CampaignProgressService {
  constructor(
    private readonly progress: CampaignProgressRepository,
    private readonly results: ResultsService,
  ) {}

  /**
   * How far the sends of a key are, and their pace: two readings give the present one, the mean of the whole run does
   * not.
   *
   * @param betweenMs  time between the looks; 0: one look, without a pace
   */
  async measure(appId: number, key: number, betweenMs: number): Promise<CampaignProgress> {
    const first = await this.progress.findProgress(appId, key);
    if (betweenMs === 0 || settled(first) >= first.planned) {
      return { ...first, perSecond: null, secondsLeft: null };
    }
    const startedAt = performance.now();
    await sleep(betweenMs);
    const last = await this.progress.findProgress(appId, key);
    const perSecond = ((settled(last) - settled(first)) * 1000) / (performance.now() - startedAt);
    return {
      ...last,
      perSecond: perSecond > 0 ? perSecond : null,
      secondsLeft: perSecond > 0 ? (last.planned - settled(last)) / perSecond : null,
    };
  }

  /** Why recipients failed, or still wait, by the last results. */
  async countReasons(appId: number, notificationKey: number, status: 'FAILED' | 'OPEN'): Promise<ResultReasons> {
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

function settled({ success, failed, skipped }: OpenProgress): number {
  return success + failed + skipped;
}
