import { Injectable } from '@nestjs/common';
import { PLATFORMS } from '#libs/content';
import { Recurring, StopSignal } from '#platform/background';
import { Database } from '#platform/db';
import { channelByCode, FALLBACK_PLATFORM } from '../../model/channel-policy.js';
import { FetchSettlementService, type SumMark } from './fetch-settlement.service.js';
import { FetchRepository, type StoredFetch } from '../machines/fetch.repository.js';
import { judgeFetch, LOOK_AROUND_MS } from '../machines/machine-rules.js';
import { RecordingRuleService } from './recording-rule.service.js';

const CHECK_MS = 1_000;
/** So long after its fetch the signs of a fetch are kept: a later one may be judged by them. */
const KEPT_MS = 3 * LOOK_AROUND_MS;
/** Fetches of one transaction: each counter that it counts in is locked to its end. */
const BATCH = 50;

/** Judges fetches once every fetch that a rule may look at has come, and counts them. */
@Injectable()
export class FetchJudgeService {
  constructor(
    private readonly db: Database,
    private readonly stopSignal: StopSignal,
    private readonly fetches: FetchRepository,
    private readonly settlement: FetchSettlementService,
    private readonly rule: RecordingRuleService,
  ) {}

  /**
   * Judges what is due. A batch is one transaction: what a killed process had not committed is judged by the next one, and
   * what it had committed is marked. Consent that was withdrawn since the fetch holds.
   */
  @Recurring('fetches.judge', CHECK_MS)
  async judgeDue(): Promise<void> {
    let isFull = await this.fetches.hasDue(this.db, LOOK_AROUND_MS, KEPT_MS);
    if (!isFull) {
      return;
    }
    while (isFull && !this.stopSignal.isStopped) {
      isFull = (await this.judgeBatch()) === BATCH;
    }
    await this.db.tx((tx) => this.fetches.deleteJudged(tx, KEPT_MS));
  }

  private async judgeBatch(): Promise<number> {
    const marks: SumMark[] = [];
    try {
      return await this.db.tx(async (tx) => {
        const { due, around } = await this.fetches.takeDue(tx, LOOK_AROUND_MS, BATCH);
        for (const fetch of due) {
          const neighbours = around.filter((other) => isSameMessage(other, fetch) && other.fetchId !== fetch.fetchId);
          const verdict = judgeFetch(fetch, neighbours, fetch.takenAt);
          const report = { ...toReport(fetch), at: new Date(fetch.at) };
          const recording = await this.rule.decide(tx, fetch.appId, fetch.message.recipientId);
          if (recording !== 'nothing') {
            marks.push(await this.settlement.settle(tx, report, fetch.isSum ? 'sum' : recording, verdict));
          }
        }
        await this.fetches.markJudged(tx, due);
        return due.length;
      });
    } catch (error) {
      this.settlement.giveBack(marks);
      throw error;
    }
  }
}

function toReport({ appId, message, link }: StoredFetch) {
  return link === null
    ? { kind: 'opened' as const, appId, message, platform: PLATFORMS.EMAIL.number }
    : { kind: 'clicked' as const, appId, message, platform: FALLBACK_PLATFORM[channelByCode(message.channel)] };
}

function isSameMessage({ message: a }: StoredFetch, { message: b }: StoredFetch): boolean {
  return a.dispatchId === b.dispatchId && a.channel === b.channel && a.recipientId === b.recipientId;
}
