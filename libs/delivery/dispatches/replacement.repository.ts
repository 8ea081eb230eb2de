import { Injectable } from '@nestjs/common';
import { CHANNELS, type Channel } from '#libs/channels';
import { Config } from '#platform/config';
import { ONE_EACH, Database, numberArray, type Tx } from '#platform/db';
import { BUCKETS, bucketOfId } from '#platform/ids';
import { ACCEPTED_AT } from './dispatch.repository.js';
import { LEASES_PER_BATCH } from '../model/lease-deadline.js';
import { DISPATCH_STATES, type Lane, type ReplacedNotification, STATUSES } from '../model/delivery.types.js';

/** A send that replaces others. */
export interface ReplacingSend {
  appId: number;
  dispatchId: number;
  replaces: ReplacedNotification;
}

/** An earlier send in the order of acceptance, which is that of time and id. */
interface EarlierSend {
  dispatchId: number;
  key: number;
  /** In µs since 1970. */
  acceptedAt: number;
}

/** Open recipients of an earlier send: of a chunk, or those that wait for a retry. All are null while nothing is launched. */
export interface OpenRecipients extends EarlierSend {
  lane: Lane;
  isUnlaunched: boolean;
  channel: number | null;
  hold: number | null;
  ids: Buffer | null;
  done: number | null;
  intent: Buffer | null;
  /** The ids in flight may still leave: they were stored a short time ago. */
  isLeaving: boolean | null;
  dueAt: Date | null;
  retryIds: number[] | null;
}

/** Result of an earlier send for a device, or the one that a newer send prevented. */
export interface ShownNotification extends EarlierSend {
  recipientId: number;
}

/** A newer send that replaces an open one. */
export interface NewerSend extends ReplacingSend {
  isStopped: boolean;
}

/** An earlier send that is not launched yet. */
export interface UnlaunchedSend {
  lane: Lane;
  isPaused: boolean;
  /** Null: it waits for an approval. A launch that waits for another one is due after its wait. */
  dueInMs: number | null;
  /** In ms since it was due, or since the lease of its launch ran out; null: it waits for an approval. */
  idleMs: number | null;
}

/** Sends of the key and of its row of replacements that were accepted before. Parameters: application, key, root, own id. */
const EARLIER = `d.app_id = $1
   AND (d.notification_key IN ($2, $3) OR (d.options #>> '{replaces,rootKey}')::integer = $3)
   AND NOT EXISTS (SELECT FROM delivery.dispatch AS n
                    WHERE n.dispatch_id = $4 AND (n.created_at, n.dispatch_id) <= (d.created_at, d.dispatch_id))`;

/**
 * Results after which a device shows the notification, or that of a newer send in its place. A recipient in doubt may have
 * got it.
 */
const SHOWN = `(r.status = ${STATUSES.success} OR r.reason IN ('SUPERSEDED', 'IN_DOUBT'))`;

/** Statements about notifications that take the place of earlier ones. They run for such sends alone. */
@Injectable()
export class ReplacementRepository {
  constructor(
    private readonly db: Database,
    private readonly config: Config,
  ) {}

  /**
   * Which recipients show an earlier notification, by channel.
   * Rows: the recipients in the range, by channel · dispatch_by_key, then push_result_once, one probe for each recipient
   * and launch day · no locks.
   */
  async findReceivers(
    appId: number,
    key: number,
    recipients: readonly { channel: Channel; ids: readonly number[] }[],
  ): Promise<{ channel: number; ids: number[] }[]> {
    return this.db.rows(
      `SELECT q.channel, json_agg(DISTINCT q.id) AS ids
         FROM (SELECT e.day, array_agg(e.dispatch_id) AS dispatch_ids FROM delivery.dispatch AS e
                WHERE e.app_id = $1 AND e.notification_key = $2 GROUP BY e.day) AS d
        CROSS JOIN unnest($3::smallint[], $4::bigint[]) AS q (channel, id)
        CROSS JOIN LATERAL (
          SELECT FROM delivery.push_result AS r
           WHERE r.vb = q.id % ${BUCKETS} AND r.recipient_id = q.id AND r.dispatch_id = ANY (d.dispatch_ids)
             AND r.channel = q.channel AND r.day = d.day AND r.app_id = $1 AND ${SHOWN} ${ONE_EACH}) AS r
        GROUP BY q.channel`,
      [
        appId,
        key,
        numberArray(recipients.flatMap(({ channel, ids }) => ids.map(() => CHANNELS[channel]))),
        numberArray(recipients.flatMap(({ ids }) => ids)),
      ],
    );
  }

  /**
   * Open recipients of earlier sends, from one snapshot. As in `ChunkRepository.findFrozenRecipients`, chunks of a first attempt
   * are read that begin in the buckets of the recipients, and the last ones before. Chunks of retries are read up to a bucket.
   * A few chunks of each send in the row of replacements · dispatch_open, chunk_open, retry_by_dispatch · no locks.
   */
  async findOpen(
    { appId, dispatchId, replaces }: ReplacingSend,
    channels: readonly Channel[],
    recipientIds: readonly number[],
  ): Promise<OpenRecipients[]> {
    const buckets = [...new Set(recipientIds.map(bucketOfId))].toSorted((a, b) => a - b);
    return this.db.rows(
      `WITH earlier AS MATERIALIZED (
         SELECT d.dispatch_id, d.notification_key, ${ACCEPTED_AT} AS accepted_at, d.lane, d.state
           FROM delivery.dispatch AS d WHERE d.state < ${DISPATCH_STATES.finished} AND ${EARLIER}),
       up_to AS MATERIALIZED (
         SELECT c.vb, c.dispatch_id, c.chunk_id, c.channel, c.due_at, c.attempt
           FROM earlier AS e
           JOIN delivery.chunk AS c ON c.app_id = $1 AND c.dispatch_id = e.dispatch_id
          WHERE c.state = 0 AND c.channel = ANY ($5::smallint[]) AND c.vb <= $6),
       near AS (
         SELECT u.*, max(u.vb) FILTER (WHERE u.attempt = 0 AND u.vb < $10)
                       OVER (PARTITION BY u.dispatch_id, u.channel, u.due_at) AS last_before
           FROM up_to AS u),
       open AS (
         SELECT n.dispatch_id, c.channel, c.hold, c.ids, c.done, c.intent, c.due_at, NULL::json AS retry_ids,
                c.intent_at > now() - $9 * interval '1 millisecond' AS is_leaving
           FROM near AS n
           JOIN delivery.chunk AS c
             ON c.vb = n.vb AND c.app_id = $1 AND c.dispatch_id = n.dispatch_id AND c.chunk_id = n.chunk_id
          WHERE n.attempt > 0 OR n.vb >= coalesce(n.last_before, 0)
         UNION ALL
         SELECT e.dispatch_id, r.channel, NULL, NULL, NULL, NULL, NULL, json_agg(r.recipient_id), NULL
           FROM earlier AS e
           JOIN delivery.retry AS r ON r.app_id = $1 AND r.dispatch_id = e.dispatch_id
          WHERE r.channel = ANY ($5::smallint[]) AND r.vb = ANY ($7::smallint[]) AND r.recipient_id = ANY ($8::bigint[])
          GROUP BY e.dispatch_id, r.channel)
       SELECT e.dispatch_id AS "dispatchId", e.notification_key AS key, e.accepted_at AS "acceptedAt", e.lane,
              e.state < ${DISPATCH_STATES.sending} AS "isUnlaunched", o.channel, o.hold, o.ids, o.done, o.intent,
              o.is_leaving AS "isLeaving", o.due_at AS "dueAt", o.retry_ids AS "retryIds"
         FROM earlier AS e LEFT JOIN open AS o ON o.dispatch_id = e.dispatch_id`,
      [
        appId,
        replaces.key,
        replaces.rootKey,
        dispatchId,
        channels.map((channel) => CHANNELS[channel]),
        buckets.at(-1) ?? 0,
        numberArray(buckets),
        numberArray(recipientIds),
        this.config.LEASE_MS * (LEASES_PER_BATCH + 1),
        buckets[0] ?? 0,
      ],
    );
  }

  /**
   * The last send of a key and of the root of its row that recipients show.
   * A row per recipient and key · dispatch_by_key, then push_result_once · no locks.
   */
  async findShown(
    { appId, dispatchId, replaces: { key, rootKey } }: ReplacingSend,
    channel: Channel,
    recipientIds: readonly number[],
  ): Promise<ShownNotification[]> {
    return this.db.rows(
      `WITH earlier AS MATERIALIZED (
         SELECT d.dispatch_id, d.day, d.notification_key, ${ACCEPTED_AT} AS accepted_at
           FROM delivery.dispatch AS d WHERE d.notification_key IN ($2, $3) AND ${EARLIER})
       SELECT DISTINCT ON (r.recipient_id, e.notification_key) r.recipient_id AS "recipientId",
              r.dispatch_id AS "dispatchId", e.notification_key AS key, e.accepted_at AS "acceptedAt"
         FROM earlier AS e
        CROSS JOIN unnest($6::smallint[], $7::bigint[]) AS q (vb, id)
         JOIN delivery.push_result AS r
           ON r.vb = q.vb AND r.app_id = $1 AND r.day = e.day AND r.dispatch_id = e.dispatch_id AND r.channel = $5
          AND r.recipient_id = q.id
        WHERE ${SHOWN}
        ORDER BY r.recipient_id, e.notification_key, e.accepted_at DESC, e.dispatch_id DESC`,
      [
        appId,
        key,
        rootKey,
        dispatchId,
        CHANNELS[channel],
        numberArray(recipientIds.map(bucketOfId)),
        numberArray(recipientIds),
      ],
    );
  }

  /**
   * Marks the earlier sends that are open, with their chunks, in the transaction that stores recipients of the newer one. So a
   * worker stores ids in flight either before, and the newer send waits for them, or it looks at these recipients again.
   * Dispatches are locked in the order of their ids, the own one too.
   * The row of replacements and its open chunks · dispatch_open, chunk_open · locks them.
   */
  async markReplaced(tx: Tx, { appId, dispatchId, replaces: { key, rootKey } }: ReplacingSend): Promise<void> {
    const marked = await tx.rows<{ id: number }>(
      `WITH earlier AS (
         SELECT d.dispatch_id FROM delivery.dispatch AS d
          WHERE d.dispatch_id = $4 OR (d.state < ${DISPATCH_STATES.finished} AND ${EARLIER})
          ORDER BY d.dispatch_id FOR NO KEY UPDATE)
       UPDATE delivery.dispatch AS d SET newer = array_append(array_remove(d.newer, $4), $4)
         FROM earlier AS e WHERE d.dispatch_id = e.dispatch_id AND d.dispatch_id <> $4
        RETURNING d.dispatch_id AS id`,
      [appId, key, rootKey, dispatchId],
    );
    if (marked.length > 0) {
      await tx.affected(
        `UPDATE delivery.chunk AS c SET newer = c.newer + 1
          WHERE c.app_id = $1 AND c.dispatch_id = ANY ($2::bigint[]) AND c.state = 0`,
        [appId, numberArray(marked.map(({ id }) => id))],
      );
    }
  }

  /** Earlier sends that are not launched yet. Few rows · dispatch_open · no locks. */
  async findUnlaunched({ appId, dispatchId, replaces }: ReplacingSend): Promise<UnlaunchedSend[]> {
    return this.db.rows(
      `SELECT d.lane, d.paused_at IS NOT NULL AS "isPaused",
              (extract(epoch FROM CASE WHEN d.state = ${DISPATCH_STATES.stored} AND d.due_at <= now() AND d.options ? 'replaces'
                                       THEN greatest(d.due_at, d.lease_until) ELSE d.due_at END - now())
                * 1000)::float8 AS "dueInMs",
              (extract(epoch FROM now() - greatest(d.due_at, d.lease_until)) * 1000)::float8 AS "idleMs"
         FROM delivery.dispatch AS d WHERE d.state < ${DISPATCH_STATES.sending} AND ${EARLIER}`,
      [appId, replaces.key, replaces.rootKey, dispatchId],
    );
  }

  /** The newer sends of a replaced one. Few rows · primary key · no locks. */
  async findNewer(dispatchId: number): Promise<NewerSend[]> {
    return this.db.rows(
      `SELECT n.dispatch_id AS "dispatchId", n.app_id AS "appId", n.options -> 'replaces' AS replaces,
              n.stopped_at IS NOT NULL AS "isStopped"
         FROM delivery.dispatch AS d
         JOIN delivery.dispatch AS n ON n.dispatch_id = ANY (d.newer)
        WHERE d.dispatch_id = $1`,
      [dispatchId],
    );
  }

  /** Which recipients show the notification of a send. A row each · push_result_once · no locks. */
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
