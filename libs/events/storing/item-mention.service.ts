import { Injectable } from '@nestjs/common';
import { findMentionedEvents, type MentionedEvents } from '#libs/catalogs';
import { Database, type Tx } from '#platform/db';
import type { EventRow } from '../model/event.types.js';
import { ItemMentionRepository, type NamingEvents } from './item-mention.repository.js';

/** Time for which a process may miss a new watch. */
const CACHE_TTL_MS = 1000;

/** Stored events: of a request, or moved ones. */
interface StoredItems {
  uids: readonly number[];
  eventIds: readonly number[];
}

/**
 * Notes which users had events about which items, where an application watches items: a changed item then finds its people
 * without reading all events.
 */
@Injectable()
export class ItemMentionService {
  private readonly cache = new Map<number, { events: NamingEvents; readAt: number }>();

  constructor(
    private readonly db: Database,
    private readonly mentions: ItemMentionRepository,
  ) {}

  /** Notes the items of events that this transaction stored. */
  async noteStored(
    tx: Tx,
    appId: number,
    { uids, eventIds }: StoredItems,
    stored: readonly Pick<EventRow, 'at'>[],
  ): Promise<void> {
    const times = stored.flatMap(({ at }) => at ?? []);
    await this.note(tx, appId, { uids, eventIds }, times.length > 0 ? Math.min(...times) : null);
  }

  /** Notes the items of a user who got events of another, and forgets those of the other. */
  async move(tx: Tx, appId: number, eventIds: readonly number[], fromUid: number, toUid: number): Promise<void> {
    await this.note(tx, appId, { uids: [toUid], eventIds }, 0);
    await this.forgetUsers(tx, appId, [fromUid]);
  }

  async forgetUsers(tx: Tx, appId: number, uids: readonly number[]): Promise<void> {
    await this.mentions.deleteByUsers(tx, appId, uids);
  }

  /** Forgets what is older than events are kept. @param day  the first day with events, `yyyy-MM-dd` */
  async forgetBefore(day: string): Promise<number> {
    return this.db.tx((tx) => this.mentions.deleteBefore(tx, day));
  }

  /** Notes the items of events of before. */
  async fill(tx: Tx, appId: number, events: MentionedEvents, buckets: readonly number[]): Promise<void> {
    await this.mentions.noteBuckets(tx, appId, toNaming([events]), buckets);
  }

  private async note(tx: Tx, appId: number, { uids, eventIds }: StoredItems, fromMs: number | null): Promise<void> {
    if (uids.length === 0 || tx.isDistributed) {
      return;
    }
    const events = await this.getNaming(tx, appId);
    if (events.eventIds.some((eventId) => eventIds.includes(eventId))) {
      await this.mentions.noteUsers(tx, appId, events, uids, fromMs);
    }
  }

  private async getNaming(tx: Tx, appId: number): Promise<NamingEvents> {
    const cached = this.cache.get(appId);
    if (cached && performance.now() - cached.readAt < CACHE_TTL_MS) {
      return cached.events;
    }
    const events = toNaming(await findMentionedEvents(tx, appId));
    this.cache.set(appId, { events, readAt: performance.now() });
    return events;
  }
}

/** Each event with each of its codes once. */
function toNaming(watched: readonly MentionedEvents[]): NamingEvents {
  const pairs = new Map(
    watched
      .flatMap((events) => Object.entries(events))
      .map(([eventId, code]) => [`${eventId} ${code}`, [eventId, code]]),
  );
  return {
    eventIds: [...pairs.values()].map(([eventId]) => Number(eventId)),
    codes: [...pairs.values()].map(([, code = '']) => code),
  };
}
