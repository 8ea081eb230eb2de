import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import { bucketOfId } from '#platform/ids';
import { OutboxRepository } from '#platform/outbox';
import { EventRepository } from './event.repository.js';
import type { CheckedEvent, EventRow, NamedEvent, UnmatchedCount } from '../model/event.types.js';
import { UnmatchedEventRepository } from './unmatched-event.repository.js';

/** Events were stored under the assumption that their users exist, but one does not. Thrown to roll back. */
class MissingUserError extends Error {
  override readonly name = 'MissingUserError';
}

/** Stores checked events with their row of the change feed. */
@Injectable()
export class EventWriterService {
  constructor(
    private readonly db: Database,
    private readonly events: EventRepository,
    private readonly unmatched: UnmatchedEventRepository,
    private readonly outbox: OutboxRepository,
  ) {}

  /**
   * Stores events without the look-up of their users, in one transaction.
   *
   * @returns false when a user does not exist; nothing is stored then
   */
  async storeNamed(
    appId: number,
    events: readonly NamedEvent[],
    unmatched: readonly UnmatchedCount[],
  ): Promise<boolean> {
    try {
      await this.db.tx(async (tx) => {
        const sorted = withoutRepeats(events).toSorted((a, b) => a.vb - b.vb);
        const { uids, eventIds, missing } = hasOrigin(sorted)
          ? await this.events.insertNamedWithOrigin(tx, appId, sorted)
          : await this.insertNamed(tx, appId, sorted);
        if (missing > 0) {
          throw new MissingUserError('A user is new');
        }
        await this.outbox.add(tx, { appId, kind: 'event', uids, keys: eventIds });
        await this.addCounts(tx, appId, unmatched);
      });
      return true;
    } catch (error) {
      if (!(error instanceof MissingUserError)) {
        throw error;
      }
      return false;
    }
  }

  /** Stores events of existing users. */
  async store(tx: Tx, appId: number, events: readonly EventRow[], unmatched: readonly UnmatchedCount[]): Promise<void> {
    if (events.length > 0) {
      const sorted = withoutRepeats(events).toSorted((a, b) => bucketOfId(a.uid) - bucketOfId(b.uid) || a.uid - b.uid);
      const { uids, eventIds } = hasOrigin(sorted)
        ? await this.events.insertWithOrigin(tx, appId, sorted)
        : await this.insert(tx, appId, sorted);
      await this.outbox.add(tx, { appId, kind: 'event', uids, keys: eventIds });
    }
    await this.addCounts(tx, appId, unmatched);
  }

  private async insertNamed(
    tx: Tx,
    appId: number,
    events: readonly NamedEvent[],
  ): Promise<{ uids: number[]; eventIds: number[]; missing: number }> {
    const { uids, count } = await this.events.insertNamed(tx, appId, events);
    return { uids, eventIds: eventIdsOf(events), missing: events.length - count };
  }

  private async insert(
    tx: Tx,
    appId: number,
    events: readonly EventRow[],
  ): Promise<{ uids: number[]; eventIds: number[] }> {
    await this.events.insert(tx, appId, events);
    return { uids: sortUnique(events.map(({ uid }) => uid)), eventIds: eventIdsOf(events) };
  }

  private async addCounts(tx: Tx, appId: number, unmatched: readonly UnmatchedCount[]): Promise<void> {
    if (unmatched.length > 0) {
      await this.unmatched.addCounts(tx, appId, unmatched);
    }
  }
}

function hasOrigin(events: readonly CheckedEvent[]): boolean {
  return events.some(({ at, repeatKey }) => at !== undefined || repeatKey !== undefined);
}

/** Of the events of one request with the same id, the first. */
function withoutRepeats<E extends CheckedEvent>(events: readonly E[]): E[] {
  const seen = new Set<string>();
  return events.filter(({ repeatKey }) => {
    if (repeatKey === undefined) {
      return true;
    }
    const isNew = !seen.has(repeatKey);
    seen.add(repeatKey);
    return isNew;
  });
}

function eventIdsOf(events: readonly CheckedEvent[]): number[] {
  return sortUnique(events.map(({ eventId }) => eventId));
}

function sortUnique(ids: readonly number[]): number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b);
}
