import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import { Database, prepared, type Tx } from '#platform/db';
import { DISPATCH_STATES, type DispatchRequest, type Lane } from '../model/delivery.types.js';

/** A dispatch as it was requested. */
export type StoredRequest = Omit<DispatchRequest, 'dueAt' | 'speed'>;

/** When a dispatch was accepted, in µs since 1970. */
export const ACCEPTED_AT = '(extract(epoch FROM d.created_at) * 1000000)::bigint';

export const REQUEST_COLUMNS = `
  d.app_id AS "appId", d.notification_key AS "notificationKey", d.lane, d.message, d.target, d.options, d.content,
  d.lead_id AS "leadId"`;

/** A dispatch under a launch lease. */
export interface LaunchLease extends StoredRequest {
  dispatchId: number;
  epoch: number;
  /** The launch cursor: the first bucket that is not yet cut into chunks. */
  vbNext: number;
  dueAt: Date;
  /** In µs since 1970: the order of what was accepted. */
  acceptedAt: number;
  /** Start of its first launch. */
  launchedAt: Date;
}

/** The flags that decide the hold reason of new chunks. */
export interface DispatchFlags {
  lane: Lane;
  isPaced: boolean;
  isPaused: boolean;
  isStopped: boolean;
  /** A newer send replaces it. */
  isReplaced: boolean;
  /** Recipients so far. */
  planned: number;
}

export const FLAG_COLUMNS = `
  d.lane, d.pace_size IS NOT NULL AS "isPaced", d.paused_at IS NOT NULL AS "isPaused",
  d.stopped_at IS NOT NULL AS "isStopped", d.newer IS NOT NULL AS "isReplaced", d.planned`;

/** A content of a campaign, as its launch or another dispatch of the campaign reads it. */
export interface CampaignContent extends LaunchLease {
  state: number;
  /** Its launch has frozen something, or ended. */
  hasBegun: boolean;
  isPaused: boolean;
  isStopped: boolean;
  /** Its recipients are frozen: others can be added. */
  isSending: boolean;
  /** Null: it is not launched. */
  day: string | null;
  /** Since the launch of the campaign. */
  seconds: number;
}

/** Statements of launches, each under its lease. */
@Injectable()
export class LaunchRepository {
  constructor(
    private readonly db: Database,
    private readonly config: Config,
  ) {}

  /**
   * Claims the launch of a due dispatch, unless it is launched or another worker holds the lease. Fixes the launch day.
   * One row · primary key · locks that row.
   */
  async claimLaunch(dispatchId: number): Promise<LaunchLease | undefined> {
    return this.db.row<LaunchLease>(
      `UPDATE delivery.dispatch AS d
          SET state = ${DISPATCH_STATES.launching}, epoch = d.epoch + 1,
              lease_until = now() + $2 * interval '1 millisecond',
              launched_at = coalesce(d.launched_at, now()),
              day = coalesce(d.day, (now() AT TIME ZONE 'UTC')::date)
        WHERE d.dispatch_id = $1 AND d.state IN (${DISPATCH_STATES.stored}, ${DISPATCH_STATES.launching})
          AND d.due_at <= now() AND d.paused_at IS NULL AND (d.lease_until IS NULL OR d.lease_until < now())
        RETURNING d.dispatch_id AS "dispatchId", d.epoch, d.vb_next AS "vbNext", d.due_at AS "dueAt",
                  d.launched_at AS "launchedAt", ${ACCEPTED_AT} AS "acceptedAt", ${REQUEST_COLUMNS}`,
      [dispatchId, this.config.LEASE_MS],
    );
  }

  /**
   * Other due dispatches of the application with a higher priority, in the order of their launches · few rows ·
   * dispatch_open · no locks.
   */
  async findMoreUrgent(dispatchId: number): Promise<number[]> {
    const rows = await this.db.rows<{ dispatchId: number }>(
      prepared(`SELECT o.dispatch_id AS "dispatchId" FROM delivery.dispatch AS d
         JOIN delivery.dispatch AS o ON o.app_id = d.app_id AND o.lane = d.lane AND o.priority > d.priority
        WHERE d.dispatch_id = $1 AND o.state IN (${DISPATCH_STATES.stored}, ${DISPATCH_STATES.launching})
          AND o.due_at <= now() AND o.paused_at IS NULL AND (o.lease_until IS NULL OR o.lease_until < now())
        ORDER BY o.priority DESC, o.due_at, o.dispatch_id LIMIT 20`),
      [dispatchId],
    );
    return rows.map(({ dispatchId: id }) => id);
  }

  /** The contents of a campaign in their order, as they are now · few rows · dispatch_by_key. */
  async findContents(
    { appId, notificationKey, leadId }: Pick<LaunchLease, 'appId' | 'notificationKey' | 'leadId'>,
    on: Pick<Tx, 'rows'> = this.db,
  ): Promise<CampaignContent[]> {
    return on.rows<CampaignContent>(
      `SELECT d.dispatch_id AS "dispatchId", d.epoch, d.vb_next AS "vbNext", coalesce(d.due_at, now()) AS "dueAt",
              coalesce(d.launched_at, now()) AS "launchedAt", ${ACCEPTED_AT} AS "acceptedAt", d.state, d.day::text AS day,
              d.vb_next > 0 OR d.state >= ${DISPATCH_STATES.sending} AS "hasBegun", d.paused_at IS NOT NULL AS "isPaused",
              d.stopped_at IS NOT NULL OR d.state = ${DISPATCH_STATES.stopped} AS "isStopped",
              d.state = ${DISPATCH_STATES.sending} AND d.stopped_at IS NULL AS "isSending",
              coalesce(extract(epoch FROM now() - min(d.launched_at) OVER ()), 0)::float8 AS seconds, ${REQUEST_COLUMNS}
         FROM delivery.dispatch d
        WHERE d.app_id = $1 AND d.notification_key = $2 AND d.lead_id = $3
        ORDER BY d.content`,
      [appId, notificationKey, leadId ?? null],
    );
  }

  /** Adds recipients to a launched dispatch. Its row stays locked. @returns undefined when it takes none any more */
  async addPlanned(tx: Tx, dispatchId: number, planned: number): Promise<DispatchFlags | undefined> {
    return tx.row<DispatchFlags>(
      `UPDATE delivery.dispatch AS d SET planned = planned + $2
        WHERE d.dispatch_id = $1 AND d.state = ${DISPATCH_STATES.sending} AND d.stopped_at IS NULL
        RETURNING ${FLAG_COLUMNS}`,
      [dispatchId, planned],
    );
  }

  /**
   * Moves the launch cursor past a range and adds its recipients to the plan. After the last range the dispatch is sending.
   * The row stays locked, so that no pause is committed before the chunks of the range.
   *
   * @returns undefined when the lease was lost: the transaction must store nothing
   */
  async advanceLaunch(
    tx: Tx,
    lease: LaunchLease,
    step: { vbNext: number; planned: number; isLast: boolean },
  ): Promise<DispatchFlags | undefined> {
    return tx.row<DispatchFlags>(
      `UPDATE delivery.dispatch AS d
          SET vb_next = $3, planned = planned + $4,
              state = CASE WHEN $5 THEN ${DISPATCH_STATES.sending} ELSE state END,
              lease_until = CASE WHEN $5 THEN NULL ELSE now() + $6 * interval '1 millisecond' END
        WHERE dispatch_id = $1 AND epoch = $2 AND state = ${DISPATCH_STATES.launching}
        RETURNING ${FLAG_COLUMNS}`,
      [lease.dispatchId, lease.epoch, step.vbNext, step.planned, step.isLast, this.config.LEASE_MS],
    );
  }

  /** Renews the lease of a launch that draws a sample. @returns false when the lease was lost */
  async renewLaunch(lease: LaunchLease): Promise<boolean> {
    const renewed = await this.db.affected(
      `UPDATE delivery.dispatch SET lease_until = now() + $3 * interval '1 millisecond'
        WHERE dispatch_id = $1 AND epoch = $2 AND state = ${DISPATCH_STATES.launching}`,
      [lease.dispatchId, lease.epoch, this.config.LEASE_MS],
    );
    return renewed === 1;
  }

  /**
   * Pauses a dispatch whose launch has stored nothing yet, until an operator resumes it.
   * One row · primary key · locks that row.
   */
  async postponeLaunch(lease: LaunchLease, reason: string): Promise<boolean> {
    const changed = await this.db.affected(
      `UPDATE delivery.dispatch
          SET state = ${DISPATCH_STATES.stored}, lease_until = NULL, launched_at = NULL, day = NULL,
              paused_at = now(), pause_reason = $3
        WHERE dispatch_id = $1 AND epoch = $2 AND state = ${DISPATCH_STATES.launching} AND vb_next = 0`,
      [lease.dispatchId, lease.epoch, reason],
    );
    return changed === 1;
  }

  /**
   * Gives a launch back that has stored nothing yet. Nothing claims it for a time, and the recovery enqueues it then.
   * It stays due: its time to live and its late policy count from that moment.
   * One row · primary key · locks that row.
   */
  async delayLaunch(lease: LaunchLease, delayMs: number): Promise<void> {
    await this.db.affected(
      `UPDATE delivery.dispatch
          SET state = ${DISPATCH_STATES.stored}, launched_at = NULL, day = NULL,
              lease_until = now() + $3 * interval '1 millisecond'
        WHERE dispatch_id = $1 AND epoch = $2 AND state = ${DISPATCH_STATES.launching} AND vb_next = 0`,
      [lease.dispatchId, lease.epoch, delayMs],
    );
  }

  /** Stops a dispatch whose launch cannot continue. The chunks that exist are still sent. */
  async abortLaunch(lease: LaunchLease): Promise<void> {
    await this.db.affected(
      `UPDATE delivery.dispatch
          SET state = ${DISPATCH_STATES.stopped}, finished_at = now(), lease_until = NULL
        WHERE dispatch_id = $1 AND epoch = $2 AND state = ${DISPATCH_STATES.launching}`,
      [lease.dispatchId, lease.epoch],
    );
  }

  /**
   * Stops a dispatch whose launch has stored nothing yet, because more users match than it was approved for.
   * One row · primary key · locks that row.
   *
   * @returns false when another worker has taken the launch
   */
  async refuseOutgrown(tx: Tx, lease: LaunchLease, users: number): Promise<boolean> {
    const changed = await tx.affected(
      `UPDATE delivery.dispatch
          SET state = ${DISPATCH_STATES.stopped}, finished_at = now(), stopped_at = now(), lease_until = NULL, outgrown = $3
        WHERE dispatch_id = $1 AND epoch = $2 AND state = ${DISPATCH_STATES.launching} AND vb_next = 0`,
      [lease.dispatchId, lease.epoch, users],
    );
    return changed === 1;
  }
}
