import { Injectable } from '@nestjs/common';
import { BUCKETS } from '#platform/ids';
import { UidBlockRepository, type Series } from './uid-block.repository.js';

interface PendingAllocation {
  vbs: readonly number[];
  resolve(ids: number[]): void;
  reject(error: unknown): void;
}

/**
 * Makes ids of the form `n·1024 + vb`, `n` counted from 1 per application and bucket, so that they stay dense. One
 * statement is under way per application and series; batches that arrive meanwhile wait and share the next one, so that
 * concurrent batches do not queue up on the same rows. Ids taken and not used leave gaps, which are harmless.
 */
@Injectable()
export class UidAllocatorService {
  private readonly queues = new Map<string, PendingAllocation[]>();

  constructor(private readonly uidBlocks: UidBlockRepository) {}

  /** One id for each bucket asked for, in the same order. Never called inside a transaction: it uses the pool. */
  allocate(appId: number, series: Series, vbs: readonly number[]): Promise<number[]> {
    if (vbs.length === 0) {
      return Promise.resolve([]);
    }
    return new Promise((resolve, reject) => {
      const key = `${appId}/${series}`;
      const queue = this.queues.get(key);
      if (queue) {
        queue.push({ vbs, resolve, reject });
        return;
      }
      this.queues.set(key, [{ vbs, resolve, reject }]);
      void this.processQueue(key, appId, series);
    });
  }

  private async processQueue(key: string, appId: number, series: Series): Promise<void> {
    for (let batch = this.queues.get(key); batch && batch.length > 0; batch = this.queues.get(key)) {
      this.queues.set(key, []);
      await this.allocateBatch(batch, appId, series);
    }
    this.queues.delete(key);
  }

  private async allocateBatch(batch: readonly PendingAllocation[], appId: number, series: Series): Promise<void> {
    try {
      const counts = new Array<number>(BUCKETS).fill(0);
      for (const { vbs } of batch) {
        for (const vb of vbs) {
          counts[vb] = (counts[vb] ?? 0) + 1;
        }
      }
      const buckets = [...counts.keys()].filter((vb) => counts[vb] !== 0);
      const firstNumbers = await this.uidBlocks.reserve(
        appId,
        series,
        buckets,
        buckets.map((vb) => counts[vb] ?? 0),
      );
      const next = new Map(buckets.map((vb, i) => [vb, firstNumbers[i] ?? Number.NaN]));
      for (const { vbs, resolve } of batch) {
        resolve(vbs.map((vb) => takeNextId(next, vb)));
      }
    } catch (error) {
      for (const { reject } of batch) {
        reject(error);
      }
    }
  }
}

function takeNextId(next: Map<number, number>, vb: number): number {
  const n = next.get(vb) ?? Number.NaN;
  next.set(vb, n + 1);
  return n * BUCKETS + vb;
}
