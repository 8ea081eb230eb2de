import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';
import { channelByCode } from '../model/channel-policy.js';
import type { OpenChunk } from '../dispatches/chunk.repository.js';
import { SETTLED } from '../dispatches/finished-dispatches.sql.js';
import { LOCK_OPEN_CHUNKS } from '../dispatches/lock-order.sql.js';
import { lockedInOrder } from '../dispatches/lock-order.sql.js';
import { type ChunkKey, DISPATCH_STATES, HOLD_REASONS, type Lane, LANES, type Speed } from '../model/delivery.types.js';

/** A dispatch that a statement changed. */
export interface ChangedDispatch {
  dispatchId: number;
  notificationKey: number;
  lane: Lane;
  /** Not launched yet. */
  isStored: boolean;
  planned: number;
  /** Recipients with a final state. */
  settled: number;
}

/** Chosen dispatches: campaigns by their keys, or transactional sends by their own ids. */
export type ChosenDispatches = { keys: readonly number[] } | { sends: readonly number[] };

const CHANGED_COLUMNS = `
  d.dispatch_id AS "dispatchId", d.notification_key AS "notificationKey", d.lane,
  d.state = ${DISPATCH_STATES.stored} AS "isStored", d.planned, ${SETTLED} AS settled`;
const STOP_ASSIGNMENTS = `
  state = CASE WHEN d.state = ${DISPATCH_STATES.stored} THEN ${DISPATCH_STATES.stopped}
               ELSE ${DISPATCH_STATES.sending} END,
  finished_at = CASE WHEN d.state = ${DISPATCH_STATES.stored} THEN now() END,
  epoch = d.epoch + 1, lease_until = NULL, stopped_at = now(), paused_at = NULL, pause_reason = NULL`;
const OPEN_CONDITION = `d.state < ${DISPATCH_STATES.finished} AND d.stopped_at IS NULL`;
const PAUSED = `${OPEN_CONDITION} AND d.paused_at IS NOT NULL`;
const PAUSABLE = `${OPEN_CONDITION} AND d.paused_at IS NULL AND d.due_at IS NOT NULL`;

/**
 * Statements that pause, resume and stop campaigns. Each locks the dispatch rows first, as launches do, and then the chunk
 * rows, as commits of batches do. So every worker sees the change before its next batch.
 * Few dispatches, some thousand chunks at most · dispatch_by_key, chunk_open.
 */
@Injectable()
export class CampaignControlRepository {
  /** Finds the keys among some that still have something to send, or will have a run · dispatch_by_key, primary key. */
  async findOpen(tx: Tx, appId: number, keys: readonly number[]): Promise<number[]> {
    const rows = await tx.rows<{ key: number }>(
      `SELECT d.notification_key AS key FROM delivery.dispatch AS d
        WHERE d.app_id = $1 AND d.notification_key = ANY ($2::integer[]) AND ${OPEN_CONDITION}
       UNION
       SELECT s.notification_key FROM delivery.series AS s
        WHERE s.app_id = $1 AND s.notification_key = ANY ($2::integer[]) AND s.ended_at IS NULL`,
      [appId, keys],
    );
    return rows.map(({ key }) => key);
  }

  /** Pauses dispatches, except those that wait for an approval. */
  async pause(tx: Tx, appId: number, chosen: ChosenDispatches): Promise<ChangedDispatch[]> {
    const paused = await tx.rows<ChangedDispatch>(
      `UPDATE delivery.dispatch d SET paused_at = now(), pause_reason = 'ASKED'
        WHERE ${lockedInOrder(`d.app_id = $1 AND ${conditionOf(chosen)} AND ${PAUSABLE}`)}
        RETURNING ${CHANGED_COLUMNS}`,
      [appId, idsOf(chosen)],
    );
    await this.holdChunks(tx, paused, HOLD_REASONS.paused, `hold = ${HOLD_REASONS.none}`);
    return paused;
  }

  /** Resumes dispatches and removes their late policy: the operator has decided. */
  async resume(tx: Tx, appId: number, chosen: ChosenDispatches): Promise<ChangedDispatch[]> {
    return tx.rows<ChangedDispatch>(
      `UPDATE delivery.dispatch d
          SET paused_at = NULL, pause_reason = NULL, options = d.options - 'late', offered_at = now()
        WHERE ${lockedInOrder(`d.app_id = $1 AND ${conditionOf(chosen)} AND ${PAUSED}`)}
        RETURNING ${CHANGED_COLUMNS}`,
      [appId, idsOf(chosen)],
    );
  }

  /** Pauses all open dispatches of all applications, transactional sends too. */
  async pauseAll(tx: Tx, reason: string): Promise<ChangedDispatch[]> {
    const paused = await tx.rows<ChangedDispatch>(
      `UPDATE delivery.dispatch d SET paused_at = now(), pause_reason = $1
        WHERE ${lockedInOrder(PAUSABLE)}
        RETURNING ${CHANGED_COLUMNS}`,
      [reason],
    );
    await this.holdChunks(tx, paused, HOLD_REASONS.paused, `hold = ${HOLD_REASONS.none}`);
    return paused;
  }

  /** Resumes what was paused for a reason, and removes the late policy of what is overdue. */
  async resumeByReason(tx: Tx, reason: string): Promise<ChangedDispatch[]> {
    return tx.rows<ChangedDispatch>(
      `UPDATE delivery.dispatch d
          SET paused_at = NULL, pause_reason = NULL, offered_at = now(),
              options = CASE WHEN d.due_at <= now() THEN d.options - 'late' ELSE d.options END
        WHERE ${lockedInOrder(`${PAUSED} AND d.pause_reason = $1`)}
        RETURNING ${CHANGED_COLUMNS}`,
      [reason],
    );
  }

  /** Stops what was paused for a reason. */
  async stopByReason(tx: Tx, reason: string): Promise<ChangedDispatch[]> {
    return tx.rows<ChangedDispatch>(
      `UPDATE delivery.dispatch d SET ${STOP_ASSIGNMENTS}
        WHERE ${lockedInOrder(`${PAUSED} AND d.pause_reason = $1`)}
        RETURNING ${CHANGED_COLUMNS}`,
      [reason],
    );
  }

  /** Releases paused chunks. Chunks of a paced dispatch wait for their package instead. */
  async releaseChunks(tx: Tx, dispatches: readonly ChangedDispatch[]): Promise<OpenChunk[]> {
    await tx.affected(LOCK_OPEN_CHUNKS, [dispatchIdsOf(dispatches)]);
    const rows = await tx.rows<ChunkKey & { channel: number; lane: Lane; isWaiting: boolean }>(
      `UPDATE delivery.chunk c
          SET hold = CASE WHEN d.pace_size IS NOT NULL AND c.attempt = 0 THEN ${HOLD_REASONS.waiting} ELSE ${HOLD_REASONS.none} END,
              offered_at = now()
         FROM delivery.dispatch d
        WHERE d.dispatch_id = ANY ($1::bigint[]) AND c.dispatch_id = d.dispatch_id AND c.state = 0
          AND c.hold = ${HOLD_REASONS.paused}
        RETURNING c.vb, c.app_id AS "appId", c.dispatch_id AS "dispatchId", c.chunk_id AS "chunkId", c.channel, d.lane,
                  c.hold = ${HOLD_REASONS.waiting} AS "isWaiting"`,
      [dispatchIdsOf(dispatches)],
    );
    return toOpenChunks(rows.filter(({ isWaiting }) => !isWaiting));
  }

  /**
   * Stops dispatches. One that is not launched ends at once; the open recipients of the others end as skipped. A running
   * launch loses its lease, and recipients that it has not frozen were never planned.
   */
  async stop(tx: Tx, appId: number, chosen: ChosenDispatches): Promise<ChangedDispatch[]> {
    return tx.rows<ChangedDispatch>(
      `UPDATE delivery.dispatch d SET ${STOP_ASSIGNMENTS}
        WHERE ${lockedInOrder(`d.app_id = $1 AND ${conditionOf(chosen)} AND ${OPEN_CONDITION}`)}
        RETURNING ${CHANGED_COLUMNS}`,
      [appId, idsOf(chosen)],
    );
  }

  /** Holds all open chunks for good. @returns the chunks, whose recipients must end as skipped */
  async stopChunks(tx: Tx, dispatches: readonly ChangedDispatch[]): Promise<OpenChunk[]> {
    await this.holdChunks(tx, dispatches, HOLD_REASONS.stopped, `hold <> ${HOLD_REASONS.stopped}`);
    await tx.affected('UPDATE delivery.retry SET due_at = now() WHERE dispatch_id = ANY ($1::bigint[])', [
      dispatchIdsOf(dispatches),
    ]);
    const rows = await tx.rows<ChunkKey & { channel: number; lane: Lane }>(
      `SELECT c.vb, c.app_id AS "appId", c.dispatch_id AS "dispatchId", c.chunk_id AS "chunkId", c.channel, d.lane
         FROM delivery.chunk c JOIN delivery.dispatch d ON d.dispatch_id = c.dispatch_id
        WHERE d.dispatch_id = ANY ($1::bigint[]) AND c.state = 0`,
      [dispatchIdsOf(dispatches)],
    );
    return toOpenChunks(rows);
  }

  /**
   * Changes the speed of a campaign. With a speed, unsent chunks wait for their package. Without one, the next run of
   * recovery releases all due chunks.
   *
   * @param speed  null: as fast as the providers accept
   */
  async changeSpeed(tx: Tx, appId: number, key: number, speed: Speed | null): Promise<ChangedDispatch[]> {
    const changed = await tx.rows<ChangedDispatch>(
      `UPDATE delivery.dispatch d
          SET pace_size = $3::integer, pace_interval_s = $4::integer, pace_late = false,
              pace_next_at = CASE WHEN $3::integer IS NULL THEN NULL
                WHEN d.pace_next_at IS NOT NULL THEN least(d.pace_next_at, now() + $4::integer * interval '1 second')
                WHEN d.state > ${DISPATCH_STATES.stored} THEN now() + $4::integer * interval '1 second'
                ELSE now() END
        WHERE ${lockedInOrder(`d.app_id = $1 AND d.notification_key = $2 AND ${OPEN_CONDITION}`)}
        RETURNING ${CHANGED_COLUMNS}`,
      [appId, key, speed?.packageSize ?? null, speed ? speed.intervalMins * 60 : null],
    );
    if (speed) {
      await this.holdChunks(tx, changed, HOLD_REASONS.waiting, `hold = ${HOLD_REASONS.none} AND attempt = 0`);
    }
    return changed;
  }

  private async holdChunks(
    tx: Tx,
    dispatches: readonly ChangedDispatch[],
    reason: number,
    condition: string,
  ): Promise<void> {
    if (dispatches.length > 0) {
      await tx.affected(LOCK_OPEN_CHUNKS, [dispatchIdsOf(dispatches)]);
      await tx.affected(
        `UPDATE delivery.chunk SET hold = ${reason} WHERE dispatch_id = ANY ($1::bigint[]) AND state = 0 AND ${condition}`,
        [dispatchIdsOf(dispatches)],
      );
    }
  }
}

function conditionOf(chosen: ChosenDispatches): string {
  return 'keys' in chosen
    ? 'd.notification_key = ANY ($2::integer[])'
    : `d.dispatch_id = ANY ($2::bigint[]) AND d.lane = '${LANES.transactional}'`;
}

function idsOf(chosen: ChosenDispatches): readonly number[] {
  return 'keys' in chosen ? chosen.keys : chosen.sends;
}

function dispatchIdsOf(dispatches: readonly ChangedDispatch[]): number[] {
  return dispatches.map(({ dispatchId }) => dispatchId);
}

function toOpenChunks(rows: readonly (ChunkKey & { channel: number; lane: Lane })[]): OpenChunk[] {
  return rows.map(({ vb, appId, dispatchId, chunkId, channel, lane }) => ({
    vb,
    appId,
    dispatchId,
    chunkId,
    lane,
    channel: channelByCode(channel),
  }));
}
