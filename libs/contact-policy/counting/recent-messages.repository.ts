import { Injectable } from '@nestjs/common';
import { bigintArray, Database, integerArray, type Param, type Tx } from '#platform/db';
import { BUCKETS } from '#platform/ids';
import { countBit, holdBit } from '../model/match-caps.js';
import type { Place } from '../model/policy.types.js';
import type { CapWindow } from './cap-window.js';
import { FIND_USED, RESERVE, SETTLE } from './recent-messages.sql.js';

/** A user's messages in the window of a cap that has too few free places, the newest first. */
export interface UsedCap {
  uid: number;
  slot: number;
  /** Person whose calendar the window follows; null: it rolls. */
  zone: string | null;
  /** ms since 1970. */
  times: number[];
  messages: number[];
}

/** Messages that are about to leave for a user, by one dispatch on one channel. */
export interface Wish {
  uid: number;
  /** How many of them. */
  own: number;
  marks: number;
  /** See `Place`. */
  zone?: string;
}

/** Windows of caps, and the zones that some of them name. */
export interface AskedWindows {
  windows: readonly CapWindow[];
  zones: readonly string[];
}

/** Statements of `contact_policy.recent`: one row for each user, with the messages in the windows of the caps. */
@Injectable()
export class RecentMessagesRepository {
  constructor(private readonly db: Database) {}

  /**
   * Finds users who have too few free places · their rows · primary key · no locks.
   *
   * @param message       of all wishes
   * @param recipientIds  of all wishes: the message to them counts once
   */
  async findUsed(
    appId: number,
    { windows, zones }: AskedWindows,
    wishes: readonly Wish[],
    message: number,
    recipientIds: readonly number[],
  ): Promise<UsedCap[]> {
    const rows = await this.db.rows<Omit<UsedCap, 'slot' | 'zone'> & { place: number }>(FIND_USED, [
      appId,
      ...windowParams(windows),
      bigintArray(wishes.map(({ uid }) => uid)),
      integerArray(wishes.map(({ own }) => own)),
      bigintArray(wishes.map(({ marks }) => marks)),
      integerArray(wishes.map(({ zone }) => placeOf(zone, zones))),
      message,
      bigintArray(recipientIds),
    ]);
    return rows.map(({ place, ...used }) => {
      const { cap, zone = null } = windows[place - 1] ?? {};
      return { ...used, slot: cap?.slot ?? Number.NaN, zone: zone === null ? null : (zones[zone] ?? null) };
    });
  }

  /**
   * Takes places, or renews those of an earlier attempt · their rows · primary key · locks them.
   *
   * @param keptSeconds  older messages are forgotten
   * @returns users who had a free place
   */
  async reserve(
    tx: Tx,
    appId: number,
    { windows, zones }: AskedWindows,
    places: readonly Place[],
    keptSeconds: number,
  ): Promise<Set<number>> {
    const rows = await tx.rows<{ uid: number }>(RESERVE, [
      appId,
      ...windowParams(windows),
      ...placeParams(places),
      keptSeconds,
      zonesByUser(places, zones),
    ]);
    return new Set(rows.map(({ uid }) => uid));
  }

  /**
   * Gives places back whose message was not taken, and keeps those that may have been for good · their rows · primary key ·
   * locks them in its order.
   */
  async settle(tx: Tx, appId: number, unsent: readonly Place[], doubtful: readonly Place[]): Promise<void> {
    const places = [...unsent, ...doubtful];
    await tx.affected(SETTLE, [
      appId,
      bigintArray(places.map(({ uid }) => uid)),
      bigintArray(places.map(({ message }) => message)),
      bigintArray(places.map(({ recipientId }) => recipientId)),
      places.map((_, index) => index >= unsent.length),
    ]);
  }

  /** Adds the messages of a merged user to those of another one · two rows · primary key. */
  async moveToUser(tx: Tx, appId: number, fromUid: number, toUid: number): Promise<void> {
    await tx.affected(
      `WITH moved AS (
         DELETE FROM contact_policy.recent AS r
          WHERE r.vb = ($2::bigint % ${BUCKETS})::smallint AND r.app_id = $1 AND r.uid = $2
         RETURNING r.times, r.messages, r.recipients, r.marks)
       INSERT INTO contact_policy.recent AS r (vb, app_id, uid, times, messages, recipients, marks)
       SELECT ($3::bigint % ${BUCKETS})::smallint, $1, $3, m.times, m.messages, m.recipients, m.marks FROM moved AS m
       ON CONFLICT (vb, app_id, uid) DO UPDATE SET
         times = r.times || excluded.times, messages = r.messages || excluded.messages,
         recipients = r.recipients || excluded.recipients, marks = r.marks || excluded.marks`,
      [appId, fromUid, toUid],
    );
  }

  /** Erases the messages of users · their rows · primary key. @returns how many */
  async erase(tx: Tx, appId: number, uids: readonly number[]): Promise<number> {
    return tx.affected(
      `DELETE FROM contact_policy.recent AS r USING unnest($2::bigint[]) AS q (uid)
        WHERE r.vb = (q.uid % ${BUCKETS})::smallint AND r.app_id = $1 AND r.uid = q.uid`,
      [appId, bigintArray(uids)],
    );
  }
}

function windowParams(windows: readonly CapWindow[]): Param[] {
  return [
    bigintArray(windows.map(({ cap }) => countBit(cap))),
    bigintArray(windows.map(({ cap }) => holdBit(cap))),
    integerArray(windows.map(({ cap }) => cap.entry.most)),
    integerArray(windows.map(({ seconds }) => seconds)),
    windows.map(({ since }) => since),
    windows.map(({ zone }) => zone),
  ];
}

/** A zone that was not asked for has no window. */
function placeOf(zone: string | undefined, zones: readonly string[]): number {
  return zone === undefined ? -1 : zones.indexOf(zone);
}

/** The places of the zones of each user, as JSON. */
function zonesByUser(places: readonly Place[], zones: readonly string[]): string {
  const byUser: Record<string, number[]> = {};
  for (const { uid, zone } of zones.length > 0 ? places : []) {
    byUser[uid] = [...new Set([...(byUser[uid] ?? []), placeOf(zone, zones)])];
  }
  return JSON.stringify(byUser);
}

function placeParams(places: readonly Place[]): Param[] {
  return [
    bigintArray(places.map(({ uid }) => uid)),
    bigintArray(places.map(({ message }) => message)),
    bigintArray(places.map(({ recipientId }) => recipientId)),
    bigintArray(places.map(({ marks }) => marks)),
  ];
}
