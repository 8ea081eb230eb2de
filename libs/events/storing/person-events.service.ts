import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';
import { OutboxRepository, type Change } from '#platform/outbox';
import type { FiredRow } from '../model/event.types.js';
import { EventRepository } from './event.repository.js';
import { UnmatchedEventRepository } from './unmatched-event.repository.js';

/** Reads, moves and erases the events of persons. */
@Injectable()
export class PersonEventsService {
  constructor(
    private readonly events: EventRepository,
    private readonly unmatched: UnmatchedEventRepository,
    private readonly outbox: OutboxRepository,
  ) {}

  /**
   * Finds the events of two days that rows of the change feed are about, in the order of their times.
   *
   * @param eventIds  of these definitions alone
   */
  async findFired(
    tx: Tx,
    appId: number,
    changes: readonly Pick<Change, 'uids' | 'xid'>[],
    eventIds: readonly number[],
  ): Promise<FiredRow[]> {
    const uids = [...new Set(changes.flatMap((change) => change.uids))];
    const xids = [...new Set(changes.flatMap(({ xid }) => xid ?? []))];
    return uids.length > 0 && eventIds.length > 0 ? this.events.findFired(tx, appId, { uids, eventIds, xids }) : [];
  }

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
