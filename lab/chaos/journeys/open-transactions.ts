import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Work of journeys that a transaction under way does, as its locks show; `none`: no such transaction was found in time. */
export const OPEN_WORK = ['step', 'entry', 'hand-over', 'launch', 'none'] as const;
export type OpenWork = (typeof OPEN_WORK)[number];

const PAUSE_MS = 2;

/**
 * A step locks visits. An entry by the feed locks the position of its reader as well, and a step that hands people over
 * writes a dispatch. A launch writes chunks and no result.
 */
const FIND = `
  SELECT bool_or(k.relation = 'journeys.visit'::regclass) AS visit,
         bool_or(k.relation = 'platform.feed_position'::regclass) AS feed,
         bool_or(k.relation = 'delivery.dispatch'::regclass AND k.mode = 'RowExclusiveLock') AS dispatch,
         bool_or(k.relation = 'delivery.chunk'::regclass AND k.mode = 'RowExclusiveLock') AS chunk
    FROM pg_locks AS k
   WHERE k.granted AND k.locktype = 'relation' AND k.mode IN ('RowShareLock', 'RowExclusiveLock')
     AND k.database = (SELECT d.oid FROM pg_database AS d WHERE d.datname = current_database())
   GROUP BY k.pid`;

interface Locks {
  visit: boolean;
  feed: boolean;
  dispatch: boolean;
  chunk: boolean;
}

/** Waits for a transaction of journeys on a connection of its own. */
export class OpenTransactions {
  private client: pg.Client | undefined;

  constructor(private readonly url: () => string) {}

  /** @returns what is open now, `none` after the time or while the database is away */
  async find(withinMs: number): Promise<OpenWork> {
    for (const end = Date.now() + withinMs; ; await sleep(PAUSE_MS)) {
      const open = await this.look().catch(() => {
        this.client = undefined;
        return 'none' as const;
      });
      if (open !== 'none' || Date.now() > end) {
        return open;
      }
    }
  }

  async end(): Promise<void> {
    await this.client?.end().catch(() => undefined);
  }

  private async look(): Promise<OpenWork> {
    if (this.client === undefined) {
      const client = new pg.Client({ connectionString: this.url() });
      client.on('error', () => undefined);
      await client.connect();
      this.client = client;
    }
    const { rows } = await this.client.query<Locks>(FIND);
    const kinds = rows.map(toWork);
    return OPEN_WORK.toReversed().find((kind) => kind !== 'none' && kinds.includes(kind)) ?? 'none';
  }
}

function toWork({ visit, feed, dispatch, chunk }: Locks): OpenWork {
  if (visit) {
    return dispatch ? 'hand-over' : feed ? 'entry' : 'step';
  }
  return dispatch && chunk ? 'launch' : 'none';
}
