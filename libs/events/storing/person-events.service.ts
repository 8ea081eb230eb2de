import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';
import { OutboxRepository } from '#platform/outbox';
import { EventRepository } from './event.repository.js';
import { UnmatchedEventRepository } from './unmatched-event.repository.js';

/** Moves and erases the events of a person. */
@Injectable()
export class PersonEventsService {
  constructor(
    private readonly events: EventRepository,
    private readonly unmatched: UnmatchedEventRepository,
    private readonly outbox: OutboxRepository,
  ) {}

  /** Moves the events of one user to another in a merge. */
  async moveEvents(tx: Tx, appId: number, fromUid: number, toUid: number): Promise<void> {
    const keys = await this.events.moveToUser(tx, appId, fromUid, toUid);
    await this.outbox.add(tx, { appId, kind: 'event', uids: keys.length > 0 ? [toUid] : [], keys });
    await this.unmatched.moveToUser(tx, appId, fromUid, toUid);
  }

  /**
   * Erases the events of users.
   *
   * @param extIds  theirs, and unknown ones: an unmatched event may have named them
   * @returns the number of deleted events
   */
  async eraseEvents(tx: Tx, appId: number, uids: readonly number[], extIds: readonly string[]): Promise<number> {
    await this.unmatched.eraseExamples(tx, appId, uids, extIds);
    return this.events.deleteByUsers(tx, appId, uids);
  }
}
