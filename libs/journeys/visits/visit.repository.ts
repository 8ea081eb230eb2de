import { Injectable } from '@nestjs/common';
import { INTERNAL_EVENTS } from '#libs/events';
import { WakeService } from '#platform/background';
import { bigintArray, integerArray, ONE_SERVER, prepared, type Statements, textArray, type Tx } from '#platform/db';
import { type ChangeKind, FeedPositionRepository } from '#platform/outbox';
import type { Journey, Leaving, Visit } from '../model/journey.types.js';
import { IS_PLACED, requireAll, toPlaces, type WithWays } from './locked-visits.sql.js';
import { readWalked, type StoredWalk, type Walked } from './walked-visits.js';

const IGNORED = Object.values(INTERNAL_EVENTS);

/** Names the position of this module in the change feed. */
export const SUBSCRIBER = 'journeys';

const COLUMNS = `v.uid, v.key, v.version, v.node, v.entered_at AS "enteredAt", v.since, v.due_at AS "dueAt",
  v.is_woken AS "isWoken", v.steps, v.call_id AS "callId", v.messages, v.data`;
/** The same of a visit that the transaction locks: its place in the table stays until the transaction changes it. */
const LOCKED = `${COLUMNS}, v.ctid::text AS place`;
/** The row `q` of a list of visits. */
const LISTED = `json_to_recordset($3) AS q (uid bigint, key text, version integer, node text, "enteredAt" timestamptz,
  since timestamptz, "dueAt" timestamptz, "isWoken" boolean, steps integer, "callId" bigint, data jsonb, reason text, ways jsonb)`;
/** The sum keeps the planner from visit_due, which has all visits of the journey: without statistics it seems small. */
const OF_JOURNEY = 'v.app_id = $1 AND v.journey_id + 0 = $2';
const IS_LISTED = `v.vb = q.uid % 1024 AND v.uid = q.uid AND ${OF_JOURNEY} AND v.key = q.key`;

/** A journey with people who go on. @property isStopped  it is off, so all of them leave */
export type DueJourney = Pick<Journey, 'appId' | 'journeyId' | 'name'> & { isStopped: boolean };

/** A visit that ends. */
export type EndedVisit = Pick<Visit, 'uid' | 'key' | 'version' | 'enteredAt' | 'place'> & {
  node: string;
  reason: Leaving;
};

/** A visit that has ended. */
export interface PastVisit extends EndedVisit {
  leftAt: Date;
}

/** Recurring work that moves people on. */
export const STEP_WORK = 'journeys.step';

/** Past visits of a person that are shown. */
const SHOWN_VISITS = 20;

/** Statements of `journeys.visit` and `journeys.past_visit`. */
@Injectable()
export class VisitRepository {
  constructor(
    private readonly positions: FeedPositionRepository,
    private readonly wakes: WakeService,
  ) {}

  /**
   * Journeys with visits that are due; of one that is off, all are · the first row of visit_due by journey, in its order:
   * with OFFSET the planner neither joins all visits nor takes a scan that begins cheaper · no locks.
   */
  async findDueJourneys(on: Statements, now: Date): Promise<DueJourney[]> {
    return on.rows(
      prepared(`SELECT j.app_id AS "appId", j.journey_id AS "journeyId", j.name, j.state = 'off' AS "isStopped"
       FROM journeys.journey AS j
       WHERE j.state <> 'paused' AND EXISTS (
         SELECT FROM journeys.visit AS v WHERE v.journey_id = j.journey_id
           AND v.due_at <= CASE j.state WHEN 'off' THEN 'infinity' ELSE $1::timestamptz END
           ORDER BY v.due_at LIMIT 1 OFFSET 0)
       ORDER BY j.journey_id`),
      [now],
    );
  }

  /**
   * Locks visits that are due, of a journey that is on or closed · at most `limit` · visit_due · rows that another process
   * has are left out.
   */
  async lockDue(tx: Tx, appId: number, journeyId: number, now: Date, limit: number): Promise<Visit[]> {
    return tx.rows<Visit>(
      `SELECT ${LOCKED} FROM journeys.visit AS v
       WHERE v.app_id = $1 AND v.journey_id = $2 AND v.due_at <= $3 AND EXISTS (
         SELECT FROM journeys.journey AS j WHERE j.journey_id = $2 AND j.state IN ('on', 'closed'))
       ORDER BY v.due_at LIMIT $4 FOR UPDATE OF v SKIP LOCKED`,
      [appId, journeyId, now, limit],
    );
  }

  /** Locks visits of a journey that is off · at most `limit` · visit_due. */
  async lockStopped(tx: Tx, appId: number, journeyId: number, limit: number): Promise<Visit[]> {
    return tx.rows<Visit>(
      `SELECT ${LOCKED} FROM journeys.visit AS v
       WHERE v.app_id = $1 AND v.journey_id = $2 AND EXISTS (
         SELECT FROM journeys.journey AS j WHERE j.journey_id = $2 AND j.state = 'off')
       ORDER BY v.due_at LIMIT $3 FOR UPDATE OF v SKIP LOCKED`,
      [appId, journeyId, limit],
    );
  }

  /**
   * Finds the users among some about which the change feed has events that this module has not applied.
   *
   * @param kinds  changes of messages that count as well
   */
  async findPending(
    tx: Tx,
    appId: number,
    uids: readonly number[],
    kinds: readonly ChangeKind[],
  ): Promise<Set<number>> {
    return this.positions.findPendingUsers(tx, SUBSCRIBER, appId, { uids, ignored: IGNORED, kinds });
  }

  /**
   * Locks the visits of some users to a journey · primary key. A step of one of them that goes on at the same time makes the
   * caller's transaction begin again, and then it sees where the visit has come to.
   */
  async lockOfUsers(tx: Tx, appId: number, journeyId: number, uids: readonly number[]): Promise<Visit[]> {
    return tx.rows<Visit>(
      `SELECT ${LOCKED} FROM unnest($3::bigint[]) AS q (uid)
       JOIN journeys.visit AS v ON v.vb = q.uid % 1024 AND v.uid = q.uid AND ${OF_JOURNEY}
       ORDER BY v.uid, v.key FOR UPDATE OF v`,
      [appId, journeyId, bigintArray(uids)],
    );
  }

  /** Visits of one user that are inside a journey · primary key. */
  async findOfUser(on: Statements, appId: number, journeyId: number, uid: number): Promise<Walked<Visit>[]> {
    return readWalked(
      await on.rows<Visit & StoredWalk>(
        `SELECT ${COLUMNS}, v.ways FROM journeys.visit AS v
       WHERE v.vb = $3::bigint % 1024 AND v.app_id = $1 AND v.uid = $3 AND v.journey_id = $2 ORDER BY v.entered_at`,
        [appId, journeyId, uid],
      ),
    );
  }

  /** The newest visits of one user that ended · the user's rows · primary key. */
  async findPastOfUser(on: Statements, appId: number, journeyId: number, uid: number): Promise<Walked<PastVisit>[]> {
    return readWalked(
      await on.rows<PastVisit & StoredWalk>(
        `SELECT p.uid, p.key, p.version, p.node, p.entered_at AS "enteredAt", p.left_at AS "leftAt", p.reason, p.ways
       FROM journeys.past_visit AS p
       WHERE p.vb = $3::bigint % 1024 AND p.app_id = $1 AND p.uid = $3 AND p.journey_id = $2
       ORDER BY p.left_at DESC LIMIT ${SHOWN_VISITS}`,
        [appId, journeyId, uid],
      ),
    );
  }

  /** When some users entered last with some keys, inside or past · primary keys. @returns by uid and key, apart by a blank */
  async findLastEntries(
    on: Statements,
    appId: number,
    journeyId: number,
    entries: readonly Pick<Visit, 'uid' | 'key'>[],
  ): Promise<Map<string, Date>> {
    const rows = await on.rows<{ uid: number; key: string; at: Date }>(
      `SELECT q.uid, q.key, max(p.entered_at) AS at FROM unnest($3::bigint[], $4::text[]) AS q (uid, key)
       JOIN journeys.past_visit AS p
         ON p.vb = q.uid % 1024 AND p.app_id = $1 AND p.uid = q.uid AND p.journey_id = $2 AND p.key = q.key
       GROUP BY q.uid, q.key`,
      [appId, journeyId, bigintArray(entries.map(({ uid }) => uid)), textArray(entries.map(({ key }) => key))],
    );
    return new Map(rows.map(({ uid, key, at }) => [`${uid} ${key}`, at]));
  }

  /** How often some users entered since a time and have left · the users' rows · primary key. @returns by uid */
  async countEntries(
    on: Statements,
    appId: number,
    journeyId: number,
    uids: readonly number[],
    since: Date,
  ): Promise<Map<number, number>> {
    const rows = await on.rows<{ uid: number; entries: number }>(
      `SELECT p.uid, count(*) AS entries FROM unnest($3::bigint[]) AS q (uid)
       JOIN journeys.past_visit AS p
         ON p.vb = q.uid % 1024 AND p.app_id = $1 AND p.uid = q.uid AND p.journey_id = $2 AND p.entered_at > $4
       GROUP BY p.uid`,
      [appId, journeyId, bigintArray(uids), since],
    );
    return new Map(rows.map(({ uid, entries }) => [uid, entries]));
  }

  /**
   * Lets people in · primary key. A person who is inside with the key stays as it is, and an erased one stays away: users are
   * locked, so an erasure comes before or finds the visit. @returns users who came in, one for each visit
   */
  async insert(tx: Tx, appId: number, journeyId: number, visits: readonly Visit[]): Promise<number[]> {
    if (visits.length === 0) {
      return [];
    }
    this.wakeSteps(tx, visits);
    const rows = await tx.rows<{ uid: number }>(
      `${tx.isDistributed ? '' : ONE_SERVER} INSERT INTO journeys.visit (uid, entered_at, since, due_at, app_id, journey_id, version, vb, is_woken, key, node, data)
       SELECT q.uid, q."enteredAt", q.since, q."dueAt", $1, $2, q.version, q.uid % 1024, q."isWoken", q.key, q.node, q.data
       FROM ${LISTED}
       JOIN users.v_app_user AS u ON u.vb = q.uid % 1024 AND u.app_id = $1 AND u.uid = q.uid
       ORDER BY q.uid ${tx.isDistributed ? '' : 'FOR KEY SHARE OF u'}
       ON CONFLICT DO NOTHING RETURNING uid`,
      [appId, journeyId, JSON.stringify(visits)],
    );
    return rows.map(({ uid }) => uid);
  }

  /** Moves visits, which the transaction locks, to their next place · their rows, by their places. */
  async move(
    tx: Tx,
    appId: number,
    journeyId: number,
    visits: readonly (Omit<Visit, 'data'> & WithWays)[],
  ): Promise<void> {
    if (visits.length === 0) {
      return;
    }
    this.wakeSteps(tx, visits);
    const changed = await tx.affected(
      `UPDATE journeys.visit AS v
       SET node = q.node, since = q.since, due_at = q.due_at, is_woken = q.is_woken, steps = q.steps,
           call_id = nullif(q.call_id, 0), ways = CASE q.ways WHEN '' THEN v.ways ELSE v.ways || q.ways::jsonb END,
           messages = CASE q.messages WHEN '' THEN v.messages ELSE q.messages::jsonb END
       FROM unnest($3::bigint[], $4::tid[], $5::text[], $6::text[], $7::text[], $8::timestamptz[], $9::timestamptz[],
                   $10::boolean[], $11::integer[], $12::bigint[], $13::text[])
         AS q (uid, place, key, node, ways, since, due_at, is_woken, steps, call_id, messages)
       WHERE ${tx.isDistributed ? IS_LISTED : IS_PLACED}`,
      [
        appId,
        journeyId,
        ...toPlaces(visits),
        textArray(visits.map(({ since }) => since.toISOString())),
        textArray(visits.map(({ dueAt }) => dueAt.toISOString())),
        textArray(visits.map(({ isWoken }) => String(isWoken))),
        integerArray(visits.map(({ steps }) => steps)),
        bigintArray(visits.map(({ callId }) => callId ?? 0)),
        textArray(visits.map(({ messages }) => (messages?.length ? JSON.stringify(messages) : ''))),
      ],
    );
    requireAll(changed, visits.length);
  }

  /** Stores more data of visits · their rows. */
  async setData(tx: Tx, appId: number, journeyId: number, visits: readonly Visit[]): Promise<void> {
    if (visits.length > 0) {
      await tx.affected(`UPDATE journeys.visit AS v SET data = q.data FROM ${LISTED} WHERE ${IS_LISTED}`, [
        appId,
        journeyId,
        JSON.stringify(visits),
      ]);
    }
  }

  /** Stores visits that began and ended at once. */
  async insertPast(tx: Tx, appId: number, journeyId: number, visits: readonly EndedVisit[]): Promise<void> {
    if (visits.length === 0) {
      return;
    }
    await tx.affected(
      `INSERT INTO journeys.past_visit (uid, entered_at, left_at, app_id, journey_id, version, vb, key, node, reason)
       SELECT q.uid, q."enteredAt", now(), $1, $2, q.version, q.uid % 1024, q.key, q.node, q.reason FROM ${LISTED}
       ON CONFLICT DO NOTHING`,
      [appId, journeyId, JSON.stringify(visits)],
    );
  }

  /** Ends visits, which the transaction locks · their rows, by their places. */
  async end(tx: Tx, appId: number, journeyId: number, visits: readonly (EndedVisit & WithWays)[]): Promise<void> {
    if (visits.length === 0) {
      return;
    }
    const row = await tx.row<{ ended: number }>(
      `WITH ended AS (
         DELETE FROM journeys.visit AS v
         USING unnest($3::bigint[], $4::tid[], $5::text[], $6::text[], $7::text[], $8::text[])
           AS q (uid, place, key, node, ways, reason)
         WHERE ${tx.isDistributed ? IS_LISTED : IS_PLACED}
         RETURNING v.uid, v.entered_at, v.version, v.key, q.node, q.reason,
                   CASE q.ways WHEN '' THEN v.ways ELSE v.ways || q.ways::jsonb END AS ways),
       past AS (
         INSERT INTO journeys.past_visit (uid, entered_at, left_at, app_id, journey_id, version, vb, key, node, reason, ways)
         SELECT e.uid, e.entered_at, now(), $1, $2, e.version, e.uid % 1024, e.key, e.node, e.reason, e.ways FROM ended AS e
         ON CONFLICT DO NOTHING)
       SELECT count(*) AS ended FROM ended AS e`,
      [appId, journeyId, ...toPlaces(visits), textArray(visits.map(({ reason }) => reason))],
    );
    requireAll(row?.ended ?? 0, visits.length);
  }

  /** Counts people inside by their places · visit_due. */
  async countByNode(on: Statements, appId: number, journeyId: number): Promise<Map<string, number>> {
    const rows = await on.rows<{ node: string; inside: number }>(
      `SELECT v.node, count(*) AS inside FROM journeys.visit AS v
       WHERE v.app_id = $1 AND v.journey_id = $2 GROUP BY v.node ORDER BY v.node`,
      [appId, journeyId],
    );
    return new Map(rows.map(({ node, inside }) => [node, inside]));
  }

  /**
   * Lets people inside go on in a version · their rows. Those who have come to a place that it lacks since it was checked go on
   * in theirs.
   *
   * @param ids     places of the version, where people stay, with their times
   * @param places  pairs of a place and the one in its stead, where they arrive now
   */
  async moveToVersion(
    tx: Tx,
    { appId, journeyId, version }: { appId: number; journeyId: number; version: number },
    { ids, places }: { ids: readonly string[]; places: ReadonlyMap<string, string> },
    now: Date,
  ): Promise<void> {
    await tx.affected(
      `UPDATE journeys.visit AS v SET version = $3
       WHERE v.app_id = $1 AND v.journey_id = $2 AND v.node = ANY ($4::text[]) AND v.node <> ALL ($5::text[])`,
      [appId, journeyId, version, textArray(ids), textArray([...places.keys()])],
    );
    await tx.affected(
      `UPDATE journeys.visit AS v SET version = $3, node = q.stead, since = $6, due_at = $6, is_woken = false
       FROM unnest($4::text[], $5::text[]) AS q (node, stead)
       WHERE v.app_id = $1 AND v.journey_id = $2 AND v.node = q.node`,
      [appId, journeyId, version, textArray([...places.keys()]), textArray([...places.values()]), now],
    );
  }

  /** Ends all visits at some places · their rows. @returns the visits */
  async endAt(
    tx: Tx,
    appId: number,
    journeyId: number,
    nodes: readonly string[],
    reason: Leaving,
  ): Promise<(Pick<Visit, 'uid' | 'version' | 'node'> & { reason: Leaving })[]> {
    return tx.rows(
      `WITH ended AS (
         DELETE FROM journeys.visit AS v WHERE v.app_id = $1 AND v.journey_id = $2 AND v.node = ANY ($3::text[])
         RETURNING v.uid, v.entered_at, v.version, v.vb, v.key, v.node, v.ways),
       past AS (
         INSERT INTO journeys.past_visit (uid, entered_at, left_at, app_id, journey_id, version, vb, key, node, reason, ways)
         SELECT e.uid, e.entered_at, now(), $1, $2, e.version, e.vb, e.key, e.node, $4, e.ways FROM ended AS e
         ON CONFLICT DO NOTHING)
       SELECT e.uid, e.version, e.node, $4 AS reason FROM ended AS e`,
      [appId, journeyId, textArray(nodes), reason],
    );
  }

  /**
   * Gives the visits of one user to another in a merge · the user's rows. A visit that both have stays as the other user has
   * it.
   */
  async moveToUser(tx: Tx, appId: number, fromUid: number, toUid: number): Promise<void> {
    for (const [table, key] of [
      ['visit', 'o.journey_id = t.journey_id AND o.key = t.key'],
      ['past_visit', 'o.journey_id = t.journey_id AND o.key = t.key AND o.entered_at = t.entered_at'],
    ] as const) {
      await tx.affected(
        `DELETE FROM journeys.${table} AS t WHERE t.vb = $2::bigint % 1024 AND t.app_id = $1 AND t.uid = $2 AND EXISTS (
           SELECT FROM journeys.${table} AS o WHERE o.vb = $3::bigint % 1024 AND o.app_id = $1 AND o.uid = $3 AND ${key})`,
        [appId, fromUid, toUid],
      );
      await tx.affected(
        `UPDATE journeys.${table} AS t SET uid = $3, vb = $3::bigint % 1024
         WHERE t.vb = $2::bigint % 1024 AND t.app_id = $1 AND t.uid = $2`,
        [appId, fromUid, toUid],
      );
    }
  }

  /** Erases the visits of users · their rows. @returns how many */
  async erase(tx: Tx, appId: number, uids: readonly number[]): Promise<number> {
    let erased = 0;
    for (const table of ['visit', 'past_visit']) {
      erased += await tx.affected(
        `DELETE FROM journeys.${table} AS t USING unnest($2::bigint[]) AS q (uid)
         WHERE t.vb = q.uid % 1024 AND t.app_id = $1 AND t.uid = q.uid`,
        [appId, bigintArray(uids)],
      );
    }
    return erased;
  }

  /** Deletes visits that ended before the retention · at most `limit` · past_visit_left. */
  async deletePast(on: Statements, appId: number, before: Date, limit: number): Promise<number> {
    return on.affected(
      `DELETE FROM journeys.past_visit AS p WHERE (p.vb, p.app_id, p.uid, p.journey_id, p.key, p.entered_at) IN (
         SELECT q.vb, q.app_id, q.uid, q.journey_id, q.key, q.entered_at FROM journeys.past_visit AS q
         WHERE q.app_id = $1 AND q.left_at < $2 LIMIT $3)`,
      [appId, before, limit],
    );
  }

  /** Wakes the steps where a visit may go on at once. */
  private wakeSteps(tx: Tx, visits: readonly Pick<Visit, 'since' | 'dueAt' | 'isWoken'>[]): void {
    if (visits.some(({ since, dueAt, isWoken }) => isWoken || dueAt <= since)) {
      tx.afterCommit(async () => this.wakes.wake(STEP_WORK));
    }
  }
}
