import { Injectable } from '@nestjs/common';
import { type Database, numberArray, prepared, type Tx } from '#platform/db';
import { bucketOfId } from '#platform/ids';
import { STATUSES } from '../../model/delivery.types.js';
import type { MessageRef } from '../../model/message-id.js';
import type { FetchSigns } from './fetch-signs.js';

/** Fetches of one link, or of the pixel, of a message that wait for a verdict at most: an image proxy may repeat its own hundreds of times. */
const MAX_OF_LINK = 64;

/**
 * A fetch before its verdict.
 *
 * @property link   null: the pixel; else the number of the link in its message
 * @property isSum  it counts without its person
 */
export interface PendingFetch extends FetchSigns {
  appId: number;
  message: MessageRef;
  link: number | null;
  isSum: boolean;
}

/** @property at  epoch ms */
export interface StoredFetch extends PendingFetch {
  fetchId: number;
  at: number;
  isJudged: boolean;
  /** When the provider took the message, epoch ms; null: no result says so. */
  takenAt: number | null;
}

type FetchRow = Omit<StoredFetch, 'message'> & MessageRef;

function isOlder(ms: number): string {
  return `f.at <= clock_timestamp() - ${ms} * interval '1 millisecond'`;
}

/** Statements about fetches that are not judged yet. */
@Injectable()
export class FetchRepository {
  /** Stores a fetch · one row · fetch_message · no locks. */
  async add(tx: Tx, { appId, message, link, isSum, agent, network, isWhole }: PendingFetch): Promise<void> {
    const { dispatchId, channel, recipientId } = message;
    await tx.affected(
      `INSERT INTO delivery.fetch
         (vb, app_id, dispatch_id, channel, recipient_id, link, agent, network, is_whole, is_sum, at)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, clock_timestamp()
        WHERE (SELECT count(*) FROM delivery.fetch AS f
                WHERE f.app_id = $2 AND f.dispatch_id = $3 AND f.channel = $4 AND f.recipient_id = $5
                  AND f.link IS NOT DISTINCT FROM $6 AND NOT f.is_judged) < ${MAX_OF_LINK}`,
      [bucketOfId(recipientId), appId, dispatchId, channel, recipientId, link, agent, network, isWhole, isSum],
    );
  }

  /** Tests if fetches are due, or judged ones past their time · fetch_open, fetch_judged · no locks. */
  async hasDue(db: Database, dueMs: number, keptMs: number): Promise<boolean> {
    const row = await db.row<{ due: boolean }>(
      prepared(`SELECT EXISTS (SELECT FROM delivery.fetch AS f WHERE NOT f.is_judged AND ${isOlder(dueMs)})
                    OR EXISTS (SELECT FROM delivery.fetch AS f WHERE f.is_judged AND ${isOlder(keptMs)}) AS due`),
    );
    return row?.due ?? false;
  }

  /**
   * Takes fetches of all applications that are older than a time, the oldest first, with those of the same messages around them · `limit` rows
   * and at most 64 of each link beside them · fetch_open, fetch_message · locks the taken ones, and passes over those of others.
   */
  async takeDue(tx: Tx, ageMs: number, limit: number): Promise<{ due: StoredFetch[]; around: StoredFetch[] }> {
    const locked = await tx.rows<MessageRef & { fetchId: number; appId: number }>(
      `SELECT f.fetch_id AS "fetchId", f.app_id AS "appId", f.dispatch_id AS "dispatchId", f.channel, f.recipient_id AS "recipientId"
         FROM delivery.fetch AS f
        WHERE NOT f.is_judged AND f.at <= clock_timestamp() - $1 * interval '1 millisecond'
        ORDER BY f.at LIMIT $2 FOR UPDATE SKIP LOCKED`,
      [ageMs, limit],
    );
    const rows = await tx.rows<FetchRow>(
      `SELECT f.fetch_id AS "fetchId", f.app_id AS "appId", f.dispatch_id AS "dispatchId", f.channel,
              f.recipient_id AS "recipientId", f.link, f.agent, f.network, f.is_whole AS "isWhole", f.is_sum AS "isSum",
              f.is_judged AS "isJudged", (extract(epoch FROM f.at) * 1000)::float8 AS at
         FROM (SELECT DISTINCT q.* FROM unnest($1::bigint[], $2::smallint[], $3::bigint[], $4::integer[])
                 AS q (dispatch_id, channel, recipient_id, app_id)) AS q
         JOIN delivery.fetch AS f
           ON f.app_id = q.app_id AND f.dispatch_id = q.dispatch_id AND f.channel = q.channel AND f.recipient_id = q.recipient_id
        ORDER BY f.dispatch_id, f.recipient_id, f.at, f.fetch_id`,
      [
        numberArray(locked.map(({ dispatchId }) => dispatchId)),
        numberArray(locked.map(({ channel }) => channel)),
        numberArray(locked.map(({ recipientId }) => recipientId)),
        numberArray(locked.map(({ appId }) => appId)),
      ],
    );
    const times = await this.findTakenTimes(tx, rows);
    const around = rows.map(({ dispatchId, channel, recipientId, ...fetch }) => ({
      ...fetch,
      message: { dispatchId, channel, recipientId },
      takenAt: times.get(`${dispatchId} ${channel} ${recipientId}`) ?? null,
    }));
    const ids = new Set(locked.map(({ fetchId }) => fetchId));
    return { due: around.filter(({ fetchId }) => ids.has(fetchId)), around };
  }

  /** Notes that fetches are judged; they stay for the verdicts of later ones · primary key. */
  async markJudged(tx: Tx, judged: readonly Pick<StoredFetch, 'appId' | 'fetchId'>[]): Promise<void> {
    await tx.affected(
      `UPDATE delivery.fetch AS f SET is_judged = true
         FROM unnest($1::integer[], $2::bigint[]) AS q (app_id, fetch_id)
        WHERE f.app_id = q.app_id AND f.fetch_id = q.fetch_id`,
      [numberArray(judged.map(({ appId }) => appId)), numberArray(judged.map(({ fetchId }) => fetchId))],
    );
  }

  /** Deletes judged fetches of all applications that no verdict looks at any more · fetch_judged · locks them. */
  async deleteJudged(tx: Tx, ageMs: number): Promise<void> {
    await tx.affected(
      `DELETE FROM delivery.fetch AS f
        WHERE f.is_judged AND f.at <= clock_timestamp() - $1 * interval '1 millisecond'`,
      [ageMs],
    );
  }

  /** Times of successes, by `dispatch channel recipient` · one row for each message · push_result_once of the day · no locks. */
  private async findTakenTimes(
    tx: Tx,
    messages: readonly (MessageRef & { appId: number })[],
  ): Promise<Map<string, number>> {
    const rows = await tx.rows<{ key: string; at: number }>(
      `SELECT concat_ws(' ', r.dispatch_id, r.channel, r.recipient_id) AS key, (extract(epoch FROM r.ts) * 1000)::float8 AS at
         FROM unnest($1::integer[], $2::bigint[], $3::smallint[], $4::bigint[]) AS q (app_id, dispatch_id, channel, recipient_id)
         JOIN delivery.dispatch AS d ON d.dispatch_id = q.dispatch_id AND d.app_id = q.app_id
         JOIN delivery.push_result AS r
           ON r.vb = q.recipient_id % 1024 AND r.app_id = q.app_id AND r.day = d.day AND r.dispatch_id = q.dispatch_id
          AND r.channel = q.channel AND r.recipient_id = q.recipient_id AND r.status = ${STATUSES.success}`,
      [
        numberArray(messages.map(({ appId }) => appId)),
        numberArray(messages.map(({ dispatchId }) => dispatchId)),
        numberArray(messages.map(({ channel }) => channel)),
        numberArray(messages.map(({ recipientId }) => recipientId)),
      ],
    );
    return new Map(rows.map(({ key, at }) => [key, at]));
  }
}
