import { Injectable } from '@nestjs/common';
import { Database, prepared, type Tx } from '#platform/db';
import { bucketOfId } from '#platform/ids';
import { channelByCode } from '../model/channel-policy.js';
import { LOCK_OPEN_CHUNKS } from '../dispatches/lock-order.sql.js';
import type { OpenChunk } from '../dispatches/chunk.repository.js';
import { type ChunkKey, DISPATCH_STATES, HOLD_REASONS, type Lane } from '../model/delivery.types.js';
import { decodeIds, encodeIds } from '../model/recipient-set.js';

/** A dispatch whose next package is due, locked. */
export interface DueDispatch {
  dispatchId: number;
  appId: number;
  lane: Lane;
  packageSize: number;
  intervalSeconds: number;
  /** The previous package was still being sent when this one was due. */
  isLate: boolean;
}

/** A chunk that waits for its package, locked. */
export interface WaitingChunk extends ChunkKey {
  channel: number;
  done: number;
  /** Recipients without a result. */
  left: number;
  /** Recipients that a dead worker left in flight. They stay together at the front. */
  inFlight: number[];
}

const ACTIVE_STATES = `${DISPATCH_STATES.launching}, ${DISPATCH_STATES.sending}`;
const PACE_DUE_CONDITION = `d.pace_next_at <= now() AND d.paused_at IS NULL AND d.stopped_at IS NULL AND d.state IN (${ACTIVE_STATES})`;
const TOO_LATE_CONDITION = `w.state = 0 AND w.hold = ${HOLD_REASONS.waiting}
  AND w.due_at < now() - (d.options #>> '{late,afterMinutes}')::integer * interval '1 minute'`;
/** Chunks that one transaction releases. */
const MAX_CHUNKS = 1000;

/** Statements that release waiting chunks, at their due time or by the pace of their dispatch. */
@Injectable()
export class PacingRepository {
  constructor(private readonly db: Database) {}

  /**
   * Releases due chunks of dispatches without a pace. The share lock on the dispatch excludes a pause or stop in between.
   * At most 1000 rows · chunk_waiting, dispatch_open · locks the chunks, and their dispatches shared.
   */
  async releaseDueChunks(tx: Tx): Promise<OpenChunk[]> {
    const rows = await tx.rows<ChunkKey & { lane: Lane; channel: number }>(
      prepared(`UPDATE delivery.chunk c
          SET hold = ${HOLD_REASONS.none}, offered_at = now()
         FROM (SELECT w.vb, w.app_id, w.dispatch_id, w.chunk_id, d.lane
                 FROM delivery.chunk w JOIN delivery.dispatch d ON d.dispatch_id = w.dispatch_id
                WHERE w.state = 0 AND w.hold = ${HOLD_REASONS.waiting} AND (w.due_at IS NULL OR w.due_at <= now())
                  AND d.state IN (${ACTIVE_STATES}) AND d.pace_size IS NULL AND d.paused_at IS NULL
                  AND d.stopped_at IS NULL
                ORDER BY w.dispatch_id, w.vb, w.chunk_id LIMIT ${MAX_CHUNKS}
                FOR UPDATE OF w SKIP LOCKED FOR SHARE OF d SKIP LOCKED) s
        WHERE c.vb = s.vb AND c.app_id = s.app_id AND c.dispatch_id = s.dispatch_id AND c.chunk_id = s.chunk_id
        RETURNING c.vb, c.app_id AS "appId", c.dispatch_id AS "dispatchId", c.chunk_id AS "chunkId", c.channel, s.lane`),
    );
    return rows.map((row) => ({ ...row, channel: channelByCode(row.channel) }));
  }

  /**
   * Applies the late policy to chunks whose local time is long past: they end as skipped, or their dispatch is paused
   * until an operator resumes it. Chunks of a paced dispatch are never late. Few rows · chunk_waiting · locks the
   * dispatches, then what is changed.
   */
  async applyLatePolicy(tx: Tx): Promise<{ dispatchId: number; policy: 'skip' | 'ask' }[]> {
    const late = await tx.rows<{ dispatchId: number; policy: 'skip' | 'ask' }>(
      prepared(`SELECT d.dispatch_id AS "dispatchId", d.options -> 'late' ->> 'policy' AS policy
         FROM delivery.dispatch d
        WHERE d.state IN (${ACTIVE_STATES}) AND d.pace_size IS NULL AND d.paused_at IS NULL AND d.stopped_at IS NULL
          AND d.options -> 'late' ->> 'policy' IN ('skip', 'ask')
          AND EXISTS (SELECT FROM delivery.chunk w WHERE w.dispatch_id = d.dispatch_id AND ${TOO_LATE_CONDITION})
        ORDER BY d.dispatch_id FOR UPDATE SKIP LOCKED`),
    );
    const idsOf = (policy: string) => late.filter((row) => row.policy === policy).map((row) => row.dispatchId);
    if (late.length > 0) {
      await tx.affected(LOCK_OPEN_CHUNKS, [late.map(({ dispatchId }) => dispatchId)]);
      await tx.affected(
        `UPDATE delivery.chunk w SET hold = ${HOLD_REASONS.late}
           FROM delivery.dispatch d
          WHERE d.dispatch_id = ANY ($1::bigint[]) AND w.dispatch_id = d.dispatch_id AND ${TOO_LATE_CONDITION}`,
        [idsOf('skip')],
      );
      await tx.affected(
        `UPDATE delivery.dispatch SET paused_at = now(), pause_reason = 'LATE' WHERE dispatch_id = ANY ($1::bigint[])`,
        [idsOf('ask')],
      );
      await tx.affected(
        `UPDATE delivery.chunk SET hold = ${HOLD_REASONS.paused}
          WHERE dispatch_id = ANY ($1::bigint[]) AND state = 0 AND hold = ${HOLD_REASONS.none}`,
        [idsOf('ask')],
      );
    }
    return late;
  }

  /** Dispatches whose next package may be due. Few rows · dispatch_paced · no locks. */
  async findDueDispatches(): Promise<number[]> {
    const rows = await this.db.rows<{ dispatchId: number }>(
      prepared(`SELECT d.dispatch_id AS "dispatchId" FROM delivery.dispatch d
        WHERE d.pace_size IS NOT NULL AND d.state < ${DISPATCH_STATES.finished} AND ${PACE_DUE_CONDITION}
        ORDER BY d.pace_next_at LIMIT 1000`),
    );
    return rows.map(({ dispatchId }) => dispatchId);
  }

  /** Locks a due dispatch. One row · primary key. @returns undefined when another run was faster */
  async lockDueDispatch(tx: Tx, dispatchId: number): Promise<DueDispatch | undefined> {
    return tx.row<DueDispatch>(
      `SELECT d.dispatch_id AS "dispatchId", d.app_id AS "appId", d.lane, d.pace_size AS "packageSize",
              d.pace_interval_s AS "intervalSeconds", d.pace_late AS "isLate"
         FROM delivery.dispatch d
        WHERE d.dispatch_id = $1 AND d.pace_size IS NOT NULL AND ${PACE_DUE_CONDITION}
        FOR UPDATE SKIP LOCKED`,
      [dispatchId],
    );
  }

  /** Tests if a released package is still being sent, retries aside. A few rows · chunk_open · no locks. */
  async isSending(tx: Tx, dispatchId: number): Promise<boolean> {
    const row = await tx.row<{ open: boolean }>(
      `SELECT EXISTS (SELECT FROM delivery.chunk c
                       WHERE c.dispatch_id = $1 AND c.state = 0 AND c.attempt = 0
                         AND (c.hold = ${HOLD_REASONS.none} OR c.lease_until > now())) AS open`,
      [dispatchId],
    );
    return row?.open === true;
  }

  /** Sets the due time of the next package. @param intervals  from now; 0 keeps the due time */
  async scheduleNextPackage(tx: Tx, dispatchId: number, intervals: number, isLate: boolean): Promise<void> {
    await tx.affected(
      `UPDATE delivery.dispatch
          SET pace_late = $3,
              pace_next_at = CASE WHEN $2::integer = 0 THEN pace_next_at
                                  ELSE now() + $2::integer * pace_interval_s * interval '1 second' END
        WHERE dispatch_id = $1`,
      [dispatchId, intervals, isLate],
    );
  }

  /** Locks the next waiting chunks that are due, enough for one package. Index chunk_waiting. */
  async lockWaitingChunks(tx: Tx, dispatchId: number, packageSize: number): Promise<WaitingChunk[]> {
    const rows = await tx.rows<Omit<WaitingChunk, 'inFlight'> & { inFlight: Buffer | null }>(
      `SELECT w.vb, w.app_id AS "appId", w.dispatch_id AS "dispatchId", w.chunk_id AS "chunkId", w.channel, w.done,
              w.planned - w.done AS left, w.intent AS "inFlight"
         FROM delivery.chunk w
        WHERE w.dispatch_id = $1 AND w.state = 0 AND w.hold = ${HOLD_REASONS.waiting}
          AND (w.due_at IS NULL OR w.due_at <= now())
        ORDER BY w.vb, w.chunk_id LIMIT $2
        FOR UPDATE`,
      [dispatchId, Math.min(packageSize, MAX_CHUNKS)],
    );
    return rows.map((row) => ({ ...row, inFlight: row.inFlight ? decodeIds(row.inFlight) : [] }));
  }

  async releaseChunks(tx: Tx, chunks: readonly ChunkKey[]): Promise<void> {
    await tx.affected(
      `UPDATE delivery.chunk c SET hold = ${HOLD_REASONS.none}, offered_at = now()
         FROM unnest($1::smallint[], $2::integer[], $3::bigint[], $4::bigint[]) AS q (vb, app_id, dispatch_id, chunk_id)
        WHERE c.vb = q.vb AND c.app_id = q.app_id AND c.dispatch_id = q.dispatch_id AND c.chunk_id = q.chunk_id`,
      [
        chunks.map(({ vb }) => vb),
        chunks.map(({ appId }) => appId),
        chunks.map(({ dispatchId }) => dispatchId),
        chunks.map(({ chunkId }) => chunkId),
      ],
    );
  }

  /** All recipients of a locked chunk, in (vb, id) order. */
  async findRecipientIdsOfChunk(tx: Tx, { vb, appId, dispatchId, chunkId }: ChunkKey): Promise<number[]> {
    const row = await tx.row<{ ids: Buffer }>(
      'SELECT ids FROM delivery.chunk WHERE vb = $1 AND app_id = $2 AND dispatch_id = $3 AND chunk_id = $4',
      [vb, appId, dispatchId, chunkId],
    );
    return row ? decodeIds(row.ids) : [];
  }

  /**
   * Moves the last recipients of a locked chunk into a new chunk, which keeps waiting. The epoch grows, so that an earlier
   * holder of the lease cannot commit the old recipients.
   *
   * @param head  the recipients that stay, including those with results
   */
  async splitChunk(
    tx: Tx,
    { vb, appId, dispatchId, chunkId }: ChunkKey,
    head: readonly number[],
    tail: { chunkId: number; ids: readonly number[] },
  ): Promise<void> {
    await tx.affected(
      `INSERT INTO delivery.chunk 
         (vb, app_id, dispatch_id, chunk_id, channel, attempt, planned, ids, owners, hold, due_at, newer)
       SELECT $5::smallint, c.app_id, c.dispatch_id, $6, c.channel, c.attempt, $7, $8, c.owners, c.hold, c.due_at,
              c.newer
         FROM delivery.chunk c WHERE c.vb = $1 AND c.app_id = $2 AND c.dispatch_id = $3 AND c.chunk_id = $4`,
      [
        vb,
        appId,
        dispatchId,
        chunkId,
        bucketOfId(tail.ids[0] ?? vb),
        tail.chunkId,
        tail.ids.length,
        encodeIds(tail.ids),
      ],
    );
    await tx.affected(
      `UPDATE delivery.chunk SET ids = $5, planned = $6, epoch = epoch + 1
        WHERE vb = $1 AND app_id = $2 AND dispatch_id = $3 AND chunk_id = $4`,
      [vb, appId, dispatchId, chunkId, encodeIds(head), head.length],
    );
  }
}
