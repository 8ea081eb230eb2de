import { Injectable } from '@nestjs/common';
import { Database, isRolledBack, type Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import { OutboxRepository } from './outbox.repository.js';
import type { ChangeKind, Changes, FeedSelection } from './changes.types.js';

/** A reader of the change feed with a stored position. The lock of the position makes one process its only reader. */
export interface FeedReader<Kind extends ChangeKind, Locked extends FeedSelection<Kind>> {
  /** Locks the position and says what is wanted. Undefined: another process reads, or there is nothing to follow. */
  lock(tx: Tx): Promise<Locked | undefined>;
  /** Applies changes and stores the new position. */
  apply(tx: Tx, locked: Locked, feed: Changes<Kind | 'event'>): Promise<void>;
}

/**
 * Reads the change feed: lock, read, apply and advance are one transaction of one snapshot, so what a reader stores matches
 * the rows exactly at its position. A crash leaves the position, and the work is repeated.
 */
@Injectable()
export class FeedReaderService {
  constructor(
    private readonly db: Database,
    private readonly outbox: OutboxRepository,
  ) {}

  /**
   * Reads until nothing committed before the call is left.
   *
   * @param limits.rows          rows of the feed per transaction
   * @param limits.transactions  at most so many; absent: any number
   */
  async follow<Kind extends ChangeKind, Locked extends FeedSelection<Kind>>(
    reader: FeedReader<Kind, Locked>,
    { rows, transactions = Number.POSITIVE_INFINITY }: { rows: number; transactions?: number },
  ): Promise<void> {
    for (let count = 0, isLeft = true; isLeft && count < transactions; count += 1) {
      isLeft = await this.readBatch(reader, rows);
    }
  }

  /** @returns whether changes are left; false also when another process is the reader */
  private async readBatch<Kind extends ChangeKind, Locked extends FeedSelection<Kind>>(
    reader: FeedReader<Kind, Locked>,
    rows: number,
  ): Promise<boolean> {
    try {
      return await this.db.snapshot(async (tx) => {
        const locked = await reader.lock(tx);
        if (!locked) {
          return false;
        }
        const feed = await this.outbox.changesSince(tx, locked, rows);
        await reader.apply(tx, locked, feed);
        return !feed.isCurrent;
      });
    } catch (error) {
      if (isRolledBack(error instanceof AppError ? error.cause : error)) {
        // Another process moved the position between this transaction's snapshot and its lock.
        return false;
      }
      throw error;
    }
  }
}
