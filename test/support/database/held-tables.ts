import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Tx } from '#platform/db';

const PATIENCE_MS = 20_000;

/** A table that no other transaction can read. */
export interface HeldTable {
  /** Resolves once so many statements wait for the table. @throws Error when they do not after 20 s */
  awaitWaiting(count: number): Promise<void>;
  /** Commits. */
  release(): Promise<void>;
}

/**
 * Holds a table until it is released, so that a test decides what happens between two statements of another transaction.
 *
 * @param before  statements of the same transaction, ahead of the lock
 */
export async function holdTable(
  db: Database,
  table: string,
  before: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<HeldTable> {
  let release: () => void = () => undefined;
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  let ended: Promise<void> = Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    ended = db.tx(async (tx) => {
      await before(tx);
      await tx.affected(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`, []);
      resolve();
      await isReleased;
    });
    ended.catch(reject);
  });
  return {
    async awaitWaiting(count) {
      const end = performance.now() + PATIENCE_MS;
      for (let waiting = 0; waiting < count; await sleep(5)) {
        if (performance.now() > end) {
          throw new Error(`${waiting} of ${count} statements wait for ${table}`);
        }
        const row = await db.row<{ waiting: number }>(
          `SELECT count(*)::integer AS waiting FROM pg_locks AS l
           WHERE l.database = (SELECT d.oid FROM pg_database AS d WHERE d.datname = current_database())
             AND l.relation = $1::regclass AND NOT l.granted`,
          [table],
        );
        waiting = row?.waiting ?? 0;
      }
    },
    async release() {
      release();
      await ended;
    },
  };
}
