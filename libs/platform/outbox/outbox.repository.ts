import { bigintArray, integerArray, numberArray, type Statements, type Tx } from '#platform/db';
import { truncateSnapshot } from './snapshot.js';

/**
 * A change of users by one write request.
 *
 * @property kind  the meaning of `keys`: ids of attributes, tags, categories, installation attributes or event
 *     definitions
 * @property uids  changed users, sorted
 * @property keys  ids that changed or, for events, that happened; empty where the kind is enough
 */
export interface Change {
  appId: number;
  kind: 'user' | 'attribute' | 'tag' | 'category' | 'installation' | 'event';
  uids: readonly number[];
  keys: readonly number[];
}

/**
 * New changes for one reader.
 *
 * @property position   the reader's position after these changes: a snapshot, as text
 * @property isCurrent  whether these are all changes committed when they were read
 */
export interface Changes {
  changes: Omit<Change, 'appId'>[];
  position: string;
  isCurrent: boolean;
}

/** The change feed. It is written in the transaction of the change and read by the audience index. */
export class OutboxRepository {
  /** Adds one row per change, none for a change without users. */
  async add(tx: Tx, change: Change): Promise<void> {
    if (change.uids.length > 0) {
      await tx.affected(
        'INSERT INTO platform.outbox (app_id, kind, uids, keys) VALUES ($1, $2, $3::bigint[], $4::integer[])',
        [change.appId, change.kind, bigintArray(change.uids), integerArray(change.keys)],
      );
    }
  }

  /**
   * Changes that a snapshot sees and an earlier one does not · about `limit` rows at most, those of a transaction
   * together · outbox_app · no locks. Snapshots are the position because neither ids nor transaction ids are committed
   * in order, and a reader that waits for the oldest transaction could wait for another application.
   *
   * @param tx        REPEATABLE READ, so that other reads of the caller are of the same moment
   * @param position  the snapshot up to which the reader has seen everything
   * @param eventIds  also changes of the kind `event` with one of these ids
   * @param among     only users in this range are listed; a change without them has an empty list
   */
  async changesSince(
    tx: Statements,
    appId: number,
    position: string,
    limit: number,
    eventIds: readonly number[] = [],
    among?: { from: number; before: number },
  ): Promise<Changes> {
    const uids = among
      ? `(SELECT coalesce(json_agg(u.uid), '[]') FROM unnest(o.uids) AS u (uid) WHERE u.uid >= $5 AND u.uid < $6)`
      : 'to_json(o.uids)';
    const rows = await tx.rows<Omit<Change, 'appId'> & { xid: string }>(
      `SELECT o.kind, ${uids} AS uids, to_json(o.keys) AS keys, o.xid::text AS xid FROM platform.outbox AS o
       WHERE o.app_id = $1 AND o.xid >= pg_snapshot_xmin($2::pg_snapshot)
         AND (o.kind <> 'event' OR o.keys && $4::integer[])
         AND NOT pg_visible_in_snapshot(o.xid, $2::pg_snapshot)
       ORDER BY o.xid FETCH FIRST ($3::integer) ROWS WITH TIES`,
      [appId, position, limit, numberArray(eventIds), ...(among ? [among.from, among.before] : [])],
    );
    const now = await tx.row<{ position: string }>('SELECT platform.settled_snapshot()::text AS position');
    if (!now) {
      throw new Error('Postgres returned no snapshot');
    }
    const isCurrent = rows.length < limit;
    const last = rows.at(-1);
    return {
      changes: rows.map(({ kind, uids, keys }) => ({ kind, uids, keys })),
      position: isCurrent || !last ? now.position : truncateSnapshot(now.position, last.xid),
      isCurrent,
    };
  }
}
