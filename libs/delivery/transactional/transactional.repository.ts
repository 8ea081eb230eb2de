import { Injectable } from '@nestjs/common';
import { CHANNELS } from '#libs/channels/definitions';
import { Database, type Param, prepared, type Tx, type Statements } from '#platform/db';
import { BUCKETS, bucketOfId } from '#platform/ids';
import { addResults, elapsedSince } from '../dispatches/chunk.js';
import {
  type Dispatch,
  DISPATCH_STATES,
  type DispatchRequest,
  type LeasedChunk,
  type Result,
} from '../model/delivery.types.js';
import { ACCEPTED_AT, type LaunchLease, REQUEST_COLUMNS } from '../dispatches/launch.repository.js';
import { lockedChunks, lockedInOrder } from '../dispatches/lock-order.sql.js';
import { encodeIds, encodePairs } from '../model/recipient-set.js';

/** A dispatch under a launch lease, with its launch day. */
export interface TransactionalLease extends LaunchLease {
  day: string;
  /** A newer send replaces it, so it takes the ordinary way. */
  isReplaced: boolean;
}

/** A chunk that is stored together with its launch. */
export interface LaunchedChunk {
  chunk: LeasedChunk;
  /** Recipients in flight; null: the chunk gets a job of its own. */
  inFlight: readonly number[] | null;
}

/** A chunk with a result for every recipient. */
export interface CompletedChunk {
  chunk: LeasedChunk;
  dispatch: Pick<Dispatch, 'day'>;
  results: readonly Result[];
  /** See `BatchCommit`. */
  checkedAt?: number | undefined;
}

/** A transactional send to be stored. */
export interface NewTransactionalSend {
  /** From `DispatchIntakeService.allocateDispatchIds`. */
  dispatchId: number;
  request: DispatchRequest;
}

/** The Postgres channel that sends workers the ids of new sends, separated by commas. */
export const NOTIFY_CHANNEL = 'herald_singles';

/** Ids that fit into the 8,000 bytes of a notification. */
const MAX_IDS_PER_NOTIFICATION = 400;

const INSERT = prepared(
  `WITH stored AS (
     INSERT INTO delivery.dispatch
       (dispatch_id, app_id, notification_key, lane, message, target, options, due_at)
     SELECT n.dispatch_id, n.app_id, n.notification_key, 'single', n.message::jsonb, n.target::jsonb, n.options::jsonb,
            least(n.due_at, now())
       FROM unnest($1::bigint[], $2::integer[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::timestamptz[])
         AS n (dispatch_id, app_id, notification_key, message, target, options, due_at)
     ON CONFLICT (dispatch_id) DO NOTHING
     RETURNING dispatch_id)
   SELECT pg_notify('${NOTIFY_CHANNEL}', string_agg(c.dispatch_id::text, ','))
     FROM (SELECT s.dispatch_id, (row_number() OVER () - 1) / ${MAX_IDS_PER_NOTIFICATION} AS call FROM stored AS s) AS c
    GROUP BY c.call`,
);

/** Statements of transactional sends. Each handles several dispatches, which share its cost. */
@Injectable()
export class TransactionalRepository {
  constructor(private readonly db: Database) {}

  /**
   * Stores sends that are due, by the clock of the database at the latest now, and notifies the workers after the commit. Ignores an id that exists: a repeated request after a
   * lost answer has no effect.
   * One row per request · primary key.
   */
  async insert(tx: Tx, sends: readonly NewTransactionalSend[]): Promise<void> {
    await tx.affected(INSERT, insertParams(sends));
  }

  /** Stores sends with one statement in its own transaction. @throws AppError as `Database.runIdempotent` */
  async insertInOwnTransaction(sends: readonly NewTransactionalSend[]): Promise<void> {
    await this.db.runIdempotent(INSERT, insertParams(sends));
  }

  /**
   * Finds due sends that no worker has claimed, for a worker that may have missed notifications.
   * Few rows · dispatch_open · no locks.
   */
  async findUnclaimed(limit: number): Promise<number[]> {
    const rows = await this.db.rows<{ dispatchId: number }>(
      `SELECT d.dispatch_id AS "dispatchId" FROM delivery.dispatch d
        WHERE d.state = ${DISPATCH_STATES.stored} AND d.lane = 'single' AND d.epoch = 0
          AND d.due_at <= now() AND d.paused_at IS NULL
        ORDER BY d.dispatch_id LIMIT $1`,
      [limit],
    );
    return rows.map(({ dispatchId }) => dispatchId);
  }

  /**
   * Claims launches that no worker has begun. Only the lease is written, not the state, so no index changes. After a crash
   * recovery finds the dispatches when their leases run out.
   * Rows of the ids · primary key · locks those rows, skipping locked ones.
   */
  async claim(dispatchIds: readonly number[], leaseMs: number): Promise<TransactionalLease[]> {
    return this.db.rows<TransactionalLease>(
      `UPDATE delivery.dispatch AS d
          SET epoch = d.epoch + 1, lease_until = now() + $2 * interval '1 millisecond'
         FROM (SELECT o.dispatch_id FROM delivery.dispatch o
                WHERE o.dispatch_id = ANY ($1::bigint[]) AND o.state = ${DISPATCH_STATES.stored}
                ORDER BY o.dispatch_id FOR UPDATE SKIP LOCKED) s
        WHERE d.dispatch_id = s.dispatch_id AND d.state = ${DISPATCH_STATES.stored} AND d.lane = 'single'
          AND d.due_at <= now() AND d.paused_at IS NULL AND (d.lease_until IS NULL OR d.lease_until < now())
        RETURNING d.dispatch_id AS "dispatchId", d.epoch, d.vb_next AS "vbNext", d.due_at AS "dueAt",
                  now() AS "launchedAt", (now() AT TIME ZONE 'UTC')::date AS day,
                  d.newer IS NOT NULL AS "isReplaced", ${ACCEPTED_AT} AS "acceptedAt", ${REQUEST_COLUMNS}`,
      [dispatchIds, leaseMs],
    );
  }

  /**
   * Gives launch leases back. As many rows as leases · primary key · locks them.
   *
   * @returns ids of dispatches whose launch is open; the others are launched, stopped or claimed by another worker
   */
  async release(leases: readonly TransactionalLease[]): Promise<Set<number>> {
    const rows = await this.db.rows<{ dispatchId: number }>(
      `UPDATE delivery.dispatch AS d SET lease_until = NULL
         FROM (SELECT o.dispatch_id FROM unnest($1::bigint[], $2::integer[]) AS s (dispatch_id, epoch)
                 JOIN delivery.dispatch AS o USING (dispatch_id, epoch)
                WHERE o.state = ${DISPATCH_STATES.stored} ORDER BY o.dispatch_id FOR NO KEY UPDATE OF o) AS e
        WHERE d.dispatch_id = e.dispatch_id
        RETURNING d.dispatch_id AS "dispatchId"`,
      [leases.map(({ dispatchId }) => dispatchId), leases.map(({ epoch }) => epoch)],
    );
    return new Set(rows.map(({ dispatchId }) => dispatchId));
  }

  /**
   * Completes launches and stores their chunks. Chunks with recipients in flight are stored under a first lease. One statement
   * excludes a pause in between, and the launch of a newer send that replaces one of them.
   * Rows of the launches and chunks · primary key · locks the dispatches in the order of their ids.
   *
   * @returns the launched dispatches; of those that were paused, replaced or claimed by another worker nothing is
   * stored
   */
  async storeLaunches(
    on: Statements,
    launches: readonly { lease: TransactionalLease; planned: number }[],
    chunks: readonly LaunchedChunk[],
    leaseMs: number,
  ): Promise<Set<number>> {
    const rows = await on.rows<{ dispatchId: number }>(
      `WITH launched AS (
         UPDATE delivery.dispatch AS d
            SET state = ${DISPATCH_STATES.sending}, vb_next = ${BUCKETS}, planned = s.planned, day = s.day,
                launched_at = s.launched_at, lease_until = NULL
           FROM unnest($1::bigint[], $2::integer[], $3::bigint[], $4::date[], $5::timestamptz[])
             AS s (dispatch_id, epoch, planned, day, launched_at)
          WHERE d.dispatch_id = s.dispatch_id AND d.epoch = s.epoch
            AND ${lockedInOrder(
              `d.dispatch_id = ANY ($1::bigint[]) AND d.state = ${DISPATCH_STATES.stored}
               AND d.paused_at IS NULL AND d.newer IS NULL`,
            )}
          RETURNING d.dispatch_id),
       stored AS (
         INSERT INTO delivery.chunk
           (vb, app_id, dispatch_id, chunk_id, channel, planned, ids, owners, epoch, lease_until, intent, intent_at)
         SELECT c.vb, c.app_id, c.dispatch_id, c.chunk_id, c.channel, c.planned, c.ids, c.owners, c.epoch,
                CASE WHEN c.epoch > 0 THEN now() + $15 * interval '1 millisecond' END, c.intent,
                CASE WHEN c.intent IS NOT NULL THEN now() END
           FROM unnest($6::smallint[], $7::integer[], $8::bigint[], $9::bigint[], $10::smallint[], $11::integer[],
                       $12::bytea[], $13::integer[], $14::bytea[], $16::bytea[])
             AS c (vb, app_id, dispatch_id, chunk_id, channel, planned, ids, epoch, intent, owners)
           JOIN launched AS l ON l.dispatch_id = c.dispatch_id)
       SELECT l.dispatch_id AS "dispatchId" FROM launched AS l`,
      [
        launches.map(({ lease }) => lease.dispatchId),
        launches.map(({ lease }) => lease.epoch),
        launches.map(({ planned }) => planned),
        launches.map(({ lease }) => lease.day),
        launches.map(({ lease }) => lease.launchedAt),
        chunks.map(({ chunk }) => chunk.vb),
        chunks.map(({ chunk }) => chunk.appId),
        chunks.map(({ chunk }) => chunk.dispatchId),
        chunks.map(({ chunk }) => chunk.chunkId),
        chunks.map(({ chunk }) => CHANNELS[chunk.channel]),
        chunks.map(({ chunk }) => chunk.remaining.length),
        chunks.map(({ chunk }) => encodeIds(chunk.remaining)),
        chunks.map(({ inFlight }) => (inFlight ? FIRST_EPOCH : 0)),
        chunks.map(({ inFlight }) => (inFlight && inFlight.length > 0 ? encodeIds(inFlight) : null)),
        leaseMs,
        chunks.map(({ chunk }) => encodePairs(chunk.owners)),
      ],
    );
    return new Set(rows.map(({ dispatchId }) => dispatchId));
  }

  /** Finds the dispatches that have stored one of these new chunks: their launch is this one. Primary key · no locks. */
  async findLaunched(chunks: readonly LeasedChunk[]): Promise<Set<number>> {
    const rows = await this.db.rows<{ dispatchId: number }>(
      `SELECT DISTINCT c.dispatch_id AS "dispatchId"
         FROM unnest($1::smallint[], $2::integer[], $3::bigint[], $4::bigint[]) AS q (vb, app_id, dispatch_id, chunk_id)
         JOIN delivery.chunk AS c USING (vb, app_id, dispatch_id, chunk_id)`,
      [
        chunks.map(({ vb }) => vb),
        chunks.map(({ appId }) => appId),
        chunks.map(({ dispatchId }) => dispatchId),
        chunks.map(({ chunkId }) => chunkId),
      ],
    );
    return new Set(rows.map(({ dispatchId }) => dispatchId));
  }

  /**
   * Completes chunks with their counters and results. The epoch fences it: a chunk of another worker stays as it is.
   * Rows: the chunks and their results · primary key · locks the chunks in the order of their ids.
   *
   * @returns the ids of the completed chunks
   */
  async completeChunks(tx: Tx, completed: readonly CompletedChunk[]): Promise<Set<number>> {
    const counts = completed.map(({ chunk, results }) => addResults(chunk.counts, results));
    const rows = completed.flatMap(({ chunk, dispatch, results, checkedAt }) => {
      const checkedMs = elapsedSince(checkedAt);
      return results.map((result) => ({ chunk, day: dispatch.day, result, checkedMs }));
    });
    const owned = await tx.rows<{ chunkId: number }>(
      `WITH locked AS MATERIALIZED (
         ${lockedChunks(
           ', s.sent, s.failed, s.skipped, s.settled',
           `unnest($1::smallint[], $2::integer[], $3::bigint[], $4::bigint[], $5::integer[], $6::text[], $7::text[],
                   $8::text[], $18::bigint[])
              AS s (vb, app_id, dispatch_id, chunk_id, epoch, sent, failed, skipped, settled)
             JOIN delivery.chunk AS c USING (vb, app_id, dispatch_id, chunk_id, epoch)
             WHERE c.done = 0 AND c.state = 0`,
         )}),
       ended AS (
         UPDATE delivery.chunk AS c
            SET done = c.planned, sent = s.sent::integer[], failed = s.failed::integer[],
                skipped = s.skipped::integer[], marks = ARRAY[floor(extract(epoch FROM now()))::bigint, s.settled],
                intent = NULL, intent_at = NULL, state = 1, lease_until = NULL
           FROM locked AS s
          WHERE c.vb = s.vb AND c.app_id = s.app_id AND c.dispatch_id = s.dispatch_id AND c.chunk_id = s.chunk_id
          RETURNING c.chunk_id, c.app_id, c.dispatch_id, c.channel),
       stored AS (
         INSERT INTO delivery.push_result
           (vb, app_id, day, dispatch_id, channel, recipient_id, uid, platform, status, error_code, reason, checked_at)
         SELECT r.vb, e.app_id, r.day, e.dispatch_id, e.channel, r.recipient_id, r.uid, r.platform, r.status,
                r.error_code, r.reason, now() - r.checked_ms * interval '1 millisecond'
           FROM unnest($9::bigint[], $10::smallint[], $11::date[], $12::bigint[], $13::bigint[], $14::smallint[],
                       $15::smallint[], $16::text[], $17::text[], $19::float8[])
             AS r (chunk_id, vb, day, recipient_id, uid, platform, status, error_code, reason, checked_ms)
           JOIN ended AS e ON e.chunk_id = r.chunk_id)
       SELECT e.chunk_id AS "chunkId" FROM ended AS e`,
      [
        completed.map(({ chunk }) => chunk.vb),
        completed.map(({ chunk }) => chunk.appId),
        completed.map(({ chunk }) => chunk.dispatchId),
        completed.map(({ chunk }) => chunk.chunkId),
        completed.map(({ chunk }) => chunk.epoch),
        counts.map(({ sent }) => arrayLiteral(sent)),
        counts.map(({ failed }) => arrayLiteral(failed)),
        counts.map(({ skipped }) => arrayLiteral(skipped)),
        rows.map(({ chunk }) => chunk.chunkId),
        rows.map(({ result }) => bucketOfId(result.recipientId)),
        rows.map(({ day }) => day),
        rows.map(({ result }) => result.recipientId),
        rows.map(({ result }) => result.uid),
        rows.map(({ result }) => result.platform),
        rows.map(({ result }) => result.status),
        rows.map(({ result }) => result.errorCode),
        rows.map(({ result }) => result.reason),
        completed.map(({ results }) => results.length),
        rows.map(({ checkedMs }) => checkedMs),
      ],
    );
    return new Set(owned.map(({ chunkId }) => chunkId));
  }
}

/** The epoch of a chunk that is stored under a lease. */
export const FIRST_EPOCH = 1;

function insertParams(sends: readonly NewTransactionalSend[]): Param[] {
  return [
    sends.map(({ dispatchId }) => dispatchId),
    sends.map(({ request }) => request.appId),
    sends.map(({ request }) => request.notificationKey),
    sends.map(({ request }) => JSON.stringify(request.message)),
    sends.map(({ request }) => JSON.stringify(request.target)),
    sends.map(({ request }) => JSON.stringify(request.options)),
    sends.map(({ request }) => request.dueAt),
  ];
}

function arrayLiteral(counts: readonly number[]): string {
  return `{${counts.join(',')}}`;
}
