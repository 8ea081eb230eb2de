import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#platform/db';

/** Between two looks at the tables: the finest age that can be measured. */
const LOOK_MS = 100;

interface Watch {
  end(): Promise<{
    /** How long before a moment the tables already held more than a snapshot of that moment shows, in milliseconds. */
    ageOf(settled: number, at: number): number;
  }>;
}

/** Keeps how many recipients of a campaign are settled, by the tables, ten times a second. */
export function watchSettled(db: Database, key: number): Watch {
  const seen: { at: number; settled: number }[] = [];
  const ended = new AbortController();
  const watching = (async () => {
    while (!ended.signal.aborted) {
      const row = await db.row<{ settled: number }>(
        `SELECT coalesce(sum((SELECT sum(n) FROM unnest(c.sent || c.failed || c.skipped) AS n)), 0)::integer AS settled
           FROM delivery.chunk AS c JOIN delivery.dispatch AS d USING (dispatch_id) WHERE d.notification_key = $1`,
        [key],
      );
      seen.push({ at: Date.now(), settled: row?.settled ?? 0 });
      await sleep(LOOK_MS);
    }
  })();
  return {
    async end() {
      ended.abort();
      await watching;
      return {
        ageOf(settled, at) {
          const overtaken = seen.find((look) => look.settled > settled);
          return overtaken === undefined ? 0 : Math.max(0, at - overtaken.at);
        },
      };
    },
  };
}
