import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import { DISPATCH_STATES, type Dispatch, type DispatchRequest, type Lane } from './delivery.types.js';

/** A dispatch under a launch lease. */
export interface LaunchLease extends Omit<DispatchRequest, 'dueAt'> {
  dispatchId: number;
  epoch: number;
  /** First bucket not yet cut into chunks. */
  vbNext: number;
}

type StoredRequest = Omit<DispatchRequest, 'dueAt'>;

const REQUEST_COLUMNS = `
  d.app_id AS "appId", d.notification_key AS "notificationKey", d.lane, d.message, d.target, d.options`;

@Injectable()
export class DispatchRepository {
  constructor(private readonly db: Database) {}

  async insert(tx: Tx, dispatchId: number, request: DispatchRequest): Promise<void> {
    await tx.affected(
      `INSERT INTO delivery.dispatch (dispatch_id, app_id, notification_key, lane, message, target, options, due_at)
       VALUES ($1, $2, $3, $4, $5::jsonb, $6::jsonb, $7::jsonb, $8)`,
      [
        dispatchId,
        request.appId,
        request.notificationKey,
        request.lane,
        JSON.stringify(request.message),
        JSON.stringify(request.target),
        JSON.stringify(request.options),
        request.dueAt,
      ],
    );
  }

  /**
   * Takes the launch of a dispatch, unless it is launched or another worker is at it. The launch day is fixed here, once.
   * One row · primary key · locks that row.
   */
  async claimLaunch(dispatchId: number, leaseMs: number): Promise<LaunchLease | undefined> {
    return this.db.row<LaunchLease>(
      `UPDATE delivery.dispatch AS d
          SET state = ${DISPATCH_STATES.launching}, epoch = d.epoch + 1,
              lease_until = now() + $2 * interval '1 millisecond',
              launched_at = coalesce(d.launched_at, now()),
              day = coalesce(d.day, (now() AT TIME ZONE 'UTC')::date)
        WHERE d.dispatch_id = $1 AND d.state IN (${DISPATCH_STATES.stored}, ${DISPATCH_STATES.launching})
          AND d.due_at <= now() AND (d.lease_until IS NULL OR d.lease_until < now())
        RETURNING d.dispatch_id AS "dispatchId", d.epoch, d.vb_next AS "vbNext", ${REQUEST_COLUMNS}`,
      [dispatchId, leaseMs],
    );
  }

  /**
   * Moves the launch cursor past a range of buckets and adds what it planned; the last range opens the dispatch for
   * finishing. False when the lease was lost: then nothing of this range may be kept.
   */
  async advanceLaunch(
    tx: Tx,
    lease: LaunchLease,
    step: { vbNext: number; planned: number; last: boolean; leaseMs: number },
  ): Promise<boolean> {
    const moved = await tx.affected(
      `UPDATE delivery.dispatch
          SET vb_next = $3, planned = planned + $4,
              state = CASE WHEN $5 THEN ${DISPATCH_STATES.sending} ELSE state END,
              lease_until = CASE WHEN $5 THEN NULL ELSE now() + $6 * interval '1 millisecond' END
        WHERE dispatch_id = $1 AND epoch = $2 AND state = ${DISPATCH_STATES.launching}`,
      [lease.dispatchId, lease.epoch, step.vbNext, step.planned, step.last, step.leaseMs],
    );
    return moved === 1;
  }

  /** Ends a dispatch whose launch cannot go on; what it has already cut into chunks is still sent. */
  async stop(lease: LaunchLease): Promise<void> {
    await this.db.affected(
      `UPDATE delivery.dispatch
          SET state = ${DISPATCH_STATES.stopped}, finished_at = now(), lease_until = NULL
        WHERE dispatch_id = $1 AND epoch = $2 AND state = ${DISPATCH_STATES.launching}`,
      [lease.dispatchId, lease.epoch],
    );
  }

  /** Makes dispatches that wait for approval due, now or at the time that they asked for. At most as many rows as keys · dispatch_by_key · locks them. */
  async approve(
    tx: Tx,
    appId: number,
    notificationKeys: readonly number[],
  ): Promise<{ dispatchId: number; notificationKey: number; lane: Lane }[]> {
    return tx.rows(
      `UPDATE delivery.dispatch d
          SET due_at = greatest(now(), (d.options ->> 'startTime')::timestamptz), offered_at = now()
        WHERE d.app_id = $1 AND d.notification_key = ANY ($2::integer[])
          AND d.due_at IS NULL AND d.state = ${DISPATCH_STATES.stored}
        RETURNING d.dispatch_id AS "dispatchId", d.notification_key AS "notificationKey", d.lane`,
      [appId, notificationKeys],
    );
  }

  /** A launched dispatch with its frozen message. */
  async findLaunched(dispatchId: number): Promise<Dispatch | undefined> {
    return this.db.row<Dispatch & StoredRequest>(
      `SELECT d.dispatch_id AS "dispatchId", d.day, d.launched_at AS "launchedAt", ${REQUEST_COLUMNS}
         FROM delivery.dispatch d
        WHERE d.dispatch_id = $1 AND d.day IS NOT NULL`,
      [dispatchId],
    );
  }

  /**
   * Closes every given dispatch that has no open chunk and no retry left. Runs after the commit of the last chunk, in a
   * snapshot of its own: two chunks that end at the same moment would each still see the other open inside theirs.
   * Few rows · chunk_open and retry_by_dispatch · locks the dispatch row.
   */
  async finish(dispatchIds: readonly number[]): Promise<{ dispatchId: number; planned: number; settled: number }[]> {
    return this.db.rows(
      `UPDATE delivery.dispatch d
          SET state = ${DISPATCH_STATES.finished}, finished_at = now()
        WHERE d.dispatch_id = ANY ($1::bigint[]) AND d.state = ${DISPATCH_STATES.sending}
          AND NOT EXISTS (SELECT FROM delivery.chunk c WHERE c.dispatch_id = d.dispatch_id AND c.state = 0)
          AND NOT EXISTS (SELECT FROM delivery.retry r WHERE r.dispatch_id = d.dispatch_id)
        RETURNING d.dispatch_id AS "dispatchId", d.planned,
          (SELECT coalesce(sum(n), 0) FROM delivery.chunk c, unnest(c.sent || c.failed || c.skipped) n
            WHERE c.dispatch_id = d.dispatch_id)::bigint AS settled`,
      [dispatchIds],
    );
  }

  /**
   * Dispatches that nobody is launching although they are due: their time has come, they were offered too long ago, or
   * their launcher's lease ran out. Marks them as offered now by compare and set, so that two sweeps do not offer one twice.
   * Few rows · dispatch_open · locks the rows found.
   */
  async takeUnlaunched(reofferMs: number): Promise<{ dispatchId: number; lane: Lane }[]> {
    return this.db.rows(
      `UPDATE delivery.dispatch d
          SET offered_at = now()
        WHERE d.state IN (${DISPATCH_STATES.stored}, ${DISPATCH_STATES.launching})
          AND d.due_at <= now() AND (d.lease_until IS NULL OR d.lease_until < now())
          AND (d.offered_at < now() - $1 * interval '1 millisecond'
               OR d.offered_at < d.due_at OR d.offered_at < d.lease_until)
        RETURNING d.dispatch_id AS "dispatchId", d.lane`,
      [reofferMs],
    );
  }

  async laneOf(tx: Tx, dispatchId: number): Promise<Lane> {
    const row = await tx.row<{ lane: Lane }>('SELECT lane FROM delivery.dispatch WHERE dispatch_id = $1', [dispatchId]);
    if (!row) {
      throw new Error(`No dispatch ${dispatchId}`);
    }
    return row.lane;
  }

  /** Dispatches that are being sent: candidates for `finish` when nobody looked. */
  async findSending(): Promise<number[]> {
    const rows = await this.db.rows<{ dispatchId: number }>(
      `SELECT dispatch_id AS "dispatchId" FROM delivery.dispatch WHERE state = ${DISPATCH_STATES.sending} LIMIT 1000`,
    );
    return rows.map(({ dispatchId }) => dispatchId);
  }
}
