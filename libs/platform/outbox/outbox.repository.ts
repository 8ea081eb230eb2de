import { numberArray, type Statements, type Tx } from '#platform/db';
import { truncateSnapshot } from './snapshot.js';

/**
 * What one write request changed: which users, and which keys of them.
 *
 * @property kind  what `keys` are: attribute ids, tag ids, category ids, installation attributes, or numbers of event definitions
 * @property uids  users that changed, sorted
 * @property keys  ids of attributes, tags or categories that changed, or of events that happened; empty where the kind says it all
 */
export interface Change {
  appId: number;
  kind: 'user' | 'attribute' | 'tag' | 'category' | 'installation' | 'event';
  uids: readonly number[];
  keys: readonly number[];
}

/**
 * Changes that one reader has not seen yet.
 *
 * @property position   what the reader has seen once it is done with them: a snapshot, as text
 * @property isCurrent  whether that is everything committed when they were read
 */
export interface Changes {
  changes: Omit<Change, 'appId'>[];
  position: string;
  isCurrent: boolean;
}

/** The change feed (design, section 4): written in the transaction of the change, read by the audience index. */
export class OutboxRepository {
  /** Adds one row per change; writes nothing for a change that touched nobody. */
  async add(tx: Tx, change: Change): Promise<void> {
    if (change.uids.length > 0) {
      await tx.affected(
        'INSERT INTO platform.outbox (app_id, kind, uids, keys) VALUES ($1, $2, $3::bigint[], $4::integer[])',
        [change.appId, change.kind, numberArray(change.uids), numberArray(change.keys)],
      );
    }
  }

  /**
   * Changes of an application's users that a snapshot sees and an earlier one does not · at most about `limit` rows, all
   * those of a transaction together · outbox_app · no locks · why snapshots: neither ids nor transaction ids are committed
   * in order, and the oldest transaction under way, of whatever application, would hold back a reader that waits for it.
   *
   * @param tx        REPEATABLE READ, so that what the caller reads beside the changes is of the same moment
   * @param position  the snapshot up to which the reader has seen everything
   * @param eventIds  also changes of the kind `event` that name one of these
   * @param among     changes name only these users; those of nobody among them are there, too, and name nobody
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
    const now = await tx.row<{ position: string }>('SELECT pg_current_snapshot()::text AS position');
    if (!now) {
      throw new Error('Postgres told no snapshot');
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
