import 'reflect-metadata';
import { DataSource, type QueryRunner } from 'typeorm';
import { freshDatabase } from '../database.js';

/** The runner of a migration, over a migrated database of its own. */
export interface MigrationRunner {
  runner: QueryRunner;
  close(): Promise<void>;
}

export async function migrationRunner(): Promise<MigrationRunner> {
  const fresh = await freshDatabase();
  const source = await new DataSource({ type: 'postgres', url: fresh.url }).initialize();
  const runner = source.createQueryRunner();
  return {
    runner,
    async close() {
      await runner.release();
      await source.destroy();
      await fresh.close();
    },
  };
}
