import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ClockService } from '#platform/runtime';
import { CampaignProgressRepository, type OpenProgress } from './campaign-progress.repository.js';
import type { CampaignOverview, CampaignPace } from './campaign-overview.types.js';

/** Time between the two readings of a pace. */
const LOOK_MS = 250;

/** How far a campaign is. */
export interface CampaignProgress extends OpenProgress {
  /** The speed between two readings; null: nothing was settled in between. */
  perSecond: number | null;
  secondsLeft: number | null;
}

/** Measures how far a campaign under way is, and how fast it goes. */
@Injectable()
export class CampaignProgressService {
  constructor(
    private readonly progress: CampaignProgressRepository,
    private readonly clock: ClockService,
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

  /** How fast a campaign goes. One that is being sent is looked at twice, a moment apart. */
  async measurePace(appId: number, campaign: CampaignOverview): Promise<CampaignPace> {
    const { state, startedAt, finishedAt, sent, failed, definition } = campaign;
    const now = this.clock.now();
    const seconds = startedAt ? ((finishedAt ?? now).getTime() - startedAt.getTime()) / 1000 : 0;
    const mean = seconds > 0 ? (sent + failed) / seconds : 0;
    if (state !== 'SENDING') {
      return { now: 0, mean, expectedEnd: null };
    }
    const { perSecond, secondsLeft } = await this.measure(appId, definition.notificationKey, LOOK_MS);
    const expectedEnd = secondsLeft === null ? null : new Date(now.getTime() + secondsLeft * 1000);
    return { now: perSecond ?? 0, mean, expectedEnd };
  }
}

function settled({ success, failed, skipped }: OpenProgress): number {
  return success + failed + skipped;
}
