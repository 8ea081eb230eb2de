import { Injectable } from '@nestjs/common';
import { CHANNELS, type Channel } from '#libs/channels/definitions';
import { Config } from '#platform/config';
import { Database, prepared, type Tx } from '#platform/db';
import { BUCKETS, IdBlockRepository } from '#platform/ids';
import { channelByCode } from '../model/channel-policy.js';
import { addResults, type CutChunk } from './chunk.js';
import {
  type ChunkCounts,
  type ChunkKey,
  type HoldReason,
  HOLD_REASONS,
  type Lane,
  type LeasedChunk,
  type BatchCommit,
  type SendError,
} from '../model/delivery.types.js';
import { LeaseDeadline, readMoment } from '../model/times/lease-deadline.js';
import { decodeIds, decodePairs, encodeIds, encodePairs, hasId, type PinnedAccounts } from '../model/recipient-set.js';

export interface NewChunk extends CutChunk {
  chunkId: number;
  attempt: number;
  expiresAt: Date | null;
  holdReason: HoldReason;
  /** The error of the last attempt, for retries: the answer that most of them had. */
  error?: SendError | null;
  /** The accounts of retries: as in `LeasedChunk`. */
  accounts?: PinnedAccounts;
  /** Set when a newer send replaces its dispatch. */
  isReplaced: boolean;
}

/** A chunk to be enqueued. */
export interface OpenChunk extends ChunkKey {
  lane: Lane;
  channel: Channel;
}

interface LeasedChunkRow extends ChunkKey, ChunkCounts {
  channel: number;
  attempt: number;
  done: number;
  epoch: number;
  hold: HoldReason;
  newer: number;
  ids: Buffer;
  owners: Buffer | null;
  accounts: Buffer | null;
  intent: Buffer | null;
  intentAt: Date | null;
  expiresAt: Date | null;
}

/** Hold reasons of chunks that no worker may claim. */
const UNCLAIMABLE_REASONS = `${HOLD_REASONS.waiting}, ${HOLD_REASONS.paused}`;

const ID_SERIES = 'delivery.chunk';

@Injectable()
export class ChunkRepository {
  constructor(
    private readonly db: Database,
    private readonly config: Config,
    private readonly ids: IdBlockRepository,
  ) {}

  /**
   * How long a commit may wait for a lock, in ms. It holds the lock of its chunk in the meantime, so the lease is not renewed.
   * Two such waits after another leave time for the next renewal.
   */
  get maxLockWaitMs(): number {
    return this.config.LEASE_MS / 4;
  }

  /** Gives new chunks their ids. */
  async assignIds<C extends object>(chunks: readonly C[]): Promise<(C & { chunkId: number })[]> {
    const chunkIds = await this.ids.nextMany(ID_SERIES, chunks.length);
    return chunks.map((chunk, index) => ({ ...chunk, chunkId: chunkIds[index] ?? Number.NaN }));
  }

  async insertChunks(tx: Tx, appId: number, dispatchId: number, chunks: readonly NewChunk[]): Promise<void> {
    await tx.affected(
      `INSERT INTO delivery.chunk
         (vb, app_id, dispatch_id, chunk_id, channel, attempt, planned, ids, owners, expires_at, hold, due_at, error_code,
          reason, words, accounts, newer)
       SELECT c.vb, $1, $2, c.chunk_id, c.channel, c.attempt, c.planned, c.ids, c.owners, c.expires_at, c.hold, c.due_at,
              c.error_code, c.reason, c.words, c.accounts, c.newer
         FROM unnest($3::smallint[], $4::bigint[], $5::smallint[], $6::smallint[], $7::integer[], $8::bytea[],
                     $9::timestamptz[], $10::smallint[], $11::timestamptz[], $12::bytea[], $13::text[], $14::text[],
                     $15::text[], $16::bytea[], $17::integer[])
           AS c (vb, chunk_id, channel, attempt, planned, ids, expires_at, hold, due_at, owners, error_code, reason,
                 words, accounts, newer)`,
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
        chunks.map(({ holdReason }) => holdReason),
        chunks.map(({ dueAt }) => dueAt),
        chunks.map(({ owners }) => encodePairs(owners)),
        chunks.map(({ error }) => error?.code ?? null),
        chunks.map(({ error }) => error?.reason ?? null),
        chunks.map(({ error }) => error?.words ?? null),
        chunks.map(({ accounts }) => (accounts ? encodePairs(accounts) : null)),
        chunks.map(({ isReplaced }) => (isReplaced ? 1 : 0)),
      ],
    );
  }

  /**
   * Takes the lease of a chunk, unless the chunk is done, held, or leased. Every lease has a larger epoch, which fences
   * the writes of earlier holders.
   * One row · primary key · locks that row.
   */
  async claimChunk(key: ChunkKey): Promise<LeasedChunk | undefined> {
    const claimedAt = readMoment();
    const row = await this.db.row<LeasedChunkRow>(
      `UPDATE delivery.chunk c
          SET epoch = c.epoch + 1, lease_until = now() + $5 * interval '1 millisecond'
        WHERE c.vb = $1 AND c.app_id = $2 AND c.dispatch_id = $3 AND c.chunk_id = $4
          AND c.state = 0 AND c.hold NOT IN (${UNCLAIMABLE_REASONS}) AND (c.lease_until IS NULL OR c.lease_until < now())
        RETURNING c.vb, c.app_id AS "appId", c.dispatch_id AS "dispatchId", c.chunk_id AS "chunkId", c.channel,
                  c.attempt, c.done, c.epoch, c.hold, c.newer, c.ids, c.owners, c.accounts, c.intent, c.intent_at AS "intentAt",
                  c.expires_at AS "expiresAt", c.sent, c.failed, c.skipped`,
      [key.vb, key.appId, key.dispatchId, key.chunkId, this.config.LEASE_MS],
    );
    return row && toLeasedChunk(row, new LeaseDeadline(this.config.LEASE_MS, claimedAt));
  }

  /**
   * Renews leases, except those that were released or taken over. A locked row is skipped: its commit renews the lease
   * anyway, and the other chunks do not wait for it.
   * Rows: the chunks · primary key · locks those rows, skipping locked ones.
   */
  async renewLeases(chunks: readonly LeasedChunk[]): Promise<void> {
    const renewedAt = readMoment();
    const rows = await this.db.rows<{ chunkId: number }>(
      `UPDATE delivery.chunk c
          SET lease_until = now() + $6 * interval '1 millisecond'
         FROM (SELECT o.vb, o.app_id, o.dispatch_id, o.chunk_id
                 FROM unnest($1::smallint[], $2::integer[], $3::bigint[], $4::bigint[], $5::integer[])
                        AS s (vb, app_id, dispatch_id, chunk_id, epoch)
                 JOIN delivery.chunk o USING (vb, app_id, dispatch_id, chunk_id, epoch)
                WHERE o.state = 0 AND o.lease_until IS NOT NULL
                  FOR UPDATE OF o SKIP LOCKED) h
        WHERE c.vb = h.vb AND c.app_id = h.app_id AND c.dispatch_id = h.dispatch_id AND c.chunk_id = h.chunk_id
        RETURNING c.chunk_id AS "chunkId"`,
      [
        chunks.map(({ vb }) => vb),
        chunks.map(({ appId }) => appId),
        chunks.map(({ dispatchId }) => dispatchId),
        chunks.map(({ chunkId }) => chunkId),
        chunks.map(({ epoch }) => epoch),
        this.config.LEASE_MS,
      ],
    );
    const renewedIds = new Set(rows.map(({ chunkId }) => chunkId));
    chunks.filter(({ chunkId }) => renewedIds.has(chunkId)).forEach(({ lease }) => lease.renew(renewedAt));
  }

  /**
   * Stores the ids in flight before a batch leaves. The batch may leave only if the answer is `HOLD_REASONS.none`. It
   * may run again when its answer was lost. Nothing has left by then, so a chunk with a hold keeps no ids, and neither
   * does one that a newer send replaces since. The caller renews the lease when the statement is committed.
   *
   * @param accounts  of these ids, and of others that only their account may try again; absent: those stored stay
   * @returns the hold reason of the chunk; undefined when the lease is lost
   */
  async markInFlight(
    on: Pick<Tx, 'row'>,
    chunk: LeasedChunk,
    ids: readonly number[],
    accounts?: PinnedAccounts,
  ): Promise<HoldReason | undefined> {
    const assignments = `intent = CASE WHEN ${mayLeave('$9')} THEN $7::bytea END,
       intent_at = CASE WHEN ${mayLeave('$9')} THEN now() END,
       lease_until = now() + $8 * interval '1 millisecond'`;
    const params = [encodeIds(ids), this.config.LEASE_MS, chunk.newer];
    return accounts === undefined
      ? this.updateLeasedChunk(on, chunk, assignments, params)
      : this.updateLeasedChunk(
          on,
          chunk,
          `${assignments}, accounts = CASE WHEN ${mayLeave('$9')} THEN $10::bytea ELSE accounts END`,
          [...params, encodePairs(accounts)],
        );
  }

  /**
   * Stores that some ids in flight go to another account now, because theirs has proven that it took nothing. Not during
   * a hold: then they are not sent again.
   *
   * @returns false when nothing was stored, so they must not leave
   */
  async moveInFlight(chunk: LeasedChunk, accounts: PinnedAccounts): Promise<boolean> {
    const hold = await this.updateLeasedChunk(
      this.db,
      chunk,
      'accounts = $7::bytea',
      [encodePairs(accounts)],
      `AND intent IS NOT NULL AND hold = ${HOLD_REASONS.none}`,
    );
    return hold !== undefined;
  }

  /** Ends a lease before the chunk is done. The recovery enqueues the chunk again. */
  async releaseChunk(chunk: LeasedChunk): Promise<boolean> {
    return (await this.updateLeasedChunk(this.db, chunk, 'lease_until = NULL, offered_at = now()', [])) !== undefined;
  }

  /** Ends a lease; the chunk counts as overdue at once, so that it soon has its turn again. */
  async releaseOverdueChunk(chunk: LeasedChunk): Promise<boolean> {
    const assignments = `lease_until = NULL, offered_at = now() - $7 * interval '1 millisecond'`;
    return (await this.updateLeasedChunk(this.db, chunk, assignments, [this.config.REOFFER_MS])) !== undefined;
  }

  /** Ends a lease; the recovery enqueues the chunk at a given time, and not before. */
  async releaseChunkUntil(chunk: LeasedChunk, until: Date): Promise<boolean> {
    const assignments = `lease_until = NULL, offered_at = $7::timestamptz - $8 * interval '1 millisecond'`;
    return (await this.updateLeasedChunk(this.db, chunk, assignments, [until, this.config.REOFFER_MS])) !== undefined;
  }

  /**
   * Stores counters with their time, position, the next ids in flight and the end, in the transaction of the results.
   * Only the holder of the lease writes counters and position. A chunk with a hold takes no further ids in flight. A
   * decision about the ids of a dead worker ends them, so it is stored only while they are there: the position of the
   * chunk may stay the same.
   *
   * @returns the hold reason: the next batch may leave only after `HOLD_REASONS.none`. Undefined when the lease is
   * lost: the transaction must then roll back
   */
  async commitBatch(tx: Tx, chunk: LeasedChunk, commit: BatchCommit): Promise<HoldReason | undefined> {
    const { sent, failed, skipped } = addResults(chunk.counts, commit.results);
    return this.updateLeasedChunk(
      tx,
      chunk,
      `done = $7,
       sent = $8, failed = $9, skipped = $10,
       marks = CASE WHEN $15 > 0 THEN marks || ARRAY[floor(extract(epoch FROM now()))::bigint, $15] ELSE marks END,
       intent = CASE WHEN ${mayLeave('$16')} THEN $11::bytea END,
       intent_at = CASE WHEN ${mayLeave('$16')} AND $11::bytea IS NOT NULL THEN now() END,
       state = CASE WHEN $12 THEN 1 ELSE 0 END,
       lease_until = CASE WHEN $12 THEN NULL ELSE now() + $13 * interval '1 millisecond' END`,
      [
        chunk.done + commit.advance,
        sent,
        failed,
        skipped,
        commit.nextInFlight && encodeIds(commit.nextInFlight),
        commit.isLast,
        this.config.LEASE_MS,
        commit.isDecision ?? false,
        commit.results.length,
        chunk.newer,
      ],
      'AND (NOT $14 OR intent IS NOT NULL)',
    );
  }

  /**
   * Finds which recipients belong to the frozen audience of a dispatch. A chunk names the bucket of its first recipient. So
   * the chunk of a recipient begins in the recipient's bucket, or is the last one that begins before it. Each due time
   * has its own row of chunks. A large audience has thousands of chunks, so not all of them are read.
   * A few chunks for each recipient · chunk_by_dispatch · no locks.
   */
  async findFrozenRecipients(
    { appId, dispatchId, channel }: Pick<LeasedChunk, 'appId' | 'dispatchId' | 'channel'>,
    recipientIds: readonly number[],
  ): Promise<Set<number>> {
    const rows = await this.db.rows<{ recipientId: number; ids: Buffer }>(
      `WITH dispatch_chunk AS MATERIALIZED (
         SELECT c.vb, c.chunk_id, c.due_at FROM delivery.chunk c
          WHERE c.app_id = $1 AND c.dispatch_id = $2 AND c.channel = $3 AND c.attempt = 0),
       last AS (
         SELECT q.id, m.due_at, max(m.vb) AS vb FROM unnest($4::bigint[]) AS q (id)
           JOIN dispatch_chunk m ON m.vb < q.id % ${BUCKETS}
          GROUP BY q.id, m.due_at),
       near AS (
         SELECT l.id, m.vb, m.chunk_id FROM last l
           JOIN dispatch_chunk m ON m.vb = l.vb AND m.due_at IS NOT DISTINCT FROM l.due_at
         UNION ALL
         SELECT q.id, m.vb, m.chunk_id FROM unnest($4::bigint[]) AS q (id) JOIN dispatch_chunk m ON m.vb = q.id % ${BUCKETS})
       SELECT n.id AS "recipientId", c.ids FROM near n
         JOIN delivery.chunk c ON c.vb = n.vb AND c.app_id = $1 AND c.dispatch_id = $2 AND c.chunk_id = n.chunk_id`,
      [appId, dispatchId, CHANNELS[channel], recipientIds],
    );
    return new Set(rows.filter(({ recipientId, ids }) => hasId(ids, recipientId)).map((row) => row.recipientId));
  }

  /**
   * Reads the recipients that a launch has frozen so far · all chunks of the dispatch · chunk_by_dispatch · no locks.
   */
  async findFrozenChunks(appId: number, dispatchId: number): Promise<{ channel: Channel; ids: number[] }[]> {
    const rows = await this.db.rows<{ channel: number; ids: Buffer }>(
      `SELECT c.channel, c.ids FROM delivery.chunk c
        WHERE c.app_id = $1 AND c.dispatch_id = $2 AND c.attempt = 0`,
      [appId, dispatchId],
    );
    return rows.map(({ channel, ids }) => ({ channel: channelByCode(channel), ids: decodeIds(ids) }));
  }

  /**
   * Changes a chunk as the holder of its lease. The epoch fences it, and the position keeps a commit from counting twice.
   *
   * @returns the hold reason; undefined when the lease is lost
   */
  private async updateLeasedChunk(
    connection: Pick<Tx, 'row'>,
    chunk: LeasedChunk,
    assignments: string,
    params: Parameters<Tx['row']>[1],
    condition = '',
  ): Promise<HoldReason | undefined> {
    const row = await connection.row<HeldChunk>(
      prepared(`UPDATE delivery.chunk SET ${assignments}
        WHERE vb = $1 AND app_id = $2 AND dispatch_id = $3 AND chunk_id = $4 AND epoch = $5 AND done = $6 AND state = 0 ${condition}
        RETURNING hold, newer`),
      [chunk.vb, chunk.appId, chunk.dispatchId, chunk.chunkId, chunk.epoch, chunk.done, ...(params ?? [])],
    );
    return row && toHold(chunk, row);
  }

  /**
   * For a commit without an answer: the hold reason of the chunk now, if this lease has made the commit. A decision is made
   * when the ids in flight are gone.
   *
   * @returns undefined when the commit was not made
   */
  async findHoldIfCommitted(
    chunk: LeasedChunk,
    { advance, isDecision }: Pick<BatchCommit, 'advance' | 'isDecision'>,
  ): Promise<HoldReason | undefined> {
    const row = await this.db.row<HeldChunk & { done: number; isDecided: boolean }>(
      `SELECT done, hold, newer, intent IS NULL AS "isDecided" FROM delivery.chunk
        WHERE vb = $1 AND app_id = $2 AND dispatch_id = $3 AND chunk_id = $4 AND epoch = $5`,
      [chunk.vb, chunk.appId, chunk.dispatchId, chunk.chunkId, chunk.epoch],
    );
    const isCommitted = row?.done === chunk.done + advance && (!isDecision || row.isDecided);
    return isCommitted ? toHold(chunk, row) : undefined;
  }
}

/** Reasons that keep the recipients of a chunk from leaving. */
type HeldChunk = Pick<LeasedChunkRow, 'hold' | 'newer'>;

/** @param known  place of the parameter with the number of newer sends that the worker knows */
function mayLeave(known: string): string {
  return `hold = ${HOLD_REASONS.none} AND newer = ${known}`;
}

function toHold(chunk: LeasedChunk, { hold, newer }: HeldChunk): HoldReason {
  return hold === HOLD_REASONS.none && newer !== chunk.newer ? HOLD_REASONS.replaced : hold;
}

function toLeasedChunk(row: LeasedChunkRow, lease: LeaseDeadline): LeasedChunk {
  return {
    vb: row.vb,
    appId: row.appId,
    dispatchId: row.dispatchId,
    chunkId: row.chunkId,
    channel: channelByCode(row.channel),
    attempt: row.attempt,
    expiresAt: row.expiresAt,
    epoch: row.epoch,
    lease,
    holdReason: row.hold,
    newer: row.newer,
    done: row.done,
    remaining: decodeIds(row.ids).slice(row.done),
    owners: decodePairs(row.owners),
    accounts: decodePairs(row.accounts),
    counts: { sent: row.sent, failed: row.failed, skipped: row.skipped },
    inFlight: row.intent && row.intentAt ? { ids: decodeIds(row.intent), since: row.intentAt } : null,
    attempted: null,
  };
}
