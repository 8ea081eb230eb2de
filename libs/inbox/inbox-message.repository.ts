import { Injectable } from '@nestjs/common';
import { userSql } from '#libs/users/identities';
import { ONE_SERVER, Database, type Param, type Tx } from '#platform/db';
import { BUCKETS, bucketOf, bucketOfId } from '#platform/ids';
import { STATUS_BITS, type InboxOwner, type InboxStatus } from './inbox.types.js';
import type { PersonalText, StoredRow } from './message-content.js';

export interface NewMessageRow {
  uid: number;
  piid: number;
  platform: number;
  personal: PersonalText | string | null;
}

/**
 * A filter of one user's messages.
 *
 * @property statuses  bits
 * @property categories  null: all
 * @property before  piid of the last message of the previous page; null: the first page
 */
export interface MessageFilter {
  statuses: readonly number[];
  from: Date | null;
  to: Date | null;
  categories: readonly number[] | null;
  before: number | null;
  limit: number;
}

/** The rows of one page, the number of messages of each status in the whole filter, and the user's extId. */
export interface MessageListing {
  extId: string | null;
  counts: Record<InboxStatus, number>;
  rows: StoredRow[];
}

type MessageRow = Omit<StoredRow, 'status'> & { status: number };
type ListingRow = Record<InboxStatus, number> & { extId: string | null; page: MessageRow[] | null };

/** Columns of a message: `m` is its row, `c` its content. */
const MESSAGE = {
  piid: 'm.piid',
  status: 'm.status',
  sts: 'floor(extract(epoch FROM m.sent_at) * 1000)::bigint',
  platform: 'm.platform',
  personal: 'm.personal',
  msgId: 'c.msg_id',
  categories: 'c.categories',
  content: 'c.content',
} as const satisfies Record<keyof StoredRow, string>;
const MESSAGE_COLUMNS = Object.entries(MESSAGE)
  .map(([name, sql]) => `${sql} AS "${name}"`)
  .join(', ');
const MESSAGE_JSON = `json_build_object(${Object.entries(MESSAGE)
  .map(([name, sql]) => `'${name}', ${sql}`)
  .join(', ')})`;

const STATUS_BY_BIT = new Map(
  (Object.keys(STATUS_BITS) as InboxStatus[]).map((status): [number, InboxStatus] => [STATUS_BITS[status], status]),
);

@Injectable()
export class InboxMessageRepository {
  constructor(private readonly db: Database) {}

  /**
   * Stores messages of one dispatch, in the order of the primary key. A user keeps an existing message of the dispatch:
   * from a second device, a retry, or a repeat after a crash. Up to a batch of rows · primary key, message_piid ·
   * locks: waits for another worker that stores messages of the same user; all use (vb, uid) order, so there is no
   * deadlock.
   */
  async insert(tx: Tx, appId: number, dispatchId: number, rows: readonly NewMessageRow[]): Promise<void> {
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
   * A page of one user's messages, newest first, and the counts of the whole filter; undefined when there is no such
   * user. A user has few messages, and the counts read all of them, so no index serves the order. One row · the user's
   * key, then the primary key's (vb, app_id, uid) · no locks · why one statement with one JSON, and only the given
   * conditions: round trips and planning are most of the cost of this read.
   */
  async list(appId: number, owner: InboxOwner, filter: MessageFilter): Promise<MessageListing | undefined> {
    const isNamed = 'extId' in owner;
    const params: Param[] = [
      isNamed ? bucketOf(appId, owner.extId) : bucketOfId(owner.uid),
      appId,
      isNamed ? owner.extId : owner.uid,
      filter.statuses,
      filter.limit,
    ];
    const addCondition = (value: Param | null, condition: (place: string) => string): string =>
      value === null ? '' : ` AND ${condition(`$${params.push(value)}`)}`;
    const inTime =
      addCondition(filter.from, (at) => `m.sent_at >= ${at}`) + addCondition(filter.to, (at) => `m.sent_at <= ${at}`);
    // After the messages were read: Citus joins those of a worker with no content of the coordinator.
    const inCategories =
      filter.categories === null
        ? ''
        : `,
       chosen AS MATERIALIZED (
         SELECT m.* FROM filtered AS m
          WHERE EXISTS (SELECT FROM inbox.content c WHERE c.app_id = $2 AND c.dispatch_id = m.dispatch_id
                                                      AND c.categories && $${params.push(filter.categories)}::integer[]))`;
    const listed = filter.categories === null ? 'filtered' : 'chosen';
    const inPage = addCondition(filter.before, (piid) => `m.piid < ${piid}`);
    const row = await this.db.preparedRow<ListingRow>(
      `WITH o AS MATERIALIZED (
         ${userSql(isNamed ? 'extId' : 'uid', { vb: '$1', app: '$2', name: '$3' })}),
       filtered AS MATERIALIZED (
         SELECT m.piid, m.status, m.sent_at, m.dispatch_id, m.platform, m.personal FROM o
           JOIN inbox.message m ON m.vb = $1 AND m.app_id = $2 AND m.uid = o.uid AND m.status = ANY ($4::smallint[])${inTime})${inCategories}
       SELECT o.ext_id AS "extId", l.*
         FROM o CROSS JOIN (
          SELECT count(*) FILTER (WHERE status = 1) AS "READ", count(*) FILTER (WHERE status = 2) AS "UNREAD",
                 count(*) FILTER (WHERE status = 4) AS "DELETED",
                 (SELECT json_agg(p.message)
                    FROM (SELECT ${MESSAGE_JSON} AS message
                            FROM ${listed} m JOIN inbox.content c ON c.app_id = $2 AND c.dispatch_id = m.dispatch_id
                           WHERE true${inPage} ORDER BY m.piid DESC LIMIT $5) AS p) AS page
            FROM ${listed}) AS l`,
      params,
    );
    if (!row) {
      return undefined;
    }
    const { extId, page, ...counts } = row;
    return { extId, counts, rows: (page ?? []).map(toStored) };
  }

  /** One message and its user · message_piid: a piid contains its bucket. */
  async find(appId: number, piid: number): Promise<(StoredRow & { uid: number }) | undefined> {
    const row = await this.db.preparedRow<MessageRow & { uid: number }>(
      `SELECT m.uid, ${MESSAGE_COLUMNS}
         FROM inbox.message m JOIN inbox.content c ON c.app_id = m.app_id AND c.dispatch_id = m.dispatch_id
        WHERE m.vb = $1 AND m.app_id = $2 AND m.piid = $3`,
      [bucketOfId(piid), appId, piid],
    );
    return row && { ...toStored(row), uid: row.uid };
  }

  /**
   * A page of everything stored for one uid, oldest first, also when its user is deleted · message_piid or the primary
   * key, which the user's few rows make equal.
   *
   * @param after  piid of the last message of the previous page
   */
  async findByUser(appId: number, uid: number, after: number, limit: number): Promise<StoredRow[]> {
    const rows = await this.db.rows<MessageRow>(
      `SELECT ${MESSAGE_COLUMNS}
         FROM inbox.message m JOIN inbox.content c ON c.app_id = m.app_id AND c.dispatch_id = m.dispatch_id
        WHERE m.vb = $1 AND m.app_id = $2 AND m.uid = $3 AND m.piid > $4 ORDER BY m.piid LIMIT $5`,
      [bucketOfId(uid), appId, uid, after, limit],
    );
    return rows.map(toStored);
  }

  /**
   * Sets the status of one user's messages and ignores other piids. Up to 1000 rows · message_piid · locks: the rows,
   * in the order of their piids, so that two requests of one user do not deadlock. Unchanged rows are not written.
   */
  async setStatus(appId: number, uid: number, piids: readonly number[], status: InboxStatus): Promise<void> {
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
   * Moves one user's messages to another. Where both have a message of a dispatch, the receiver's message stays. A piid
   * keeps its ticket, hence its place in time, and gets the bucket of the new owner. A user's rows · primary key · why
   * delete and insert: the bucket is the distribution column, which cannot be updated.
   */
  async moveToUser(tx: Tx, appId: number, fromUid: number, toUid: number): Promise<void> {
    await tx.affected(
      `WITH moved AS (
         DELETE FROM inbox.message m WHERE m.vb = $1 AND m.app_id = $2 AND m.uid = $3
         RETURNING m.piid, m.dispatch_id, m.sent_at, m.platform, m.status, m.personal)
       INSERT INTO inbox.message (vb, app_id, uid, piid, dispatch_id, sent_at, platform, status, personal)
       SELECT $4::smallint, $2, $5, t.piid - $1::smallint + $4::smallint, t.dispatch_id, t.sent_at, t.platform, t.status, t.personal
         FROM moved t ORDER BY t.dispatch_id
       ON CONFLICT (vb, app_id, uid, dispatch_id) DO NOTHING`,
      [bucketOfId(fromUid), appId, fromUid, bucketOfId(toUid), toUid],
    );
  }

  /** Deletes the messages of some users. @returns the number of deleted messages */
  async deleteByUsers(tx: Tx, appId: number, uids: readonly number[]): Promise<number> {
    return tx.affected(
      `DELETE FROM inbox.message m USING unnest($2::bigint[]) AS q (uid)
        WHERE m.vb = q.uid % ${BUCKETS} AND m.app_id = $1 AND m.uid = q.uid`,
      [appId, uids],
    );
  }

  /**
   * Deletes the oldest messages of every bucket, as far as they are older than a limit. The caller repeats it until
   * nothing is left. Piids grow with time, so the oldest are at the head of message_piid and no index on the time is
   * needed. At most 20 rows of each bucket · message_piid, 1024 probes · locks the deleted rows.
   *
   * @returns the number of deleted messages
   */
  async deleteExpired(appId: number, before: Date): Promise<number> {
    const oldest = this.db.isDistributed
      ? // Citus refuses a limit for each bucket. This reads the whole of message_piid.
        `(SELECT e.vb, e.piid, e.sent_at, row_number() OVER (PARTITION BY e.vb ORDER BY e.piid) AS place
            FROM inbox.message e WHERE e.app_id = $1) o
          WHERE o.place <= 20 AND`
      : `${ONE_SERVER} generate_series(0, ${BUCKETS - 1}) AS b (vb)
          CROSS JOIN LATERAL (SELECT e.vb, e.piid, e.sent_at FROM inbox.message e
                               WHERE e.vb = b.vb AND e.app_id = $1 ORDER BY e.piid LIMIT 20) o
          WHERE`;
    return this.db.affected(
      `DELETE FROM inbox.message m
        USING (SELECT o.vb, o.piid FROM ${oldest} o.sent_at < $2) old
        WHERE m.vb = old.vb AND m.app_id = $1 AND m.piid = old.piid`,
      [appId, before],
    );
  }
}

function toStored(row: MessageRow): StoredRow {
  const status = STATUS_BY_BIT.get(row.status);
  if (!status) {
    throw new Error(`No inbox status has the bit ${row.status}`);
  }
  const { piid, sts, platform, personal, msgId, categories, content } = row;
  return { piid, status, sts, platform, personal, msgId, categories, content };
}
