import type { WakeService } from '#platform/background';
import { bigintArray, integerArray, numberArray, type Statements, textArray, type Tx } from '#platform/db';
import { truncateSnapshot } from './snapshot.js';
import {
  type ChangeKind,
  SEGMENT_CHANGES,
  MESSAGE_CHANGES,
  type Change,
  type FeedSelection,
  type Changes,
} from './changes.types.js';

/** Days for which the feed is kept: long enough for every reader to finish a day. */
export const FEED_DAYS = 3;

/** Recurring work that lets prompt subscribers read. */
export const PROMPT_READING = 'feed.prompt';

/** The day of the last event of a request, whose events have a microsecond each. */
const AFTER_ARRIVAL = "((o.created_at + interval '1 second') AT TIME ZONE 'UTC')::date";

/** They are written only where a subscriber reads them. */
const SUBSCRIBED_CHANGES: ReadonlySet<ChangeKind> = new Set([...SEGMENT_CHANGES, ...MESSAGE_CHANGES]);

/** The change feed. It is written in the transaction of the change, and read through `FeedReaderService`. */
export class OutboxRepository {
  /**
   * @param subscribers  absent: every kind is written
   * @param wakes        absent: readers find changes at their own time
   */
  constructor(
    private readonly subscribers?: { isRead(kind: ChangeKind): boolean; isPrompt(kind: ChangeKind): boolean },
    private readonly wakes?: Pick<WakeService, 'wake'>,
  ) {}

  /** Tests if changes of a kind are written: those of segments and messages need a subscriber. */
  isWritten(kind: ChangeKind): boolean {
    return !SUBSCRIBED_CHANGES.has(kind) || this.subscribers?.isRead(kind) !== false;
  }

  /** Adds one row per change, none for a change without users or without a reader. */
  async add(tx: Tx, change: Change): Promise<void> {
    if (change.uids.length > 0 && this.isWritten(change.kind)) {
      await tx.affected(
        `INSERT INTO platform.outbox (app_id, kind, uids, keys, ref, days)
         VALUES ($1, $2, $3::bigint[], $4::integer[], $5, $6::date[])`,
        [
          change.appId,
          change.kind,
          bigintArray(change.uids),
          integerArray(change.keys),
          change.ref ?? null,
          change.days ? textArray(change.days) : null,
        ],
      );
      this.wakeReaders(tx, [change]);
    }
  }

  /** Adds several small changes with one statement, as `add` does. */
  async addAll(tx: Tx, changes: readonly Change[]): Promise<void> {
    const written = changes.filter(({ kind, uids }) => uids.length > 0 && this.isWritten(kind));
    if (written.length > 0) {
      await tx.affected(
        `INSERT INTO platform.outbox (app_id, kind, uids, keys, ref, days)
         SELECT q."appId", q.kind, q.uids, q.keys, q.ref, q.days
         FROM json_to_recordset($1) AS q
           ("appId" integer, kind text, uids bigint[], keys integer[], ref bigint, days date[])`,
        [JSON.stringify(written)],
      );
      this.wakeReaders(tx, written);
    }
  }

  /** The position of a reader that has seen everything committed so far. */
  async findPosition(on: Statements): Promise<string> {
    const now = await on.row<{ position: string }>('SELECT platform.settled_snapshot()::text AS position');
    if (!now) {
      throw new Error('Postgres returned no snapshot');
    }
    return now.position;
  }

  /**
   * Changes that a snapshot sees and an earlier one does not · about `limit` rows at most, those of a transaction
   * together · outbox_app · no locks. Snapshots are the position because neither ids nor transaction ids are committed
   * in order, and a reader that waits for the oldest transaction could wait for another application.
   *
   * @param tx  REPEATABLE READ, so that other reads of the caller are of the same moment
   */
  async changesSince<Kind extends ChangeKind>(
    tx: Statements,
    { appId, position, kinds, eventIds = [], among }: FeedSelection<Kind>,
    limit: number,
  ): Promise<Changes<Kind | 'event'>> {
    const uids = among
      ? `(SELECT coalesce(json_agg(u.uid), '[]') FROM unnest(o.uids) AS u (uid) WHERE u.uid >= $6 AND u.uid < $7)`
      : 'to_json(o.uids)';
    const rows = await tx.rows<
      Omit<Change<Kind | 'event'>, 'appId' | 'ref' | 'xid' | 'days'> & {
        ref: number | null;
        xid: string;
        days: string[] | null;
      }
    >(
      `SELECT o.kind, ${uids} AS uids, to_json(o.keys) AS keys, o.ref, o.xid::text AS xid,
              CASE WHEN o.kind = 'event' THEN to_json(o.days || o.day || ${AFTER_ARRIVAL}) END AS days
       FROM platform.outbox AS o
       WHERE o.app_id = $1 AND o.xid >= pg_snapshot_xmin($2::pg_snapshot)
         AND (o.kind = ANY ($5::text[]) OR (o.kind = 'event' AND o.keys && $4::integer[]))
         AND NOT pg_visible_in_snapshot(o.xid, $2::pg_snapshot)
       ORDER BY o.xid FETCH FIRST ($3::integer) ROWS WITH TIES`,
      [appId, position, limit, numberArray(eventIds), kinds, ...(among ? [among.from, among.before] : [])],
    );
    const now = await this.findPosition(tx);
    const isCurrent = rows.length < limit;
    const last = rows.at(-1);
    return {
      changes: rows.map(({ kind, uids: changed, keys, ref, xid, days }) => ({
        kind,
        uids: changed,
        keys,
        xid,
        ...(ref !== null && { ref }),
        ...(days && { days: [...new Set(days)] }),
      })),
      position: isCurrent || !last ? now : truncateSnapshot(now, last.xid),
      isCurrent,
    };
  }

  /** Changes of one kind with a key since a time, as far back as the feed goes · day partitions of the time · no locks. */
  async findPast(
    on: Statements,
    appId: number,
    kind: ChangeKind,
    key: number,
    since: Date,
  ): Promise<{ uids: number[]; at: Date }[]> {
    return on.rows(
      `SELECT to_json(o.uids) AS uids, o.created_at AS at FROM platform.outbox AS o
       WHERE o.app_id = $1 AND o.kind = $2 AND o.keys @> ARRAY[$3::integer] AND o.created_at >= $4 ORDER BY o.created_at`,
      [appId, kind, key, since],
    );
  }

  /**
   * Changes about some dispatches, or about none, since a time, the oldest first, as far back as the feed goes ·
   * partitions by day · no locks.
   */
  async findPastOf<Kind extends ChangeKind>(
    on: Statements,
    appId: number,
    { kinds, refs, since }: { kinds: readonly Kind[]; refs: readonly number[]; since: Date },
  ): Promise<{ kind: Kind; uids: number[]; keys: number[]; ref: number | null; at: Date }[]> {
    return on.rows(
      `SELECT o.kind, to_json(o.uids) AS uids, to_json(o.keys) AS keys, o.ref, o.created_at AS at
       FROM platform.outbox AS o
       WHERE o.app_id = $1 AND o.kind = ANY ($2::text[]) AND o.created_at >= $4
         AND (o.ref IS NULL OR o.ref = ANY ($3::bigint[]))
       ORDER BY o.created_at, o.xid`,
      [appId, textArray(kinds), bigintArray(refs), since],
    );
  }

  private wakeReaders(tx: Tx, changes: readonly Change[]): void {
    const { wakes, subscribers } = this;
    if (wakes && changes.some(({ kind }) => subscribers?.isPrompt(kind))) {
      tx.afterCommit(async () => wakes.wake(PROMPT_READING));
    }
  }
}
