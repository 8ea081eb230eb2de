import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { Database, switchRowSecurity } from '#platform/db';
import { distributeTables, hasCitus } from '#platform/distribution';
import { Migrator, type Say } from '#platform/migration';
import { ensurePartitions } from '#platform/partitions';
import { connectionTo } from '#platform/postgres';
import { migrateQueue } from '#platform/queue';
import { MIGRATIONS } from './migration-list.js';

/** Names under which `herald_migration` lists them. */
export const MIGRATION_NAMES: readonly string[] = MIGRATIONS.map((Migration) => new Migration().name);

/**
 * Brings a database to the newest schema while the release before runs on it. Two callers at once are safe: a lock lets
 * the second wait and find nothing to do. Whoever is killed in the middle is gone on from by the next.
 *
 * @param options.rowSecurity  switches row-level security on or off; absent: it stays as it is
 * @param options.say  gets lines about the progress
 * @returns names of the migrations that ran
 * @throws AppError unavailable when another session holds a lock for ten minutes; Error for row-level security on Citus
 */
export async function migrate(
  url: string,
  { rowSecurity, say = () => undefined }: { rowSecurity?: boolean; say?: Say } = {},
): Promise<string[]> {
  const { connectionString, Client } = connectionTo(url);
  const source = await new DataSource({
    type: 'postgres',
    url: connectionString,
    extra: { Client, max: 3, keepAlive: true, application_name: 'herald-migrate' },
  }).initialize();
  const runner = source.createQueryRunner();
  try {
    if (rowSecurity === true && (await hasCitus(runner))) {
      throw new Error(
        'ROW_LEVEL_SECURITY is not served on Citus: it refuses the policies, and tables would be without them. Start without it.',
      );
    }
    const db = new Database(source);
    const migrator = await Migrator.open(runner, db, say);
    try {
      const done = await migrator.run(MIGRATIONS);
      await distributeTables(runner, say);
      if (rowSecurity !== undefined) {
        await switchRowSecurity(runner, rowSecurity, (sql) => migrator.steps.lockBriefly(sql));
      }
      const { postponed } = await ensurePartitions(db, new Date());
      if (postponed.length > 0) {
        say(`${postponed.join(', ')}: locked, perhaps by a backup; the scheduler creates them later`);
      }
      await migrateQueue(url);
      return done;
    } finally {
      await migrator.close();
    }
  } finally {
    await runner.release();
    await source.destroy();
  }
}
