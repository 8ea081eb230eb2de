import { Injectable } from '@nestjs/common';
import { CHANNELS, type Channel } from '#libs/channels/definitions';
import { Database, numberArray, type Tx } from '#platform/db';
import { bucketOfId } from '#platform/ids';
import { LOCK_OPEN_CHUNKS, lockedChunks } from './lock-order.sql.js';
import { DISPATCH_STATES, type LeasedChunk } from '../model/delivery.types.js';
import { type ReplacingSend, SHOWN } from './replacement.repository.js';

/** A send that replaces an open one, with some of its first recipients. */
interface NewerSend extends ReplacingSend {
  isStopped: boolean;
  ids: Buffer;
}

/** Statements that mark sends as replaced, and read for a marked one which sends are newer. */
@Injectable()
export class ReplacedSendRepository {
  constructor(private readonly db: Database) {}

  /**
   * Marks open sends as replaced. They and the newer one are locked in the order of their ids.
   * Rows of the ids · primary key · locks them.
   *
   * @returns ids of those that are still open
   */
  async markSends(tx: Tx, newerId: number, dispatchIds: readonly number[]): Promise<number[]> {
    const marked = await tx.rows<{ id: number }>(
      `WITH earlier AS (
         SELECT d.dispatch_id FROM delivery.dispatch AS d
          WHERE d.dispatch_id = $1 OR (d.dispatch_id = ANY ($2::bigint[]) AND d.state < ${DISPATCH_STATES.finished})
          ORDER BY d.dispatch_id FOR NO KEY UPDATE)
       UPDATE delivery.dispatch AS d SET newer = array_append(array_remove(d.newer, $1), $1)
         FROM earlier AS e WHERE d.dispatch_id = e.dispatch_id AND d.dispatch_id <> $1
        RETURNING d.dispatch_id AS id`,
      [newerId, numberArray(dispatchIds)],
    );
    return marked.map(({ id }) => id);
  }

  /** Marks all open chunks of marked sends. Some thousand rows · chunk_open · locks them in the order of their ids. */
  async markAllChunks(tx: Tx, appId: number, dispatchIds: readonly number[]): Promise<void> {
    await tx.affected(LOCK_OPEN_CHUNKS, [numberArray(dispatchIds)]);
    await tx.affected(
      `UPDATE delivery.chunk AS c SET newer = c.newer + 1
        WHERE c.app_id = $1 AND c.dispatch_id = ANY ($2::bigint[]) AND c.state = 0`,
      [appId, numberArray(dispatchIds)],
    );
  }

  /** Marks some chunks of marked sends. Rows: the chunks · primary key · locks them in the order of their ids. */
  async markChunks(
    tx: Tx,
    appId: number,
    chunks: readonly { vb: number; dispatchId: number; chunkId: number }[],
  ): Promise<void> {
    await tx.affected(
      `WITH locked AS MATERIALIZED (
         ${lockedChunks(
           '',
           `unnest($2::smallint[], $3::bigint[], $4::bigint[]) AS q (vb, dispatch_id, chunk_id)
             JOIN delivery.chunk AS c USING (vb, dispatch_id, chunk_id) WHERE c.app_id = $1 AND c.state = 0`,
         )})
       UPDATE delivery.chunk AS c SET newer = c.newer + 1 FROM locked AS l
        WHERE c.vb = l.vb AND c.app_id = $1 AND c.dispatch_id = l.dispatch_id AND c.chunk_id = l.chunk_id`,
      [
        appId,
        numberArray(chunks.map(({ vb }) => vb)),
        numberArray(chunks.map(({ dispatchId }) => dispatchId)),
        numberArray(chunks.map(({ chunkId }) => chunkId)),
      ],
    );
  }

  /**
   * Finds the newer sends of a replaced one that may reach some recipients: those with a first chunk that begins in
   * their buckets, and the last one before.
   * A row per such chunk · primary key, chunk_by_dispatch · no locks.
   */
  async findNewer(
    { appId, dispatchId, channel }: Pick<LeasedChunk, 'appId' | 'dispatchId' | 'channel'>,
    recipientIds: readonly number[],
  ): Promise<NewerSend[]> {
    const buckets = [...new Set(recipientIds.map(bucketOfId))].toSorted((a, b) => a - b);
    return this.db.rows(
      `WITH newer AS MATERIALIZED (
         SELECT n.dispatch_id, n.options -> 'replaces' AS replaces, n.stopped_at IS NOT NULL AS is_stopped
           FROM delivery.dispatch AS d JOIN delivery.dispatch AS n ON n.dispatch_id = ANY (d.newer)
          WHERE d.dispatch_id = $2),
       up_to AS (
         SELECT c.vb, c.dispatch_id, c.chunk_id,
                max(c.vb) FILTER (WHERE c.vb < $5) OVER (PARTITION BY c.dispatch_id, c.due_at) AS last_before
           FROM newer AS n JOIN delivery.chunk AS c ON c.app_id = $1 AND c.dispatch_id = n.dispatch_id
          WHERE c.channel = $3 AND c.attempt = 0 AND c.vb <= $6)
       SELECT n.dispatch_id AS "dispatchId", $1::integer AS "appId", n.replaces, n.is_stopped AS "isStopped", c.ids
         FROM up_to AS u
         JOIN newer AS n ON n.dispatch_id = u.dispatch_id
         JOIN delivery.chunk AS c
           ON c.vb = u.vb AND c.app_id = $1 AND c.dispatch_id = u.dispatch_id AND c.chunk_id = u.chunk_id
        WHERE u.vb >= coalesce(u.last_before, 0) AND (c.planned > 1 OR c.vb = ANY ($4::smallint[]))`,
      [appId, dispatchId, CHANNELS[channel], numberArray(buckets), buckets[0] ?? 0, buckets.at(-1) ?? 0],
    );
  }

  /** Finds the recipients that show the notification of a send. A row each · push_result_once · no locks. */
  async findShowing(
    { appId, dispatchId }: ReplacingSend,
    channel: Channel,
    recipientIds: readonly number[],
  ): Promise<number[]> {
    const rows = await this.db.rows<{ id: number }>(
      `SELECT q.id FROM delivery.dispatch AS d
        CROSS JOIN unnest($4::smallint[], $5::bigint[]) AS q (vb, id)
         JOIN delivery.push_result AS r
           ON r.vb = q.vb AND r.app_id = $1 AND r.day = d.day AND r.dispatch_id = d.dispatch_id AND r.channel = $3
          AND r.recipient_id = q.id
        WHERE d.dispatch_id = $2 AND ${SHOWN}`,
      [appId, dispatchId, CHANNELS[channel], numberArray(recipientIds.map(bucketOfId)), numberArray(recipientIds)],
    );
    return rows.map(({ id }) => id);
  }
}
