import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type Application, ApplicationService } from '#libs/tenancy';
import { Recurring, StopSignal } from '#platform/background';
import { groupBy } from '#platform/collections';
import { Database, type Tx } from '#platform/db';
import { BUCKETS, bucketOfId } from '#platform/ids';
import { ClockService } from '#platform/runtime';
import { PastSendRepository } from '../dispatches/past-send.repository.js';
import { KeyTotalRepository } from '#libs/delivery/key-totals';
import type { OwnKeySend, PastSendEntry } from '../model/past-send.js';
import { decodeIds } from '../model/recipient-set.js';
import { SendRetentionRepository } from './send-retention.repository.js';
import type { ChunkIds, CountedBucket, SendCount, TakenSend } from './send-retention.types.js';

const DAY_MS = 24 * 3_600_000;
/** Sends, or days of keys, in one transaction. */
const BATCH_SIZE = 500;
/** Chunks of a send with more recipients go in steps of their own. */
const LARGE_SEND = 50_000;
/** A run ends after this time, and the next one goes on: a backlog of months must not keep the other work waiting. */
const MAX_RUN_MS = 10 * 60_000;
/** A click that is under way may hold a dispatch; whoever waits for this transaction waits no longer. */
const MAX_LOCK_WAIT_MS = 5000;
const ALL_BUCKETS = Array.from({ length: BUCKETS }, (_, bucket) => bucket);

/** How long the kinds of rows of an application are kept, in days. */
export function sendRetentionOf({ settings: { retention } }: Application): { results: number; statistics: number } {
  return { results: retention.results, statistics: Math.max(retention.statistics, retention.results) };
}

/** A run handles what has expired since the last one; short ones spread the load. */
const PAUSE_MS = 10 * 60_000;

/**
 * Lets sends go when their results have gone from view. One transaction takes out some dispatches with everything that
 * names them, and adds their figures to the sums of their keys: the figures of a key are the same before and after it,
 * whatever is killed. Clicks after that find no message.
 */
@Injectable()
export class SendRetentionService {
  constructor(
    private readonly db: Database,
    private readonly sends: SendRetentionRepository,
    private readonly pastSends: PastSendRepository,
    private readonly keyTotals: KeyTotalRepository,
    private readonly applications: ApplicationService,
    private readonly clock: ClockService,
    private readonly stopSignal: StopSignal,
  ) {}

  /**
   * Rolls up and deletes sends, and deletes sums past their own retention, of all applications. Rests after each batch as
   * long as it took.
   *
   * @returns the number of dispatches that went
   */
  @Recurring('sends.expire', PAUSE_MS)
  async deleteExpired(): Promise<number> {
    const deadline = performance.now() + MAX_RUN_MS;
    const runBatch = async <R>(batch: () => Promise<R>, isLast: (result: R) => boolean): Promise<void> => {
      while (!this.stopSignal.isStopped && performance.now() < deadline) {
        const start = performance.now();
        if (isLast(await batch())) {
          return;
        }
        await sleep(performance.now() - start);
      }
    };
    let deleted = 0;
    for (const application of await this.applications.listApplications()) {
      const { results, statistics } = sendRetentionOf(application);
      const now = this.clock.now().getTime();
      const before = new Date(now - results * DAY_MS);
      await this.sends.moveReports(application.id);
      let from = new Date(0);
      await runBatch(
        () => this.rollUp(application.id, from, before),
        (batch) => {
          deleted += batch.sends;
          from = batch.lastAt ?? from;
          return batch.sends < BATCH_SIZE;
        },
      );
      await this.dropWrongSums(application.id, before.toISOString().slice(0, 10));
      const oldest = new Date(now - statistics * DAY_MS);
      await runBatch(
        () => this.sends.deleteTotals(application.id, oldest.toISOString().slice(0, 10), BATCH_SIZE),
        (totals) => totals < BATCH_SIZE,
      );
      await runBatch(
        () => this.sends.deletePastSends(application.id, oldest, BATCH_SIZE),
        (rows) => rows < BATCH_SIZE,
      );
    }
    await runBatch(
      () => this.sends.deleteLiveAnswers(BATCH_SIZE),
      (answers) => answers < BATCH_SIZE,
    );
    await runBatch(
      () => this.sends.deleteCountedChunks(),
      (hasMore) => !hasMore,
    );
    return deleted;
  }

  /** Launch days before one whose results may still be read or written: their partitions stay. @param before `yyyy-MM-dd` */
  async findDaysInUse(before: string): Promise<string[]> {
    const applications = await this.applications.listApplications();
    return this.sends.findDaysInUse(
      applications.map(({ id }) => id),
      before,
    );
  }

  private async rollUp(appId: number, from: Date, before: Date): Promise<{ sends: number; lastAt: Date | undefined }> {
    const work = async (tx: Tx) => {
      if (!(await this.sends.lockApplication(tx, appId))) {
        return { sends: 0, lastAt: undefined };
      }
      const ended = await this.sends.takeSends(tx, appId, from, before, BATCH_SIZE);
      if (ended.length > 0) {
        await this.count(tx, appId, ended);
      }
      return { sends: ended.length, lastAt: ended.at(-1)?.createdAt };
    };
    return this.db.tx(work, { maxLockWaitMs: MAX_LOCK_WAIT_MS });
  }

  private async dropWrongSums(appId: number, before: string): Promise<void> {
    const work = async (tx: Tx): Promise<void> => {
      if (await this.sends.lockApplication(tx, appId)) {
        await this.keyTotals.dropWrong(tx, appId, before);
      }
    };
    await this.db.tx(work, { maxLockWaitMs: MAX_LOCK_WAIT_MS });
  }

  private async count(tx: Tx, appId: number, ended: readonly TakenSend[]): Promise<void> {
    const largeIds = new Set(ended.flatMap(({ planned, dispatchId }) => (planned > LARGE_SEND ? [dispatchId] : [])));
    const buckets = [
      ...findBuckets(
        await this.sends.findCountedRecipients(
          tx,
          appId,
          ended.filter(({ dispatchId }) => !largeIds.has(dispatchId)),
        ),
      ),
      ...[...largeIds].flatMap((dispatchId) => ALL_BUCKETS.map((vb) => ({ dispatchId, vb }))),
    ];
    const inTotals = ended.filter(({ isCounted }) => isCounted);
    await this.keyTotals.subtract(tx, appId, inTotals);
    const counts = await this.sends.countSends(tx, appId, ended, largeIds, buckets);
    await this.keyTotals.removeEmpty(tx, appId, inTotals);
    const remembered = ended.filter(({ hasLinks, hasOwnKey }) => hasLinks || hasOwnKey);
    const [first] = remembered;
    if (!first) {
      return;
    }
    const ids = remembered.map(({ dispatchId }) => dispatchId);
    const keys = remembered.flatMap(({ hasOwnKey, notificationKey }) => (hasOwnKey ? [notificationKey] : []));
    const firstDispatchId = Math.min(...ids);
    await this.pastSends.insert(tx, {
      appId,
      firstDispatchId,
      lastDispatchId: Math.max(...ids),
      ownKeys: keys.length > 0 ? { first: Math.min(...keys), last: Math.max(...keys), count: keys.length } : null,
      firstAt: first.createdAt,
      lastAt: remembered.at(-1)?.createdAt ?? first.createdAt,
      entries: toEntries(remembered, counts, firstDispatchId),
    });
  }
}

function findBuckets(chunks: readonly ChunkIds[]): CountedBucket[] {
  return [...groupBy(chunks, ({ dispatchId }) => dispatchId)].flatMap(([dispatchId, group]) => {
    const buckets = new Set(group.flatMap(({ vb, ids }) => (ids ? decodeIds(ids).map(bucketOfId) : [vb])));
    return [...buckets].map((vb) => ({ dispatchId, vb }));
  });
}

function toEntries(
  sends: readonly TakenSend[],
  counts: readonly SendCount[],
  firstDispatchId: number,
): PastSendEntry[] {
  const countsById = groupBy(counts, ({ dispatchId }) => dispatchId);
  return sends.map((send): PastSendEntry => {
    const { dispatchId, notificationKey, hasOwnKey } = send;
    const offset = dispatchId - firstDispatchId;
    return hasOwnKey
      ? [offset, notificationKey, toOwnKeySend(send, countsById.get(dispatchId) ?? [])]
      : [offset, notificationKey];
  });
}

function toOwnKeySend(send: TakenSend, counts: readonly SendCount[]): OwnKeySend {
  return {
    platforms: send.platforms,
    createdAt: send.createdAt.getTime(),
    startedAt: send.startedAt.getTime(),
    endedAt: send.endedAt?.getTime() ?? null,
    dueAt: send.dueAt?.getTime() ?? null,
    isFinished: send.isFinished,
    counts: counts.map(({ kind, platform, name, count }) => [kind, platform, name, count]),
  };
}
