import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import { Database, prepared, type Statements, type Tx } from '#platform/db';
import { KeyTotalRepository } from '#libs/delivery/key-totals';
import {
  DISPATCH_STATES,
  type Dispatch,
  type DispatchRequest,
  HOLD_REASONS,
  type HoldReason,
  type Lane,
  PRIORITIES,
} from '../model/delivery.types.js';
import { FINISH, type FinishedSend, HAS_NO_WORK } from './finished-dispatches.sql.js';
import {
  ACCEPTED_AT,
  FLAG_COLUMNS,
  REQUEST_COLUMNS,
  type DispatchFlags,
  type StoredRequest,
} from './launch.repository.js';
import { lockedInOrder } from './lock-order.sql.js';
import { isStaleOffer } from './stale-offer.sql.js';

const WAITING_CONDITION = `d.due_at IS NULL AND d.state = ${DISPATCH_STATES.stored}`;

@Injectable()
export class DispatchRepository {
  constructor(
    private readonly db: Database,
    private readonly config: Config,
    private readonly keyTotals: KeyTotalRepository,
  ) {}

  /**
   * Stores a dispatch. 1 row · primary key.
   *
   * @param isDue  its worker is woken after the commit. So it is due by the clock of the database at the latest now
   */
  async insert(tx: Tx, dispatchId: number, request: DispatchRequest, isDue: boolean): Promise<void> {
    await tx.affected(
      `INSERT INTO delivery.dispatch
         (dispatch_id, app_id, notification_key, lane, message, target, options, due_at, pace_size, pace_interval_s,
          pace_next_at, content, lead_id, priority)
       VALUES ($1, $2, $3, $4, $5::jsonb, $6::jsonb, $7::jsonb,
               CASE WHEN $11 THEN least($8::timestamptz, now()) ELSE $8 END, $9, $10,
               CASE WHEN $9::integer IS NOT NULL THEN now() END, $12, $13, $14)`,
      [
        dispatchId,
        request.appId,
        request.notificationKey,
        request.lane,
        JSON.stringify(request.message),
        JSON.stringify(request.target),
        JSON.stringify(request.options),
        request.dueAt,
        request.speed?.packageSize ?? null,
        request.speed ? request.speed.intervalMins * 60 : null,
        isDue,
        request.content ?? null,
        request.leadId ?? null,
        PRIORITIES[request.options.priority ?? 'normal'],
      ],
    );
  }

  /** How many users matched at a launch that was refused; null: none of these was · primary key. */
  async findOutgrown(appId: number, dispatchIds: readonly number[]): Promise<number | null> {
    const row = await this.db.row<{ users: number | null }>(
      `SELECT max(d.outgrown) AS users FROM delivery.dispatch AS d
        WHERE d.app_id = $1 AND d.dispatch_id = ANY ($2::bigint[])`,
      [appId, dispatchIds],
    );
    return row?.users ?? null;
  }

  /**
   * Makes dispatches that wait for approval due, now or at their start time.
   * At most as many rows as ids · primary key · locks them.
   */
  async approve(tx: Tx, appId: number, dispatchIds: readonly number[]): Promise<{ dispatchId: number; lane: Lane }[]> {
    return tx.rows(
      `UPDATE delivery.dispatch d
          SET due_at = greatest(now(), (d.options ->> 'startTime')::timestamptz), offered_at = now()
        WHERE ${lockedInOrder(`d.app_id = $1 AND d.dispatch_id = ANY ($2::bigint[]) AND ${WAITING_CONDITION}`)}
        RETURNING d.dispatch_id AS "dispatchId", d.lane`,
      [appId, dispatchIds],
    );
  }

  /** Stops dispatches that wait for approval. At most as many rows as ids · primary key · locks them. */
  async reject(tx: Tx, appId: number, dispatchIds: readonly number[]): Promise<void> {
    await tx.affected(
      `UPDATE delivery.dispatch d
          SET state = ${DISPATCH_STATES.stopped}, finished_at = now(), stopped_at = now(), epoch = d.epoch + 1
        WHERE ${lockedInOrder(`d.app_id = $1 AND d.dispatch_id = ANY ($2::bigint[]) AND ${WAITING_CONDITION}`)}`,
      [appId, dispatchIds],
    );
  }

  /** Finds what some dispatches will send, by their ids. At most as many rows as ids · primary key. */
  async findRequests(
    appId: number,
    dispatchIds: readonly number[],
    on: Statements = this.db,
  ): Promise<DispatchRequest[]> {
    const rows = await on.rows<
      Omit<DispatchRequest, 'speed'> & { packageSize: number | null; intervalMins: number | null }
    >(
      `SELECT ${REQUEST_COLUMNS}, d.due_at AS "dueAt", d.pace_size AS "packageSize",
              d.pace_interval_s / 60 AS "intervalMins"
         FROM delivery.dispatch AS d
        WHERE d.app_id = $1 AND d.dispatch_id = ANY ($2::bigint[]) ORDER BY d.dispatch_id`,
      [appId, dispatchIds],
    );
    return rows.map(({ packageSize, intervalMins, ...request }) =>
      packageSize === null || intervalMins === null ? request : { ...request, speed: { packageSize, intervalMins } },
    );
  }

  /** Finds those of some dispatches that wait for approval, with their keys. At most as many rows as ids · primary key. */
  async findWaiting(
    appId: number,
    dispatchIds: readonly number[],
  ): Promise<{ dispatchId: number; notificationKey: number; lane: Lane }[]> {
    return this.db.rows(
      `SELECT d.dispatch_id AS "dispatchId", d.notification_key AS "notificationKey", d.lane FROM delivery.dispatch d
        WHERE d.app_id = $1 AND d.dispatch_id = ANY ($2::bigint[]) AND ${WAITING_CONDITION}`,
      [appId, dispatchIds],
    );
  }

  /** Locks those dispatches that wait for approval against a stop. At most as many rows as ids · primary key. */
  async lockWaiting(tx: Tx, appId: number, dispatchIds: readonly number[]): Promise<number[]> {
    const rows = await tx.rows<{ dispatchId: number }>(
      `SELECT d.dispatch_id AS "dispatchId" FROM delivery.dispatch d
        WHERE d.app_id = $1 AND d.dispatch_id = ANY ($2::bigint[]) AND ${WAITING_CONDITION}
        ORDER BY d.dispatch_id FOR UPDATE`,
      [appId, dispatchIds],
    );
    return rows.map(({ dispatchId }) => dispatchId);
  }

  /** Campaigns that wait for approval, by their keys. At most as many rows as keys · dispatch_by_key. */
  async findWaitingCampaigns(
    tx: Tx,
    appId: number,
    notificationKeys: readonly number[],
  ): Promise<{ dispatchId: number; notificationKey: number }[]> {
    return tx.rows(
      `SELECT d.dispatch_id AS "dispatchId", d.notification_key AS "notificationKey" FROM delivery.dispatch d
        WHERE d.app_id = $1 AND d.notification_key = ANY ($2::integer[]) AND d.lane = 'bulk' AND ${WAITING_CONDITION}`,
      [appId, notificationKeys],
    );
  }

  /**
   * The keys whose collapse ids the newest messages of some keys have. Keys that replace nothing are absent.
   * Two rows per key, the newest in the sums of the key and the newest other one · dispatch_by_key.
   */
  async findReplacementRoots(
    appId: number,
    notificationKeys: readonly number[],
    on: Pick<Statements, 'rows'> = this.db,
  ): Promise<Map<number, number>> {
    const rows = await on.rows<{ key: number; root: number | null }>(
      `SELECT q.key, d.root
         FROM unnest($2::integer[]) AS q (key)
        CROSS JOIN LATERAL (
          SELECT n.root FROM (VALUES (false), (true)) AS c (is_counted)
           CROSS JOIN LATERAL (
             SELECT o.dispatch_id, (o.options #>> '{replaces,rootKey}')::integer AS root FROM delivery.dispatch AS o
              WHERE o.app_id = $1 AND o.notification_key = q.key AND o.is_counted = c.is_counted
              ORDER BY o.dispatch_id DESC LIMIT 1) AS n
           ORDER BY n.dispatch_id DESC LIMIT 1) AS d`,
      [appId, notificationKeys],
    );
    return new Map(rows.flatMap(({ key, root }): [number, number][] => (root === null ? [] : [[key, root]])));
  }

  /** A launched dispatch with its message. */
  async findLaunched(dispatchId: number): Promise<Dispatch | undefined> {
    return this.db.row<Dispatch & StoredRequest>(
      `SELECT d.dispatch_id AS "dispatchId", d.day, d.due_at AS "dueAt", d.launched_at AS "launchedAt",
              ${ACCEPTED_AT} AS "acceptedAt", ${REQUEST_COLUMNS}
         FROM delivery.dispatch d
        WHERE d.dispatch_id = $1 AND d.day IS NOT NULL`,
      [dispatchId],
    );
  }

  /**
   * Finishes every given dispatch that has no open chunk and no retry, and adds it to the sums of its key where a
   * definition has many. Runs after the commit of the last chunk, in a snapshot of its own: inside their transactions,
   * two chunks that end together would each see the other one open. Few rows · primary key, chunk_open and
   * retry_by_dispatch · locks the dispatches in the order of their ids.
   */
  async finishCompleted(dispatchIds: readonly number[]): Promise<FinishedSend[]> {
    return this.db.tx(async (tx) => {
      const finished = await tx.rows<FinishedSend>(FINISH, [dispatchIds]);
      await this.keyTotals.add(
        tx,
        finished.filter(({ isCounted }) => isCounted),
      );
      return finished;
    });
  }

  /**
   * Finds due dispatches that no worker launches: their job is missing or too old, or the lease of their launch ran out.
   * Marks them as enqueued under the lock, so that two runs of recovery do not enqueue one twice.
   * Few rows · dispatch_open · locks the rows found, skipping locked ones.
   */
  async claimUnlaunched(): Promise<{ dispatchId: number; lane: Lane; epoch: number }[]> {
    return this.db.rows(
      prepared(`UPDATE delivery.dispatch d
          SET offered_at = now()
        WHERE ${lockedInOrder(
          `d.state IN (${DISPATCH_STATES.stored}, ${DISPATCH_STATES.launching})
           AND d.due_at <= now() AND d.paused_at IS NULL AND (d.lease_until IS NULL OR d.lease_until < now())
           AND (${isStaleOffer('d.offered_at', '$1')} OR d.offered_at < d.due_at OR d.offered_at < d.lease_until)`,
          'SKIP LOCKED',
        )}
        RETURNING d.dispatch_id AS "dispatchId", d.lane, d.epoch`),
      [this.config.REOFFER_MS],
    );
  }

  /**
   * The lane and hold reason of new retry chunks. Locks the row against a pause or stop until they are stored.
   *
   * @throws Error when there is no such dispatch
   */
  async lockHoldReason(
    tx: Tx,
    dispatchId: number,
  ): Promise<{ lane: Lane; holdReason: HoldReason; isReplaced: boolean }> {
    const row = await tx.row<DispatchFlags>(
      `SELECT ${FLAG_COLUMNS} FROM delivery.dispatch d WHERE d.dispatch_id = $1 FOR SHARE`,
      [dispatchId],
    );
    if (!row) {
      throw new Error(`No dispatch ${dispatchId}`);
    }
    return {
      lane: row.lane,
      isReplaced: row.isReplaced,
      holdReason: row.isStopped ? HOLD_REASONS.stopped : row.isPaused ? HOLD_REASONS.paused : HOLD_REASONS.none,
    };
  }

  /** Tests if a dispatch has not ended: only such have open chunks, retries and packages · dispatch_open · no locks. */
  async hasOpen(): Promise<boolean> {
    const row = await this.db.row<{ found: boolean }>(
      prepared(`SELECT EXISTS (SELECT FROM delivery.dispatch d WHERE d.state < ${DISPATCH_STATES.finished}) AS found`),
    );
    return row?.found ?? false;
  }

  /**
   * Dispatches without open work that are not finished, the oldest first. All that are being sent are looked at: of a
   * thousand of them, a thousand may be paused for weeks.
   * Few rows · dispatch_open, chunk_open and retry_by_dispatch · no locks.
   */
  async findCompleted(): Promise<number[]> {
    const rows = await this.db.rows<{ dispatchId: number }>(
      prepared(`SELECT d.dispatch_id AS "dispatchId" FROM delivery.dispatch d
        WHERE d.state = ${DISPATCH_STATES.sending}
          AND ${HAS_NO_WORK}
        ORDER BY d.dispatch_id LIMIT 1000`),
    );
    return rows.map(({ dispatchId }) => dispatchId);
  }
}
