import { Injectable } from '@nestjs/common';
import { MicroBatcher } from '#platform/async';
import { BUCKETS } from '#platform/ids';
import { UidBlockRepository, type Series } from './uid-block.repository.js';

interface Allocation {
  vbs: readonly number[];
  ids?: number[];
  error?: unknown;
}

/**
 * Allocates ids of the form `n·1024 + vb`, where `n` counts from 1 for each application and bucket, so that ids stay
 * dense. At most one statement runs for an application and series; batches that come in the meantime share the next one,
 * so that they do not wait for each other's rows. Unused ids leave gaps, which are harmless.
 */
@Injectable()
export class UidAllocatorService {
  private readonly batchers = new Map<string, MicroBatcher<Allocation>>();

  constructor(private readonly uidBlocks: UidBlockRepository) {}

  /** One id for each given bucket, in the same order. Not for the inside of a transaction: it uses the pool. */
  async allocate(appId: number, series: Series, vbs: readonly number[]): Promise<number[]> {
    if (vbs.length === 0) {
      return [];
    }
    const allocation: Allocation = { vbs };
    await this.getBatcher(appId, series).add(allocation);
    if (!allocation.ids) {
      throw allocation.error;
    }
    return allocation.ids;
  }

  private getBatcher(appId: number, series: Series): MicroBatcher<Allocation> {
    const key = `${appId}/${series}`;
    const present = this.batchers.get(key);
    if (present) {
      return present;
    }
    const batcher = new MicroBatcher<Allocation>((batch) => this.allocateBatch(batch, appId, series), 0, Infinity);
    this.batchers.set(key, batcher);
    return batcher;
  }

  private async allocateBatch(batch: readonly Allocation[], appId: number, series: Series): Promise<void> {
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
      for (const allocation of batch) {
        allocation.ids = allocation.vbs.map((vb) => takeNextId(next, vb));
      }
    } catch (error) {
      for (const allocation of batch) {
        allocation.error = error;
      }
    }
  }
}

function takeNextId(next: Map<number, number>, vb: number): number {
  const n = next.get(vb) ?? Number.NaN;
  next.set(vb, n + 1);
  return n * BUCKETS + vb;
}
