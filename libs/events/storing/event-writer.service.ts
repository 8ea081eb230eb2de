import { Injectable } from '@nestjs/common';
import { UidCacheService } from '#libs/users/identities';
import { Database, type Tx } from '#platform/db';
import { bucketOfId } from '#platform/ids';
import { OutboxRepository } from '#platform/outbox';
import { EventRepository } from './event.repository.js';
import { ItemMentionService } from './item-mention.service.js';
import type { CheckedEvent, EventRow, NamedEvent, UnmatchedCount } from '../model/event.types.js';
import { UnmatchedEventRepository } from './unmatched-event.repository.js';
import { daysOf, withoutRepeats, hasOrigin, sortByBucket, sortUnique, eventIdsOf } from './event-order.js';

/** Events were stored under an assumption about their users that does not hold. Thrown to roll back. */
class WrongUsersError extends Error {
  override readonly name = 'WrongUsersError';

  /** @param reason  a user does not exist, or cached uids may no longer count */
  constructor(readonly reason: 'missing' | 'outdated') {
    super(`Users of events are ${reason}`);
  }
}

/** Stores checked events with their row of the change feed. */
@Injectable()
export class EventWriterService {
  constructor(
    private readonly db: Database,
    private readonly events: EventRepository,
    private readonly unmatched: UnmatchedEventRepository,
    private readonly outbox: OutboxRepository,
    private readonly uidCache: UidCacheService,
    private readonly mentions: ItemMentionService,
  ) {}

  /**
   * Stores events without a look-up of their users before, in one transaction: by uids of the cache, and the others by
   * their extIds.
   *
   * @returns false when a user does not exist; nothing is stored then
   */
  async storeNamed(
    appId: number,
    events: readonly NamedEvent[],
    unmatched: readonly UnmatchedCount[],
  ): Promise<boolean> {
    const fired = withoutRepeats(events);
    try {
      return await this.storeOnce(appId, fired, unmatched, true);
    } catch (error) {
      if (!(error instanceof WrongUsersError && error.reason === 'outdated')) {
        throw error;
      }
    }
    return this.storeOnce(appId, fired, unmatched, false);
  }

  /** Tests if no user of these events has to be looked up. */
  hasCached(appId: number, extIds: readonly string[]): boolean {
    return !this.uidCache.find(appId, extIds).uids.includes(0);
  }

  /** @param useCache  false: what the cache has may be outdated again by now */
  private async storeOnce(
    appId: number,
    events: readonly NamedEvent[],
    unmatched: readonly UnmatchedCount[],
    useCache: boolean,
  ): Promise<boolean> {
    try {
      await this.db.tx(async (tx) => {
        const { uids, eventIds } = hasOrigin(events)
          ? await this.insertWithOrigin(tx, appId, events)
          : await this.insertNamed(tx, appId, events, useCache);
        await this.noteStored(tx, appId, { uids, eventIds }, events);
        await this.addCounts(tx, appId, unmatched);
      });
      return true;
    } catch (error) {
      if (!(error instanceof WrongUsersError && error.reason === 'missing')) {
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
      await this.noteStored(tx, appId, { uids, eventIds }, sorted);
    }
    await this.addCounts(tx, appId, unmatched);
  }

  private async noteStored(
    tx: Tx,
    appId: number,
    stored: { uids: number[]; eventIds: number[] },
    events: readonly CheckedEvent[],
  ): Promise<void> {
    await this.mentions.noteStored(tx, appId, stored, events);
    const { uids, eventIds: keys } = stored;
    await this.outbox.add(tx, { appId, kind: 'event', uids, keys, ...daysOf(events) });
  }

  private async insertWithOrigin(
    tx: Tx,
    appId: number,
    events: readonly NamedEvent[],
  ): Promise<{ uids: number[]; eventIds: number[] }> {
    const named = sortByBucket(appId, events, []);
    const { missing, ...stored } = await this.events.insertNamedWithOrigin(tx, appId, named);
    if (missing > 0) {
      throw new WrongUsersError('missing');
    }
    return stored;
  }

  private async insertNamed(
    tx: Tx,
    appId: number,
    events: readonly NamedEvent[],
    useCache: boolean,
  ): Promise<{ uids: number[]; eventIds: number[] }> {
    const cached = this.uidCache.find(appId, useCache ? events.map(({ extId }) => extId) : []);
    const sorted = sortByBucket(appId, events, cached.uids);
    const named = sorted.filter(({ uid }) => uid === 0);
    const { uids, stamp } =
      named.length === 0
        ? { uids: [], stamp: await this.events.insertCached(tx, appId, sorted) }
        : await this.events.insertNamed(tx, appId, sorted);
    if (named.length < sorted.length && stamp !== cached.stamp) {
      this.uidCache.forget(appId);
      throw new WrongUsersError('outdated');
    }
    named.forEach((event, i) => (event.uid = uids[i] ?? 0));
    const existing = named.filter(({ uid }) => uid > 0);
    if (existing.length > 0) {
      this.uidCache.keep(appId, stamp, existing);
    }
    if (existing.length < named.length) {
      throw new WrongUsersError('missing');
    }
    return { uids: sortUnique(sorted.map(({ uid }) => uid)), eventIds: eventIdsOf(sorted) };
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
