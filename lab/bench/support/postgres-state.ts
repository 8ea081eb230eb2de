import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#platform/db';
import { GenerationRepository } from '../../../libs/audience/bitmap-index/store/generation.repository.js';
import { treeCpuMs } from '../../../test/support/processes/children.js';

/** CPU time that Postgres takes in a second when only sweeps and sleeping workers ask it anything, at most. */
const QUIET_MS = 100;
/** An idle connection reports its statistics this late (PGSTAT_IDLE_INTERVAL). */
const STATISTICS_MS = 11_000;
const LOOK_MS = 100;

/**
 * Waits for the end of work that filling in has left behind (the index of a large application, vacuum): it is not
 * measured.
 */
export async function untilQuiet(postgres: number): Promise<void> {
  for (let seconds = 0; seconds < 60; seconds++) {
    const before = treeCpuMs(postgres);
    await sleep(1000);
    if (treeCpuMs(postgres) - before < QUIET_MS) {
      return;
    }
  }
}

/** Waits until an application has an audience index, and it has everything that is committed now. */
export async function untilFollowed(db: Database, appId: number): Promise<void> {
  const generations = new GenerationRepository(db);
  const now = await generations.currentSnapshot();
  for (;;) {
    const serving = await generations.findServing(db, appId, now);
    if (serving && !serving.isBehind) {
      return;
    }
    await sleep(LOOK_MS);
  }
}

/**
 * Users that were written, and how often without a new entry in any index, once all connections have reported theirs.
 */
export async function updatesOf(db: Database): Promise<{ updated: number; hot: number; vacuums: number }> {
  await sleep(STATISTICS_MS);
  const row = await db.row<{ updated: number; hot: number; vacuums: number }>(
    `SELECT s.n_tup_upd AS updated, s.n_tup_hot_upd AS hot, s.autovacuum_count AS vacuums
     FROM pg_stat_user_tables AS s WHERE s.schemaname = 'users' AND s.relname = 'app_user'`,
  );
  return row ?? { updated: 0, hot: 0, vacuums: 0 };
}
