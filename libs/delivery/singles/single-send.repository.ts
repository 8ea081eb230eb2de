import { Injectable } from '@nestjs/common';
import { CHANNELS } from '#libs/channels';
import { Database, type Tx } from '#platform/db';
import { BUCKETS, bucketOfId } from '#platform/ids';
import { countMore } from '../chunk-counts.js';
import { DISPATCH_STATES, type LeasedChunk, type Result } from '../delivery.types.js';
import { type LaunchLease, REQUEST_COLUMNS } from '../dispatch.repository.js';
import { encodeIds } from '../id-set.js';

/** A dispatch under a launch lease, with the day that its launch fixes. */
export interface SingleLease extends LaunchLease {
  day: string;
}

/** A chunk that is stored with its dispatch's launch. */
export interface FirstChunk {
  chunk: LeasedChunk;
  /** Recipients that are about to be sent to; null: the chunk is left to whoever takes it. */
  intent: readonly number[] | null;
}

/** A chunk all of whose recipients have their final states. */
export interface EndedChunk {
  chunk: LeasedChunk;
  day: string;
  results: readonly Result[];
}

/** Statements of small single sends, each for several dispatches: what they cost is shared by all that a job brings. */
@Injectable()
export class SingleSendRepository {
  constructor(private readonly db: Database) {}

  /**
   * Takes the launches of dispatches that nobody has begun. The state stays, so that only the lease is written, and no
   * index: a crash leaves what the sweep finds when the lease runs out.
   * As many rows as ids · primary key · locks those rows, skipping what another holds.
   */
  async claim(dispatchIds: readonly number[], leaseMs: number): Promise<SingleLease[]> {
    return this.db.rows<SingleLease>(
      `UPDATE delivery.dispatch AS d
          SET epoch = d.epoch + 1, lease_until = now() + $2 * interval '1 millisecond'
         FROM (SELECT o.dispatch_id FROM delivery.dispatch o
                WHERE o.dispatch_id = ANY ($1::bigint[]) AND o.state = ${DISPATCH_STATES.stored}
                ORDER BY o.dispatch_id FOR UPDATE SKIP LOCKED) s
        WHERE d.dispatch_id = s.dispatch_id AND d.state = ${DISPATCH_STATES.stored} AND d.lane = 'single'
          AND d.due_at <= now() AND d.paused_at IS NULL AND (d.lease_until IS NULL OR d.lease_until < now())
        RETURNING d.dispatch_id AS "dispatchId", d.epoch, d.vb_next AS "vbNext", d.due_at AS "dueAt",
                  now() AS "launchedAt", (now() AT TIME ZONE 'UTC')::date AS day, ${REQUEST_COLUMNS}`,
      [dispatchIds, leaseMs],
    );
  }

  /** Gives launches back that nothing came of. As many rows as leases · primary key · locks them. */
  async release(leases: readonly SingleLease[]): Promise<void> {
    await this.db.affected(
      `UPDATE delivery.dispatch AS d SET lease_until = NULL
         FROM unnest($1::bigint[], $2::integer[]) AS s (dispatch_id, epoch)
        WHERE d.dispatch_id = s.dispatch_id AND d.epoch = s.epoch AND d.state = ${DISPATCH_STATES.stored}`,
      [leases.map(({ dispatchId }) => dispatchId), leases.map(({ epoch }) => epoch)],
    );
  }

  /**
   * Ends launches. The rows stay locked, so that no pause slips in before their chunks.
   * As many rows as leases · primary key.
   *
   * @returns the dispatches whose lease still held and that nobody paused: of the others nothing may be kept
   */
  async launch(tx: Tx, launches: readonly { lease: SingleLease; planned: number }[]): Promise<Set<number>> {
    const rows = await tx.rows<{ dispatchId: number }>(
      `UPDATE delivery.dispatch AS d
          SET state = ${DISPATCH_STATES.sending}, vb_next = ${BUCKETS}, planned = s.planned, day = s.day,
              launched_at = s.launched_at, lease_until = NULL
         FROM unnest($1::bigint[], $2::integer[], $3::bigint[], $4::date[], $5::timestamptz[])
           AS s (dispatch_id, epoch, planned, day, launched_at)
        WHERE d.dispatch_id = s.dispatch_id AND d.epoch = s.epoch AND d.state = ${DISPATCH_STATES.stored}
          AND d.paused_at IS NULL
        RETURNING d.dispatch_id AS "dispatchId"`,
      [
        launches.map(({ lease }) => lease.dispatchId),
        launches.map(({ lease }) => lease.epoch),
        launches.map(({ planned }) => planned),
        launches.map(({ lease }) => lease.day),
        launches.map(({ lease }) => lease.launchedAt),
      ],
    );
    return new Set(rows.map(({ dispatchId }) => dispatchId));
  }

  /** Stores the chunks of launches: those with an intent under the first lease of whoever stores them. */
  async insertChunks(tx: Tx, chunks: readonly FirstChunk[], leaseMs: number): Promise<void> {
    if (chunks.length === 0) {
      return;
    }
    await tx.affected(
      `INSERT INTO delivery.chunk
         (vb, app_id, dispatch_id, chunk_id, channel, planned, ids, epoch, lease_until, intent, intent_at)
       SELECT c.vb, c.app_id, c.dispatch_id, c.chunk_id, c.channel, c.planned, c.ids, c.epoch,
              CASE WHEN c.epoch > 0 THEN now() + $10 * interval '1 millisecond' END, c.intent,
              CASE WHEN c.intent IS NOT NULL THEN now() END
         FROM unnest($1::smallint[], $2::integer[], $3::bigint[], $4::bigint[], $5::smallint[], $6::integer[],
                     $7::bytea[], $8::integer[], $9::bytea[])
           AS c (vb, app_id, dispatch_id, chunk_id, channel, planned, ids, epoch, intent)`,
      [
        chunks.map(({ chunk }) => chunk.vb),
        chunks.map(({ chunk }) => chunk.appId),
        chunks.map(({ chunk }) => chunk.dispatchId),
        chunks.map(({ chunk }) => chunk.chunkId),
        chunks.map(({ chunk }) => CHANNELS[chunk.channel]),
        chunks.map(({ chunk }) => chunk.remaining.length),
        chunks.map(({ chunk }) => encodeIds(chunk.remaining)),
        chunks.map(({ intent }) => (intent ? FIRST_EPOCH : 0)),
        chunks.map(({ intent }) => (intent && intent.length > 0 ? encodeIds(intent) : null)),
        leaseMs,
      ],
    );
  }

  /**
   * Ends chunks whose every recipient is final, counters and state. The epoch is the fence, as in a settlement of one.
   * As many rows as chunks · primary key · locks those rows.
   *
   * @returns how many were still their holder's: with fewer than all the transaction must roll back
   */
  async endChunks(tx: Tx, ended: readonly EndedChunk[]): Promise<number> {
    const counts = ended.map(({ chunk, results }) => countMore(chunk.counts, results));
    return tx.affected(
      `UPDATE delivery.chunk AS c
          SET done = c.planned, sent = s.sent::integer[], failed = s.failed::integer[],
              skipped = s.skipped::integer[], intent = NULL, intent_at = NULL, state = 1, lease_until = NULL
         FROM unnest($1::smallint[], $2::integer[], $3::bigint[], $4::bigint[], $5::integer[], $6::text[], $7::text[],
                     $8::text[]) AS s (vb, app_id, dispatch_id, chunk_id, epoch, sent, failed, skipped)
        WHERE c.vb = s.vb AND c.app_id = s.app_id AND c.dispatch_id = s.dispatch_id AND c.chunk_id = s.chunk_id
          AND c.epoch = s.epoch AND c.done = 0 AND c.state = 0`,
      [
        ended.map(({ chunk }) => chunk.vb),
        ended.map(({ chunk }) => chunk.appId),
        ended.map(({ chunk }) => chunk.dispatchId),
        ended.map(({ chunk }) => chunk.chunkId),
        ended.map(({ chunk }) => chunk.epoch),
        counts.map(({ sent }) => asArray(sent)),
        counts.map(({ failed }) => asArray(failed)),
        counts.map(({ skipped }) => asArray(skipped)),
      ],
    );
  }

  /** Final records of several chunks, as `ResultRepository.insert` has them of one. */
  async insertResults(tx: Tx, ended: readonly EndedChunk[]): Promise<void> {
    const rows = ended.flatMap(({ chunk, day, results }) => results.map((result) => ({ chunk, day, result })));
    await tx.affected(
      `INSERT INTO delivery.push_result
         (vb, app_id, day, dispatch_id, channel, recipient_id, uid, platform, status, error_code, reason)
       SELECT r.vb, r.app_id, r.day, r.dispatch_id, r.channel, r.recipient_id, r.uid, r.platform, r.status,
              r.error_code, r.reason
         FROM unnest($1::smallint[], $2::integer[], $3::date[], $4::bigint[], $5::smallint[], $6::bigint[], $7::bigint[],
                     $8::smallint[], $9::smallint[], $10::text[], $11::text[])
           AS r (vb, app_id, day, dispatch_id, channel, recipient_id, uid, platform, status, error_code, reason)`,
      [
        rows.map(({ result }) => bucketOfId(result.recipientId)),
        rows.map(({ chunk }) => chunk.appId),
        rows.map(({ day }) => day),
        rows.map(({ chunk }) => chunk.dispatchId),
        rows.map(({ chunk }) => CHANNELS[chunk.channel]),
        rows.map(({ result }) => result.recipientId),
        rows.map(({ result }) => result.uid),
        rows.map(({ result }) => result.platform),
        rows.map(({ result }) => result.status),
        rows.map(({ result }) => result.errorCode),
        rows.map(({ result }) => result.reason),
      ],
    );
  }
}

/** The epoch of a chunk that is stored under a lease. */
export const FIRST_EPOCH = 1;

function asArray(counts: readonly number[]): string {
  return `{${counts.join(',')}}`;
}
