import { Injectable } from '@nestjs/common';
import { AliasRepository } from '#libs/users/identities';
import type { Tx } from '#platform/db';
import { bucketOfId } from '#platform/ids';
import { OutboxRepository, type Change } from '#platform/outbox';
import type { EventRow, FiredRow } from '../model/event.types.js';
import { EventRepository } from './event.repository.js';
import { ItemMentionService } from './item-mention.service.js';
import { UnmatchedEventRepository } from './unmatched-event.repository.js';

type FeedRow = Pick<Change, 'uids' | 'xid' | 'days'>;

/** Reads, moves and erases the events of persons. */
@Injectable()
export class PersonEventsService {
  constructor(
    private readonly events: EventRepository,
    private readonly unmatched: UnmatchedEventRepository,
    private readonly outbox: OutboxRepository,
    private readonly aliases: AliasRepository,
    private readonly mentions: ItemMentionService,
  ) {}

  /**
   * Finds the events that rows of the change feed are about, however old they are, in the order of their times. Those of a user
   * who has been merged since are events of the present one.
   *
   * @param eventIds  of these definitions alone
   */
  async findFired(
    tx: Tx,
    appId: number,
    changes: readonly FeedRow[],
    eventIds: readonly number[],
  ): Promise<FiredRow[]> {
    // Days of late events are looked at for their users alone: each day is a partition to probe.
    const late = new Set(changes.filter(({ days = [] }) => days.length > 1).map(({ xid }) => xid));
    const [ofLate, ofOthers] = [true, false].map((isLate) => changes.filter(({ xid }) => late.has(xid) === isLate));
    const fired = [
      ...(await this.findStored(tx, appId, ofOthers ?? [], eventIds)),
      ...(await this.findStored(tx, appId, ofLate ?? [], eventIds)),
    ];
    return late.size > 0 ? fired.toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.uid - b.uid) : fired;
  }

  private async findStored(
    tx: Tx,
    appId: number,
    changes: readonly FeedRow[],
    eventIds: readonly number[],
  ): Promise<FiredRow[]> {
    const named = changes.flatMap((change) => change.uids);
    if (named.length === 0 || eventIds.length === 0) {
      return [];
    }
    const uids = [...new Set([...named, ...(await this.aliases.findMergedInto(tx, appId, named))])];
    const xids = [...new Set(changes.flatMap(({ xid }) => xid ?? []))];
    const days = [...new Set(changes.flatMap((change) => change.days ?? []))];
    return this.events.findFired(tx, appId, { uids, eventIds, xids, days });
  }

  /**
   * Stores events that Herald writes itself, at the time of the transaction. Events of absent users are left out.
   *
   * @param locked  users whose rows the transaction locks already
   * @returns users that are there
   */
  async addInternal(
    tx: Tx,
    appId: number,
    written: readonly EventRow[],
    locked: readonly number[] = [],
  ): Promise<ReadonlySet<number>> {
    const present = new Set(locked);
    const open = sortUnique(written).filter((uid) => !present.has(uid));
    if (open.length > 0) {
      (await this.events.lockUsers(tx, appId, open)).forEach((uid) => present.add(uid));
    }
    const events = written.filter(({ uid }) => present.has(uid));
    if (events.length === 0) {
      return present;
    }
    const sorted = events.toSorted((a, b) => bucketOfId(a.uid) - bucketOfId(b.uid) || a.uid - b.uid);
    await this.events.insert(tx, appId, sorted);
    const keys = [...new Set(events.map(({ eventId }) => eventId))].toSorted((a, b) => a - b);
    const uids = sortUnique(events);
    await this.mentions.noteStored(tx, appId, { uids, eventIds: keys }, events);
    await this.outbox.add(tx, { appId, kind: 'event', uids, keys });
    return present;
  }

  /** Moves the events of one user to another in a merge. */
  async moveEvents(tx: Tx, appId: number, fromUid: number, toUid: number): Promise<void> {
    const keys = await this.events.moveToUser(tx, appId, fromUid, toUid);
    await this.mentions.move(tx, appId, keys, fromUid, toUid);
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
    await this.mentions.forgetUsers(tx, appId, uids);
    return this.events.deleteByUsers(tx, appId, uids);
  }
}

function sortUnique(events: readonly EventRow[]): number[] {
  return [...new Set(events.map(({ uid }) => uid))].toSorted((a, b) => a - b);
}
