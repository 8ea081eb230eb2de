import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import { BUCKETS, bucketOfId } from '#platform/ids';
import { STATUS_BITS, type Status } from './inbox.types.js';
import type { Personal, StoredMessage } from './message-content.js';

export interface NewRow {
  uid: number;
  piid: number;
  platform: number;
  personal: Personal | null;
}

/**
 * Which messages of one user.
 *
 * @property statuses    bits
 * @property categories  null: whatever its categories
 * @property before      piid of the last message of the page before; null: the first page
 */
export interface Filter {
  statuses: readonly number[];
  from: Date | null;
  to: Date | null;
  categories: readonly number[] | null;
  before: number | null;
  limit: number;
}

/** Rows of one page and how many messages of each status the filter has. */
export interface Listing {
  counts: Record<Status, number>;
  rows: StoredMessage[];
}

type MessageRow = Omit<StoredMessage, 'status'> & { status: number };
type ListingRow = Record<Status, number> & (MessageRow | { piid: null });

const STATUS_OF_BIT = new Map(
  (Object.keys(STATUS_BITS) as Status[]).map((status): [number, Status] => [STATUS_BITS[status], status]),
);

@Injectable()
export class MessageRepository {
  constructor(private readonly db: Database) {}

  /**
   * Stores messages of one dispatch, in the order of the primary key. A user who has one of it already keeps that one:
   * a second device, a retry, a repeat after a crash.
   * Up to a sub-batch of rows · primary key, message_piid · locks: waits for another worker that is storing the same
   * user's; all take (vb, uid) order, so nobody waits in a circle.
   */
  async insert(tx: Tx, appId: number, dispatchId: number, rows: readonly NewRow[]): Promise<void> {
    await tx.affected(
      `INSERT INTO inbox.message (vb, app_id, uid, piid, dispatch_id, platform, personal)
       SELECT q.uid % ${BUCKETS}, $1, q.uid, q.piid, $2, q.platform, q.personal
         FROM unnest($3::bigint[], $4::bigint[], $5::smallint[], $6::jsonb[]) AS q (uid, piid, platform, personal)
       ON CONFLICT (vb, app_id, uid, dispatch_id) DO NOTHING`,
      [
        appId,
        dispatchId,
        rows.map(({ uid }) => uid),
        rows.map(({ piid }) => piid),
        rows.map(({ platform }) => platform),
        rows.map(({ personal }) => personal && JSON.stringify(personal)),
      ],
    );
  }

  /**
   * A page of one user's messages, newest first, and the counts over the whole filter, in one round trip. A user has few
   * messages: all of them are read for the counts anyway, so no index serves the order.
   * Up to `limit` rows, one of NULLs for an empty page · primary key's (vb, app_id, uid) · no locks.
   */
  async list(appId: number, uid: number, filter: Filter): Promise<Listing> {
    const found = await this.db.rows<ListingRow>(
      `WITH mine AS MATERIALIZED (
         SELECT m.piid, m.status, m.sent_at, m.dispatch_id, m.platform, m.personal
           FROM inbox.message m
          WHERE m.vb = $1 AND m.app_id = $2 AND m.uid = $3 AND m.status = ANY ($4::smallint[])
            AND ($5::timestamptz IS NULL OR m.sent_at >= $5) AND ($6::timestamptz IS NULL OR m.sent_at <= $6)
            AND ($7::integer[] IS NULL OR EXISTS (
                  SELECT FROM inbox.content c
                   WHERE c.app_id = m.app_id AND c.dispatch_id = m.dispatch_id AND c.categories && $7)))
       SELECT n."READ", n."UNREAD", n."DELETED", p.*
         FROM (SELECT count(*) FILTER (WHERE status = 1) AS "READ", count(*) FILTER (WHERE status = 2) AS "UNREAD",
                      count(*) FILTER (WHERE status = 4) AS "DELETED" FROM mine) n
         LEFT JOIN (SELECT m.piid, m.status, m.sent_at AS "sentAt", m.platform, m.personal, c.msg_id AS "msgId",
                           c.categories, c.content
                      FROM mine m JOIN inbox.content c ON c.app_id = $2 AND c.dispatch_id = m.dispatch_id
                     WHERE $8::bigint IS NULL OR m.piid < $8
                     ORDER BY m.piid DESC LIMIT $9) p ON true
        ORDER BY p.piid DESC`,
      [
        bucketOfId(uid),
        appId,
        uid,
        filter.statuses,
        filter.from,
        filter.to,
        filter.categories,
        filter.before,
        filter.limit,
      ],
    );
    const { READ = 0, UNREAD = 0, DELETED = 0 } = found[0] ?? {};
    return {
      counts: { READ, UNREAD, DELETED },
      rows: found.flatMap((row) => (row.piid === null ? [] : [toStored(row)])),
    };
  }

  /** One message and whose it is · message_piid: a piid says its bucket. */
  async find(appId: number, piid: number): Promise<(StoredMessage & { uid: number }) | undefined> {
    const row = await this.db.row<MessageRow & { uid: number }>(
      `SELECT m.uid, m.piid, m.status, m.sent_at AS "sentAt", m.platform, m.personal, c.msg_id AS "msgId", c.categories,
              c.content
         FROM inbox.message m JOIN inbox.content c ON c.app_id = m.app_id AND c.dispatch_id = m.dispatch_id
        WHERE m.vb = $1 AND m.app_id = $2 AND m.piid = $3`,
      [bucketOfId(piid), appId, piid],
    );
    return row && { ...toStored(row), uid: row.uid };
  }

  /**
   * Gives messages of one user a new status; numbers that name none of them are passed over.
   * Up to 1000 rows · message_piid · locks: the rows, in the order of their piids, so that two requests of one user do not
   * wait in a circle; rows that have the status are not written.
   */
  async setStatus(appId: number, uid: number, piids: readonly number[], status: Status): Promise<void> {
    await this.db.affected(
      `WITH locked AS (
         SELECT m.piid FROM inbox.message m
          WHERE m.vb = $1 AND m.app_id = $2 AND m.uid = $3 AND m.piid = ANY ($4::bigint[]) AND m.status <> $5
          ORDER BY m.piid FOR UPDATE)
       UPDATE inbox.message m SET status = $5 FROM locked
        WHERE m.vb = $1 AND m.app_id = $2 AND m.piid = locked.piid`,
      [bucketOfId(uid), appId, uid, piids, STATUS_BITS[status]],
    );
  }

  /**
   * Gives one user's messages to another. Where both got a dispatch, the receiver's message stays. A piid keeps its
   * ticket, hence its place in time, and takes the bucket of the new owner.
   * A user's rows · primary key · why delete and insert: the bucket is the distribution column, which cannot be updated.
   */
  async move(tx: Tx, appId: number, from: number, to: number): Promise<void> {
    await tx.affected(
      `WITH taken AS (
         DELETE FROM inbox.message m WHERE m.vb = $1 AND m.app_id = $2 AND m.uid = $3
         RETURNING m.piid, m.dispatch_id, m.sent_at, m.platform, m.status, m.personal)
       INSERT INTO inbox.message (vb, app_id, uid, piid, dispatch_id, sent_at, platform, status, personal)
       SELECT $4::smallint, $2, $5, t.piid - $1::smallint + $4::smallint, t.dispatch_id, t.sent_at, t.platform, t.status, t.personal
         FROM taken t ORDER BY t.dispatch_id
       ON CONFLICT (vb, app_id, uid, dispatch_id) DO NOTHING`,
      [bucketOfId(from), appId, from, bucketOfId(to), to],
    );
  }

  /** Removes everything of some users. @returns how many messages there were */
  async erase(tx: Tx, appId: number, uids: readonly number[]): Promise<number> {
    return tx.affected(
      `DELETE FROM inbox.message m USING unnest($2::bigint[]) AS q (uid)
        WHERE m.vb = q.uid % ${BUCKETS} AND m.app_id = $1 AND m.uid = q.uid`,
      [appId, uids],
    );
  }

  /**
   * Removes the oldest messages of every bucket, as far as they are older than a limit; to be called until nothing is
   * left. Piids grow with time, so the oldest lie at the head of message_piid and no index on the time is needed.
   * At most 20 rows of each bucket · message_piid, 1024 probes · locks the rows removed.
   *
   * @returns how many were removed
   */
  async expire(appId: number, before: Date): Promise<number> {
    return this.db.affected(
      `DELETE FROM inbox.message m
        USING (SELECT o.vb, o.piid
                 FROM generate_series(0, ${BUCKETS - 1}) AS b (vb)
                CROSS JOIN LATERAL (SELECT e.vb, e.piid, e.sent_at FROM inbox.message e
                                     WHERE e.vb = b.vb AND e.app_id = $1 ORDER BY e.piid LIMIT 20) o
                WHERE o.sent_at < $2) old
        WHERE m.vb = old.vb AND m.app_id = $1 AND m.piid = old.piid`,
      [appId, before],
    );
  }
}

function toStored(row: MessageRow): StoredMessage {
  const status = STATUS_OF_BIT.get(row.status);
  if (!status) {
    throw new Error(`No inbox status has the bit ${row.status}`);
  }
  const { piid, sentAt, platform, personal, msgId, categories, content } = row;
  return { piid, status, sentAt, platform, personal, msgId, categories, content };
}
