import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Work of journeys that a transaction under way does, as its locks show; `none`: no such transaction was found in time. */
export const OPEN_WORK = ['step', 'entry', 'hand-over', 'launch', 'none'] as const;
export type OpenWork = (typeof OPEN_WORK)[number];

/** @property people  inside the transaction; of an entry, those of the events that it may read */
export interface FoundWork {
  work: OpenWork;
  people: number;
}

/** The least people of a transaction that a kill waits for. */
export const MANY_PEOPLE = 1000;
const NOTHING: FoundWork = { work: 'none', people: 0 };
const PAUSE_MS = 2;
/** Rows of the feed in a transaction of its reader. */
const FEED_ROWS = 500;

/**
 * A step locks visits. An entry by the feed locks the position of its reader as well, and a step that hands people over
 * writes a dispatch. A launch writes chunks and no result.
 */
const FIND = `
  SELECT k.pid, bool_or(k.relation = 'journeys.visit'::regclass) AS visit,
         bool_or(k.relation = 'platform.feed_position'::regclass) AS feed,
         bool_or(k.relation = 'delivery.dispatch'::regclass AND k.mode = 'RowExclusiveLock') AS dispatch,
         bool_or(k.relation = 'delivery.chunk'::regclass AND k.mode = 'RowExclusiveLock') AS chunk
    FROM pg_locks AS k
   WHERE k.granted AND k.locktype = 'relation' AND k.mode IN ('RowShareLock', 'RowExclusiveLock')
     AND k.database = (SELECT d.oid FROM pg_database AS d WHERE d.datname = current_database())
   GROUP BY k.pid`;

/** The people of an open transaction: the visits that it has locked, or the users of the next events of the feed. */
const PEOPLE = `
  SELECT (CASE WHEN $2 THEN (
            SELECT coalesce(sum(cardinality(f.uids)), 0) FROM (
              SELECT o.uids FROM platform.feed_position AS p JOIN platform.outbox AS o ON o.app_id = p.app_id
               WHERE p.subscriber = 'journeys' AND o.kind = 'event' AND o.xid >= pg_snapshot_xmin(p.position)
                 AND NOT pg_visible_in_snapshot(o.xid, p.position)
               ORDER BY o.xid LIMIT ${FEED_ROWS}) AS f)
          ELSE (SELECT count(*) FROM journeys.visit AS v WHERE v.xmax = a.backend_xid) END)::integer AS people
    FROM pg_stat_activity AS a WHERE a.pid = $1 AND a.backend_xid IS NOT NULL`;

interface Locks {
  pid: number;
  visit: boolean;
  feed: boolean;
  dispatch: boolean;
  chunk: boolean;
}

/** Waits for a transaction of journeys on a connection of its own. */
export class OpenTransactions {
  private client: pg.Client | undefined;

  constructor(private readonly url: () => string) {}

  /**
   * Waits for work of many people, and after half of the time for any.
   *
   * @returns what is open now, `none` after the time or while the database is away
   */
  async find(withinMs: number): Promise<FoundWork> {
    for (const started = Date.now(); ; await sleep(PAUSE_MS)) {
      const open = await this.look().catch(() => {
        this.client = undefined;
        return NOTHING;
      });
      const waited = Date.now() - started;
      if (open.people >= MANY_PEOPLE || (open.work !== 'none' && waited > withinMs / 2) || waited > withinMs) {
        return open;
      }
    }
  }

  async end(): Promise<void> {
    await this.client?.end().catch(() => undefined);
  }

  private async look(): Promise<FoundWork> {
    if (this.client === undefined) {
      const client = new pg.Client({ connectionString: this.url() });
      client.on('error', () => undefined);
      await client.connect();
      this.client = client;
    }
    const { rows } = await this.client.query<Locks>(FIND);
    const found = rows.map((locks) => ({ pid: locks.pid, work: toWork(locks) }));
    const work = OPEN_WORK.toReversed().find((kind) => kind !== 'none' && found.some((each) => each.work === kind));
    const pid = found.find((each) => each.work === work)?.pid;
    if (work === undefined || pid === undefined) {
      return NOTHING;
    }
    const counted = await this.client.query<{ people: number }>(PEOPLE, [pid, work === 'entry']);
    return { work, people: counted.rows[0]?.people ?? 0 };
  }
}

function toWork({ visit, feed, dispatch, chunk }: Locks): OpenWork {
  if (visit) {
    return dispatch ? 'hand-over' : feed ? 'entry' : 'step';
  }
  return dispatch && chunk ? 'launch' : 'none';
}
