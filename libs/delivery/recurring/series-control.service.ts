import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';
import type { Speed } from '../model/delivery.types.js';
import { SeriesRepository } from './series.repository.js';
import { skipPast } from './series-times.js';

/**
 * Holds recurring campaigns, goes on with them and ends them. Each method locks the series before the caller locks its sends: a
 * run that is made in between is seen by the caller. Keys of other campaigns are passed by.
 */
@Injectable()
export class SeriesControlService {
  constructor(private readonly series: SeriesRepository) {}

  /** No run begins until they go on. @returns the keys that changed */
  async pause(tx: Tx, appId: number, keys: readonly number[]): Promise<readonly number[]> {
    return this.series.pause(tx, appId, keys);
  }

  /** Goes on with the next run to come: those that were due during the pause are missed. @returns the keys that changed */
  async resume(tx: Tx, appId: number, keys: readonly number[]): Promise<readonly number[]> {
    const changed: number[] = [];
    for (const key of keys.toSorted((a, b) => a - b)) {
      const series = await this.series.lock(tx, appId, key);
      if (series?.isPaused) {
        const { next, passed } = skipPast(series.rule, series.next, series.now);
        await this.series.resume(tx, key);
        if (passed.length > 0) {
          await this.series.advance(tx, key, { next, missed: passed, hasRun: false });
        }
        changed.push(key);
      }
    }
    return changed;
  }

  /** No run begins any more. @returns the keys that changed */
  async stop(tx: Tx, appId: number, keys: readonly number[]): Promise<readonly number[]> {
    return this.series.stop(tx, appId, keys);
  }

  /** The speed of the runs to come. @returns the keys that changed */
  async changeSpeed(tx: Tx, appId: number, key: number, speed: Speed | null): Promise<readonly number[]> {
    return this.series.setSpeed(tx, appId, key, speed);
  }
}
