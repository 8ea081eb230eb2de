import { Injectable } from '@nestjs/common';
import { groupBy } from '#platform/collections';
import type { Tx } from '#platform/db';
import { ClockService } from '#platform/runtime';
import { PolicyService } from '../definitions/policy.service.js';
import { countBit, countMessages, hasBit, holdBit, listHolding } from '../model/match-caps.js';
import type { Cap, Place } from '../model/policy.types.js';
import { longestWindow, windowsOf } from './cap-window.js';
import { type AskedWindows, RecentMessagesRepository, type UsedCap, type Wish } from './recent-messages.repository.js';

/** Messages of one dispatch and channel for which users need a free place. */
export interface WishedMessage {
  message: number;
  recipientIds: readonly number[];
  wishes: readonly Wish[];
}

/** Counts the messages of users, so that no user gets more of them than the caps allow. */
@Injectable()
export class CapCounterService {
  constructor(
    private readonly policies: PolicyService,
    private readonly recent: RecentMessagesRepository,
    private readonly clock: ClockService,
  ) {}

  /**
   * Finds users without enough free places, as of now: another send may take one until `reserve`.
   *
   * @returns their used caps; nothing for everyone else
   */
  async findUsed(appId: number, caps: readonly Cap[], wished: WishedMessage): Promise<UsedCap[]> {
    const bound = wished.wishes.filter(({ marks }) => listHolding(caps, marks).length > 0);
    if (bound.length === 0) {
      return [];
    }
    return this.recent.findUsed(appId, this.ask(caps, bound), bound, wished.message, wished.recipientIds);
  }

  /**
   * Takes a place for each message that is about to leave, in the transaction that stores this.
   *
   * @returns users who have no free place; the others have theirs
   */
  async reserve(tx: Tx, appId: number, places: readonly Place[]): Promise<Set<number>> {
    const caps = await this.policies.findCaps(appId);
    const refused = findCrowded(caps, places);
    const asked = places.filter(({ uid }) => !refused.has(uid));
    if (asked.length > 0) {
      const reserved = await this.recent.reserve(tx, appId, this.ask(caps, asked), asked, longestWindow(caps));
      asked.forEach(({ uid }) => !reserved.has(uid) && refused.add(uid));
    }
    return refused;
  }

  /**
   * Gives the places of messages back that nothing took, in the transaction that stores this.
   *
   * @param doubtful  places of messages that an earlier attempt may have delivered: no later one gives them back
   */
  async settle(tx: Tx, appId: number, unsent: readonly Place[], doubtful: readonly Place[]): Promise<void> {
    if (unsent.length + doubtful.length > 0) {
      await this.recent.settle(tx, appId, unsent, doubtful);
    }
  }

  /** The windows of caps that end now, in the zones of some users. */
  private ask(caps: readonly Cap[], users: readonly Pick<Place, 'zone'>[]): AskedWindows {
    const zones = [...new Set(users.flatMap(({ zone }) => zone ?? []))];
    return { windows: windowsOf(caps, zones, this.clock.now()), zones };
  }

  /** Adds the messages of a merged user to those of another one. */
  async move(tx: Tx, appId: number, fromUid: number, toUid: number): Promise<void> {
    await this.recent.moveToUser(tx, appId, fromUid, toUid);
  }

  /** Erases the messages of users. @returns rows */
  async erase(tx: Tx, appId: number, uids: readonly number[]): Promise<number> {
    return this.recent.erase(tx, appId, uids);
  }
}

/** Finds users with more messages in one batch than a cap has places: a first row of theirs is not compared. */
function findCrowded(caps: readonly Cap[], places: readonly Place[]): Set<number> {
  const several = [...groupBy(places, ({ uid }) => uid)].filter(([, own]) => own.length > 1);
  const isCrowded = (own: readonly Place[]): boolean =>
    caps.some((cap) => {
      const counted = own.filter(({ marks }) => hasBit(marks, countBit(cap)));
      return own.some(({ marks }) => hasBit(marks, holdBit(cap))) && countMessages(counted) > cap.entry.most;
    });
  return new Set(several.flatMap(([uid, own]) => (isCrowded(own) ? [uid] : [])));
}
