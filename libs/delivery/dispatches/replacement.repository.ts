import { Injectable } from '@nestjs/common';
import { CHANNELS, type Channel } from '#libs/channels/definitions';
import { Config } from '#platform/config';
import { ALL_EACH, ONE_EACH, Database, numberArray, type Statements } from '#platform/db';
import { BUCKETS, bucketOfId } from '#platform/ids';
import { ACCEPTED_AT } from './launch.repository.js';
import { LEASES_PER_BATCH } from '../model/times/lease-deadline.js';
import { DISPATCH_STATES, type Lane, type ReplacedNotification, STATUSES } from '../model/delivery.types.js';

/** A send that replaces others. */
export interface ReplacingSend {
  appId: number;
  dispatchId: number;
  replaces: ReplacedNotification;
}

/** An earlier send in the order of acceptance, which is that of time and id. */
export interface EarlierSend {
  dispatchId: number;
  key: number;
  /** In µs since 1970. */
  acceptedAt: number;
}

/**
 * Open recipients of an earlier send: of a chunk, or those that wait for a retry. All are null while nothing is
 * launched.
 */
export interface OpenRecipients extends EarlierSend {
  lane: Lane;
  isUnlaunched: boolean;
  /** Bucket and id of the chunk. */
  vb: number | null;
  chunkId: number | null;
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
interface ShownNotification extends EarlierSend {
  recipientId: number;
}

/** An earlier send that is not launched yet. */
interface UnlaunchedSend {
  lane: Lane;
  isPaused: boolean;
  /** Null: it waits for an approval. A launch that waits for another one is due after its wait. */
  dueInMs: number | null;
  /** In ms since it was due, or since the lease of its launch ran out; null: it waits for an approval. */
  idleMs: number | null;
}

/**
 * The send itself, with the users or devices that its target names. A target of another kind may reach anybody.
 * Parameters here and below: application, key, root, own id.
 */
const OWN = `own AS MATERIALIZED (
  SELECT o.dispatch_id, o.created_at, k.kind, ARRAY(SELECT jsonb_array_elements_text(o.target -> k.kind)) AS names
    FROM delivery.dispatch AS o
    LEFT JOIN (VALUES ('extIds'), ('tokens')) AS k (kind) ON k.kind = o.target ->> 'type'
   WHERE o.dispatch_id = $4)`;

/** Sends that were accepted before. */
const BEFORE_OWN = `d.app_id = $1
  AND NOT EXISTS (SELECT FROM own AS o WHERE (o.created_at, o.dispatch_id) <= (d.created_at, d.dispatch_id))`;

/** Launched sends, and those whose target may name a recipient of the own one. */
const MAY_SHARE = `(d.state >= ${DISPATCH_STATES.sending}
  OR NOT EXISTS (SELECT FROM own AS o WHERE d.target ->> 'type' = o.kind AND NOT (d.target -> o.kind) ?| o.names))`;

const OPEN_STATES = [DISPATCH_STATES.stored, DISPATCH_STATES.launching, DISPATCH_STATES.sending].join(', ');

/**
 * Selects the open sends of the key and of its row of replacements that were accepted before. Each half has an index:
 * dispatch_open and dispatch_open_root.
 */
function selectEarlier(columns: string, where = 'true'): string {
  const halves = [
    'd.notification_key IN ($2, $3)',
    `d.options ? 'replaces' AND (d.options #>> '{replaces,rootKey}')::integer = $3
     AND d.notification_key NOT IN ($2, $3)`,
  ];
  return halves
    .map((half) => {
      return `SELECT ${columns} FROM delivery.dispatch AS d
               WHERE d.state IN (${OPEN_STATES}) AND ${half} AND ${BEFORE_OWN} AND ${MAY_SHARE} AND ${where}`;
    })
    .join(' UNION ALL ');
}

/**
 * Results after which a device shows the notification, or that of a newer send in its place. A recipient in doubt may
 * have got it.
 */
export const SHOWN = `(r.status = ${STATUSES.success} OR r.reason IN ('SUPERSEDED', 'IN_DOUBT'))`;

/** Sends of a key up to which each is looked for among the results of recipients. Of more, those results are read. */
const FEW_SENDS = 64;

/** The sends of some keys, in their common table expressions: `few` where there are so many at most. */
function fewSends(columns: string, keys: string): string {
  return `sends AS MATERIALIZED (
         SELECT ${columns} FROM delivery.dispatch AS d WHERE d.app_id = $1 AND d.notification_key IN (${keys})
          LIMIT ${FEW_SENDS + 1}),
       few AS MATERIALIZED (SELECT count(*) <= ${FEW_SENDS} AS are_few FROM sends)`;
}

/** Reads the sends, recipients and results that a send replaces. Its statements run for such sends alone. */
@Injectable()
export class ReplacementRepository {
  constructor(
    private readonly db: Database,
    private readonly config: Config,
  ) {}

  /**
   * Finds the recipients that show an earlier notification, by channel.
   * Rows: the recipients in the range, by channel · dispatch_by_key, then push_result_once, one probe for each
   * recipient and launch day; of a key with many sends the results of each recipient · no locks.
   */
  async findReceivers(
    appId: number,
    key: number,
    recipients: readonly { channel: Channel; ids: readonly number[] }[],
    on: Pick<Statements, 'rows'> = this.db,
  ): Promise<{ channel: number; ids: number[] }[]> {
    return on.rows(
      `WITH ${fewSends('d.day, d.dispatch_id', '$2')},
       recipient AS MATERIALIZED (SELECT * FROM unnest($3::smallint[], $4::bigint[]) AS q (channel, id)),
       found AS (
         SELECT q.channel, q.id
           FROM (SELECT e.day, array_agg(e.dispatch_id) AS dispatch_ids FROM sends AS e GROUP BY e.day) AS d
          CROSS JOIN recipient AS q
          CROSS JOIN LATERAL (
            SELECT FROM delivery.push_result AS r
             WHERE r.vb = q.id % ${BUCKETS} AND r.recipient_id = q.id AND r.dispatch_id = ANY (d.dispatch_ids)
               AND r.channel = q.channel AND r.day = d.day AND r.app_id = $1 AND ${SHOWN} ${ONE_EACH}) AS r
          WHERE (SELECT are_few FROM few)
         UNION ALL
         SELECT q.channel, q.id FROM recipient AS q
          CROSS JOIN LATERAL (
            SELECT r.dispatch_id FROM delivery.push_result AS r
             WHERE r.vb = q.id % ${BUCKETS} AND r.recipient_id = q.id AND r.channel = q.channel AND r.app_id = $1
               AND ${SHOWN} ${ALL_EACH}) AS r
           JOIN delivery.dispatch AS e ON e.dispatch_id = r.dispatch_id AND e.app_id = $1 AND e.notification_key = $2
          WHERE NOT (SELECT are_few FROM few))
       SELECT f.channel, json_agg(DISTINCT f.id) AS ids FROM found AS f GROUP BY f.channel`,
      [
        appId,
        key,
        numberArray(recipients.flatMap(({ channel, ids }) => ids.map(() => CHANNELS[channel]))),
        numberArray(recipients.flatMap(({ ids }) => ids)),
      ],
    );
  }

  /**
   * Finds the open recipients of earlier sends, from one snapshot. As in `ChunkRepository.findFrozenRecipients`, chunks of a
   * first attempt are read that begin in the buckets of the recipients, and the last ones before. Chunks of retries are
   * read up to a bucket.
   * A few chunks of each send in the row of replacements · dispatch_open, dispatch_open_root, chunk_open,
   * retry_by_dispatch · no locks.
   */
  async findOpen(
    { appId, dispatchId, replaces }: ReplacingSend,
    channels: readonly Channel[],
    recipientIds: readonly number[],
    on: Pick<Statements, 'rows'> = this.db,
  ): Promise<OpenRecipients[]> {
    const buckets = [...new Set(recipientIds.map(bucketOfId))].toSorted((a, b) => a - b);
    return on.rows(
      `WITH ${OWN},
       earlier AS MATERIALIZED (
         ${selectEarlier(`d.dispatch_id, d.notification_key, ${ACCEPTED_AT} AS accepted_at, d.lane, d.state`)}),
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
         SELECT n.dispatch_id, c.vb, c.chunk_id, c.channel, c.hold, c.ids, c.done, c.intent, c.due_at,
                NULL::json AS retry_ids, c.intent_at > now() - $9 * interval '1 millisecond' AS is_leaving
           FROM near AS n
           JOIN delivery.chunk AS c
             ON c.vb = n.vb AND c.app_id = $1 AND c.dispatch_id = n.dispatch_id AND c.chunk_id = n.chunk_id
          WHERE (n.attempt > 0 OR n.vb >= coalesce(n.last_before, 0)) AND (c.planned > 1 OR c.vb = ANY ($7::smallint[]))
         UNION ALL
         SELECT e.dispatch_id, NULL, NULL, r.channel, NULL, NULL, NULL, NULL, NULL, json_agg(r.recipient_id), NULL
           FROM earlier AS e
           JOIN delivery.retry AS r ON r.app_id = $1 AND r.dispatch_id = e.dispatch_id
          WHERE r.channel = ANY ($5::smallint[]) AND r.vb = ANY ($7::smallint[]) AND r.recipient_id = ANY ($8::bigint[])
          GROUP BY e.dispatch_id, r.channel)
       SELECT e.dispatch_id AS "dispatchId", e.notification_key AS key, e.accepted_at AS "acceptedAt", e.lane,
              e.state < ${DISPATCH_STATES.sending} AS "isUnlaunched", o.vb, o.chunk_id AS "chunkId", o.channel, o.hold,
              o.ids, o.done, o.intent, o.is_leaving AS "isLeaving", o.due_at AS "dueAt", o.retry_ids AS "retryIds"
         FROM earlier AS e LEFT JOIN open AS o ON o.dispatch_id = e.dispatch_id
        WHERE o.dispatch_id IS NOT NULL OR e.state < ${DISPATCH_STATES.sending}`,
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
   * Finds the last send of a key and of the root of its row that recipients show.
   * A row per recipient and key · dispatch_by_key, then push_result_once; of keys with many sends the results of each
   * recipient · no locks.
   */
  async findShown(
    { appId, dispatchId, replaces: { key, rootKey } }: ReplacingSend,
    channel: Channel,
    recipientIds: readonly number[],
    on: Pick<Statements, 'rows'> = this.db,
  ): Promise<ShownNotification[]> {
    const columns = `d.dispatch_id, d.app_id, d.created_at, d.day, d.notification_key`;
    return on.rows(
      `WITH ${OWN}, ${fewSends(columns, '$2, $3')},
       recipient AS MATERIALIZED (SELECT * FROM unnest($6::smallint[], $7::bigint[]) AS q (vb, id)),
       shown AS (
         SELECT r.recipient_id, d.*
           FROM sends AS d
          CROSS JOIN recipient AS q
           JOIN delivery.push_result AS r
             ON r.vb = q.vb AND r.app_id = $1 AND r.day = d.day AND r.dispatch_id = d.dispatch_id AND r.channel = $5
            AND r.recipient_id = q.id
          WHERE (SELECT are_few FROM few) AND ${SHOWN}
         UNION ALL
         SELECT q.id, ${columns}
           FROM recipient AS q
          CROSS JOIN LATERAL (
            SELECT r.dispatch_id FROM delivery.push_result AS r
             WHERE r.vb = q.vb AND r.recipient_id = q.id AND r.channel = $5 AND r.app_id = $1 AND ${SHOWN} ${ALL_EACH}) AS r
           JOIN delivery.dispatch AS d ON d.dispatch_id = r.dispatch_id AND d.notification_key IN ($2, $3)
          WHERE NOT (SELECT are_few FROM few))
       SELECT DISTINCT ON (d.recipient_id, d.notification_key) d.recipient_id AS "recipientId",
              d.dispatch_id AS "dispatchId", d.notification_key AS key, ${ACCEPTED_AT} AS "acceptedAt"
         FROM shown AS d
        WHERE ${BEFORE_OWN}
        ORDER BY d.recipient_id, d.notification_key, d.created_at DESC, d.dispatch_id DESC`,
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

  /** Finds the open sends that were accepted before. Few rows · dispatch_open, dispatch_open_root · no locks. */
  async findEarlier({ appId, dispatchId, replaces }: ReplacingSend): Promise<number[]> {
    const rows = await this.db.rows<{ id: number }>(`WITH ${OWN} ${selectEarlier('d.dispatch_id AS id')}`, [
      appId,
      replaces.key,
      replaces.rootKey,
      dispatchId,
    ]);
    return rows.map(({ id }) => id);
  }

  /** Finds earlier sends that are not launched yet. Few rows · dispatch_open, dispatch_open_root · no locks. */
  async findUnlaunched({ appId, dispatchId, replaces }: ReplacingSend): Promise<UnlaunchedSend[]> {
    return this.db.rows(
      `WITH ${OWN}
       SELECT d.lane, d.paused_at IS NOT NULL AS "isPaused",
              (extract(epoch FROM CASE WHEN d.state = ${DISPATCH_STATES.stored} AND d.due_at <= now() AND d.options ? 'replaces'
                                       THEN greatest(d.due_at, d.lease_until) ELSE d.due_at END - now())
                * 1000)::float8 AS "dueInMs",
              (extract(epoch FROM now() - greatest(d.due_at, d.lease_until)) * 1000)::float8 AS "idleMs"
         FROM (${selectEarlier('d.*', `d.state < ${DISPATCH_STATES.sending}`)}) AS d`,
      [appId, replaces.key, replaces.rootKey, dispatchId],
    );
  }
}
