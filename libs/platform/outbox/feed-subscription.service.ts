import { Injectable } from '@nestjs/common';
import { Database, isRolledBack } from '#platform/db';
import { AppError } from '#platform/errors';
import { FeedPositionRepository } from './feed-position.repository.js';
import { FeedReaderService } from './feed-reader.service.js';
import type { FeedSubscriber } from './feed-subscriber-registry.service.js';

/** Rows of the change feed per transaction. */
const BATCH_ROWS = 500;
/** Transactions of one application before the next application. */
const MAX_BATCHES = 20;
/** Positions move at least this often, so that little of the feed must be searched. */
const IDLE_MS = 60_000;
/** The change feed is kept one day longer than this. */
const MAX_FEED_AGE_MS = 2 * 24 * 3_600_000;

/** Lets subscribers read the change feed. Several processes may do it: each position has one reader. */
@Injectable()
export class FeedSubscriptionService {
  /** When the positions of a subscriber without changes were last moved by this process, by the monotonic clock. */
  private readonly movedAt = new Map<string, number>();

  constructor(
    private readonly db: Database,
    private readonly positions: FeedPositionRepository,
    private readonly reader: FeedReaderService,
  ) {}

  /**
   * Applies what was committed before the call, application by application. One that fails keeps no other one waiting.
   *
   * @param onLost  called when a subscriber begins again, because the feed has lost changes
   * @throws the first fault, after all applications
   */
  async read(subscriber: FeedSubscriber, onLost: (appId: number) => void): Promise<void> {
    if (!this.movedAt.has(subscriber.name)) {
      await this.positions.begin(subscriber.name);
      this.movedAt.set(subscriber.name, -Infinity);
    }
    const faults: unknown[] = [];
    for (const appId of await this.findBehind(subscriber)) {
      await this.readApplication(subscriber, appId, onLost).catch((error: unknown) => faults.push(error));
    }
    if (faults.length > 0) {
      throw faults[0];
    }
  }

  /** A look that finds nothing new is one statement: a transaction is needed only where positions have to be stored. */
  private async findBehind(subscriber: FeedSubscriber): Promise<number[]> {
    const { name } = subscriber;
    const now = performance.now();
    if (now - (this.movedAt.get(name) ?? -Infinity) < IDLE_MS / 2) {
      const behind = await this.positions.findBehind(this.db, subscriber, MAX_FEED_AGE_MS);
      if (behind.every(({ hasPosition }) => hasPosition)) {
        return behind.map(({ appId }) => appId);
      }
    }
    try {
      const behind = await this.db.snapshot(async (tx) => {
        const found = (await this.positions.findBehind(tx, subscriber, MAX_FEED_AGE_MS)).map(({ appId }) => appId);
        await this.positions.advanceIdle(tx, name, found, IDLE_MS);
        return found;
      });
      this.movedAt.set(name, now);
      return behind;
    } catch (error) {
      if (isRolledBack(error instanceof AppError ? error.cause : error)) {
        // Another process has moved a position.
        return [];
      }
      throw error;
    }
  }

  private async readApplication(
    subscriber: FeedSubscriber,
    appId: number,
    onLost: (appId: number) => void,
  ): Promise<void> {
    const { name, kinds } = subscriber;
    await this.reader.follow(
      {
        lock: async (tx) => {
          const found = await this.positions.lock(tx, name, appId, MAX_FEED_AGE_MS);
          return found && { ...found, appId, kinds };
        },
        apply: async (tx, { isLost, movedAt }, { changes, position }) => {
          if (isLost) {
            onLost(appId);
            await subscriber.restart(tx, appId, movedAt);
            await this.positions.advanceToNow(tx, name, appId, kinds);
            return;
          }
          if (changes.length > 0) {
            await subscriber.apply(tx, appId, changes);
          }
          await this.positions.advance(tx, name, appId, position);
        },
      },
      { rows: BATCH_ROWS, transactions: MAX_BATCHES },
    );
  }
}
