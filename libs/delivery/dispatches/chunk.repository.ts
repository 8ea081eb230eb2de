import { Injectable } from '@nestjs/common';
import { CHANNELS, type Channel } from '#libs/channels';
import { Database, prepared, type Tx } from '#platform/db';
import { BUCKETS } from '#platform/ids';
import { channelByCode } from '../model/channel-codes.js';
import { addResults } from './chunk-counts.js';
import type { CutChunk } from './cut-chunks.js';
import {
  type ChunkCounts,
  type ChunkKey,
  type HoldReason,
  HOLD_REASONS,
  type Lane,
  type LeasedChunk,
  type BatchCommit,
} from '../model/delivery.types.js';
import { decodeIds, encodeIds, hasId } from '../model/recipient-set.js';

export interface NewChunk extends CutChunk {
  chunkId: number;
  attempt: number;
  expiresAt: Date | null;
  hold: HoldReason;
}

/** A chunk that should be offered, with the lane it belongs to. */
export interface OpenChunk extends ChunkKey {
  lane: Lane;
  channel: Channel;
  /** Its worker's lease ran out: it is not merely waiting its turn. */
  abandoned: boolean;
}

interface LeasedChunkRow extends ChunkKey, ChunkCounts {
  channel: number;
  attempt: number;
  done: number;
  epoch: number;
  hold: HoldReason;
  ids: Buffer;
  intent: Buffer | null;
  intentAt: Date | null;
  expiresAt: Date | null;
}

/** Chunks that no worker may take. */
const UNCLAIMABLE_REASONS = `${HOLD_REASONS.waiting}, ${HOLD_REASONS.paused}`;

@Injectable()
export class ChunkRepository {
  constructor(private readonly db: Database) {}

  async insertChunks(tx: Tx, appId: number, dispatchId: number, chunks: readonly NewChunk[]): Promise<void> {
    await tx.affected(
      `INSERT INTO delivery.chunk
         (vb, app_id, dispatch_id, chunk_id, channel, attempt, planned, ids, expires_at, hold, due_at)
       SELECT c.vb, $1, $2, c.chunk_id, c.channel, c.attempt, c.planned, c.ids, c.expires_at, c.hold, c.due_at
         FROM unnest($3::smallint[], $4::bigint[], $5::smallint[], $6::smallint[], $7::integer[], $8::bytea[],
                     $9::timestamptz[], $10::smallint[], $11::timestamptz[])
           AS c (vb, chunk_id, channel, attempt, planned, ids, expires_at, hold, due_at)`,
      [
        appId,
        dispatchId,
        chunks.map(({ vb }) => vb),
        chunks.map(({ chunkId }) => chunkId),
        chunks.map(({ channel }) => CHANNELS[channel]),
        chunks.map(({ attempt }) => attempt),
        chunks.map(({ ids }) => ids.length),
        chunks.map(({ ids }) => encodeIds(ids)),
        chunks.map(({ expiresAt }) => expiresAt),
        chunks.map(({ hold }) => hold),
        chunks.map(({ dueAt }) => dueAt),
      ],
    );
  }

  /**
   * Takes a chunk, unless it is done, waits, or another worker holds it. The epoch grows with every lease: it is the fence.
   * One row · primary key · locks that row.
   */
  async claimChunk(key: ChunkKey, leaseMs: number): Promise<LeasedChunk | undefined> {
    const row = await this.db.row<LeasedChunkRow>(
      `UPDATE delivery.chunk c
          SET epoch = c.epoch + 1, lease_until = now() + $5 * interval '1 millisecond'
        WHERE c.vb = $1 AND c.app_id = $2 AND c.dispatch_id = $3 AND c.chunk_id = $4
          AND c.state = 0 AND c.hold NOT IN (${UNCLAIMABLE_REASONS}) AND (c.lease_until IS NULL OR c.lease_until < now())
        RETURNING c.vb, c.app_id AS "appId", c.dispatch_id AS "dispatchId", c.chunk_id AS "chunkId", c.channel,
                  c.attempt, c.done, c.epoch, c.hold, c.ids, c.intent, c.intent_at AS "intentAt",
                  c.expires_at AS "expiresAt", c.sent, c.failed, c.skipped`,
      [key.vb, key.appId, key.dispatchId, key.chunkId, leaseMs],
    );
    return row && toLeasedChunk(row);
  }

  /**
   * Still alive: keeps leases, but for those that were given back or that another worker has taken. A chunk that is locked
   * is being settled, which keeps its lease by itself: it holds up no other.
   * As many rows as chunks · primary key · locks those rows, skipping locked ones.
   */
  async renewLeases(chunks: readonly LeasedChunk[], leaseMs: number): Promise<void> {
    await this.db.affected(
      `UPDATE delivery.chunk c
          SET lease_until = now() + $6 * interval '1 millisecond'
         FROM (SELECT o.vb, o.app_id, o.dispatch_id, o.chunk_id
                 FROM unnest($1::smallint[], $2::integer[], $3::bigint[], $4::bigint[], $5::integer[])
                        AS s (vb, app_id, dispatch_id, chunk_id, epoch)
                 JOIN delivery.chunk o USING (vb, app_id, dispatch_id, chunk_id, epoch)
                WHERE o.state = 0 AND o.lease_until IS NOT NULL
                  FOR UPDATE OF o SKIP LOCKED) h
        WHERE c.vb = h.vb AND c.app_id = h.app_id AND c.dispatch_id = h.dispatch_id AND c.chunk_id = h.chunk_id`,
      [
        chunks.map(({ vb }) => vb),
        chunks.map(({ appId }) => appId),
        chunks.map(({ dispatchId }) => dispatchId),
        chunks.map(({ chunkId }) => chunkId),
        chunks.map(({ epoch }) => epoch),
        leaseMs,
      ],
    );
  }

  /**
   * States, before anything leaves, who is about to be sent to. Nothing may leave unless the answer is `HOLDS.none`:
   * undefined says that the lease was lost, another hold that the campaign was held meanwhile.
   */
  async markInFlight(chunk: LeasedChunk, ids: readonly number[], leaseMs: number): Promise<HoldReason | undefined> {
    return this.updateLeasedChunk(
      this.db,
      chunk,
      `intent = CASE WHEN hold = ${HOLD_REASONS.none} THEN $7::bytea ELSE intent END,
       intent_at = CASE WHEN hold = ${HOLD_REASONS.none} THEN now() ELSE intent_at END,
       lease_until = now() + $8 * interval '1 millisecond'`,
      [encodeIds(ids), leaseMs],
    );
  }

  /** Gives the lease back before the chunk is done; the sweep offers it again. */
  async releaseChunk(chunk: LeasedChunk): Promise<boolean> {
    return (await this.updateLeasedChunk(this.db, chunk, 'lease_until = NULL, offered_at = now()', [])) !== undefined;
  }

  /** The same, to be offered again at a time, and not before. @param reenqueueMs  how long sweeps wait after an offer */
  async releaseChunkUntil(chunk: LeasedChunk, until: Date, reenqueueMs: number): Promise<boolean> {
    const assignments = `lease_until = NULL, offered_at = $7::timestamptz - $8 * interval '1 millisecond'`;
    return (await this.updateLeasedChunk(this.db, chunk, assignments, [until, reenqueueMs])) !== undefined;
  }

  /**
   * Counters, position, the next intent and the end, in the transaction of the results. Counters and position are what
   * the lease's holder has counted: the fence lets nobody else write them. A chunk that was held meanwhile
   * takes no further intent: unless the answer is `HOLDS.none`, nothing more may leave.
   *
   * @returns undefined when the lease was lost: the transaction must then roll back
   */
  async commitBatch(tx: Tx, chunk: LeasedChunk, commit: BatchCommit, leaseMs: number): Promise<HoldReason | undefined> {
    const { sent, failed, skipped } = addResults(chunk.counts, commit.results);
    return this.updateLeasedChunk(
      tx,
      chunk,
      `done = $7,
       sent = $8, failed = $9, skipped = $10,
       intent = CASE WHEN hold = ${HOLD_REASONS.none} THEN $11::bytea END,
       intent_at = CASE WHEN hold = ${HOLD_REASONS.none} AND $11::bytea IS NOT NULL THEN now() END,
       state = CASE WHEN $12 THEN 1 ELSE 0 END,
       lease_until = CASE WHEN $12 THEN NULL ELSE now() + $13 * interval '1 millisecond' END`,
      [
        chunk.done + commit.advance,
        sent,
        failed,
        skipped,
        commit.nextInFlight && encodeIds(commit.nextInFlight),
        commit.isLast,
        leaseMs,
      ],
    );
  }

  /**
   * Open chunks to offer again: their lease ran out since they were last offered, or they were offered too long ago and
   * nobody holds them. Marked by compare and set, so that two sweeps do not offer one twice.
   * At most 1000 rows · chunk_open · locks the rows found.
   */
  async claimOpen(reenqueueMs: number): Promise<OpenChunk[]> {
    const rows = await this.db.rows<ChunkKey & { lane: Lane; channel: number; abandoned: boolean }>(
      `UPDATE delivery.chunk c
          SET offered_at = now()
         FROM (SELECT o.vb, o.app_id, o.dispatch_id, o.chunk_id, o.offered_at, d.lane
                 FROM delivery.chunk o JOIN delivery.dispatch d ON d.dispatch_id = o.dispatch_id
                WHERE o.state = 0 AND o.hold NOT IN (${UNCLAIMABLE_REASONS}) AND (o.lease_until IS NULL OR o.lease_until < now())
                  AND (o.offered_at < now() - $1 * interval '1 millisecond' OR o.offered_at < o.lease_until)
                LIMIT 1000) s
        WHERE c.vb = s.vb AND c.app_id = s.app_id AND c.dispatch_id = s.dispatch_id AND c.chunk_id = s.chunk_id
          AND c.offered_at = s.offered_at AND c.state = 0
        RETURNING c.vb, c.app_id AS "appId", c.dispatch_id AS "dispatchId", c.chunk_id AS "chunkId", c.channel, s.lane,
                  c.lease_until IS NOT NULL AS abandoned`,
      [reenqueueMs],
    );
    return rows.map((row) => ({ ...row, channel: channelByCode(row.channel) }));
  }

  /**
   * Which of some recipients the audience of a dispatch was frozen with. A chunk names the bucket of its first recipient,
   * so one that holds a recipient begins in its bucket, or is of those that begin last before it; those that are due at
   * different times are rows of chunks of their own.
   * A few chunks for each recipient · chunk_by_dispatch · no locks · why not the ids of all chunks: a large audience has
   * thousands.
   */
  async findFrozenRecipients(
    { appId, dispatchId, channel }: Pick<LeasedChunk, 'appId' | 'dispatchId' | 'channel'>,
    recipientIds: readonly number[],
  ): Promise<Set<number>> {
    const rows = await this.db.rows<{ recipientId: number; ids: Buffer }>(
      `WITH mine AS MATERIALIZED (
         SELECT c.vb, c.chunk_id, c.due_at FROM delivery.chunk c
          WHERE c.app_id = $1 AND c.dispatch_id = $2 AND c.channel = $3 AND c.attempt = 0),
       last AS (
         SELECT q.id, m.due_at, max(m.vb) AS vb FROM unnest($4::bigint[]) AS q (id)
           JOIN mine m ON m.vb < q.id % ${BUCKETS}
          GROUP BY q.id, m.due_at),
       near AS (
         SELECT l.id, m.vb, m.chunk_id FROM last l
           JOIN mine m ON m.vb = l.vb AND m.due_at IS NOT DISTINCT FROM l.due_at
         UNION ALL
         SELECT q.id, m.vb, m.chunk_id FROM unnest($4::bigint[]) AS q (id) JOIN mine m ON m.vb = q.id % ${BUCKETS})
       SELECT n.id AS "recipientId", c.ids FROM near n
         JOIN delivery.chunk c ON c.vb = n.vb AND c.app_id = $1 AND c.dispatch_id = $2 AND c.chunk_id = n.chunk_id`,
      [appId, dispatchId, CHANNELS[channel], recipientIds],
    );
    return new Set(rows.filter(({ recipientId, ids }) => hasId(ids, recipientId)).map((row) => row.recipientId));
  }

  /**
   * Changes a chunk as its holder: the epoch is the fence, and the position lets no settlement count twice.
   *
   * @returns what holds the chunk now; undefined when it is somebody else's
   */
  private async updateLeasedChunk(
    connection: Pick<Tx, 'row'>,
    chunk: LeasedChunk,
    assignments: string,
    params: Parameters<Tx['row']>[1],
  ): Promise<HoldReason | undefined> {
    const row = await connection.row<{ hold: HoldReason }>(
      prepared(`UPDATE delivery.chunk SET ${assignments}
        WHERE vb = $1 AND app_id = $2 AND dispatch_id = $3 AND chunk_id = $4 AND epoch = $5 AND done = $6 AND state = 0
        RETURNING hold`),
      [chunk.vb, chunk.appId, chunk.dispatchId, chunk.chunkId, chunk.epoch, chunk.done, ...(params ?? [])],
    );
    return row?.hold;
  }

  /** What holds a chunk whose first `done` recipients this lease has settled: asked when the answer to a commit was lost. */
  async findHoldIfCommitted(chunk: LeasedChunk, done: number): Promise<HoldReason | undefined> {
    const row = await this.db.row<{ done: number; hold: HoldReason }>(
      `SELECT done, hold FROM delivery.chunk
        WHERE vb = $1 AND app_id = $2 AND dispatch_id = $3 AND chunk_id = $4 AND epoch = $5`,
      [chunk.vb, chunk.appId, chunk.dispatchId, chunk.chunkId, chunk.epoch],
    );
    return row?.done === done ? row.hold : undefined;
  }
}

function toLeasedChunk(row: LeasedChunkRow): LeasedChunk {
  return {
    vb: row.vb,
    appId: row.appId,
    dispatchId: row.dispatchId,
    chunkId: row.chunkId,
    channel: channelByCode(row.channel),
    attempt: row.attempt,
    expiresAt: row.expiresAt,
    epoch: row.epoch,
    holdReason: row.hold,
    done: row.done,
    remaining: decodeIds(row.ids).slice(row.done),
    counts: { sent: row.sent, failed: row.failed, skipped: row.skipped },
    inFlight: row.intent && row.intentAt ? { ids: decodeIds(row.intent), since: row.intentAt } : null,
  };
}
