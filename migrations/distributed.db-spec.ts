import { randomBytes } from 'node:crypto';
import { DataSource, type QueryRunner } from 'typeorm';
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { Database } from '#platform/db';
import { DISTRIBUTED_TABLES, distributeTables } from '#platform/distribution';
import { Migrator } from '#platform/migration';
import { createConnectedDatabase, dropDistributedDatabase } from '../test/support/database/citus.js';
import { migrate, MIGRATION_NAMES } from './data-source.js';
import { MIGRATIONS } from './migration-list.js';

/** `ALTER TABLE` of a distributed table beside others in one message comes after it. */
const BEFORE = MIGRATION_NAMES.findIndex((name) => name.startsWith('SeveralAccounts'));

/** A database of the cluster with the first migrations, not distributed yet. */
async function openMigrated(count: number): Promise<{ url: string; runner: QueryRunner }> {
  const server = inject('postgresUrl');
  const name = `herald_${randomBytes(6).toString('hex')}`;
  onTestFinished(() => dropDistributedDatabase(server, name));
  const url = await createConnectedDatabase(server, name);
  const source = await new DataSource({ type: 'postgres', url, extra: { max: 3 } }).initialize();
  onTestFinished(() => source.destroy());
  const runner = source.createQueryRunner();
  const migrator = await Migrator.open(runner, new Database(source), () => undefined);
  await migrator.run(MIGRATIONS.slice(0, count));
  await migrator.close();
  return { url, runner };
}

describe.skipIf(!inject('postgresIsCitus'))('Database on Citus', () => {
  it('A database on Citus gets further migrations after its tables were distributed', async () => {
    const { url, runner } = await openMigrated(BEFORE);
    await distributeTables(runner, () => undefined);
    expect(await migrate(url)).toEqual(MIGRATION_NAMES.slice(BEFORE));
    const shards = (await runner.query(
      `SELECT DISTINCT s.result FROM run_command_on_shards('delivery.push_result',
         $$SELECT count(*) FROM pg_attribute WHERE attrelid = '%s'::regclass AND attname = 'account_id'$$) AS s`,
    )) as { result: string }[];
    expect(shards).toEqual([{ result: '1' }]);
  });

  it('The rows of a database on Citus are on the workers after its tables were distributed', async () => {
    const { url, runner } = await openMigrated(MIGRATIONS.length);
    await runner.query(
      `INSERT INTO users.app_user (vb, app_id, uid, ext_id)
       SELECT (n % 1024)::smallint, 1, n, 'user-' || n FROM generate_series(1, 5000) AS n`,
    );
    expect(await distributeTables(runner, () => undefined)).toContain('users.app_user');
    expect(await migrate(url)).toEqual([]);
    const [row] = (await runner.query(
      `SELECT count(*)::integer AS n, count(DISTINCT u.uid)::integer AS users FROM users.app_user AS u`,
    )) as object[];
    expect(row).toEqual({ n: 5000, users: 5000 });
    const sizes = (await runner.query(
      `SELECT result::integer AS n FROM run_command_on_shards('users.app_user', 'SELECT count(*) FROM %s')`,
    )) as { n: number }[];
    expect(sizes.every(({ n }) => n > 0)).toBe(true);
    expect(sizes.reduce((sum, { n }) => sum + n, 0)).toBe(5000);
  });

  it('A distribution of tables that was cut off can be continued', async () => {
    const { url, runner } = await openMigrated(MIGRATIONS.length);
    await runner.query(
      `INSERT INTO users.app_user (vb, app_id, uid, ext_id)
       SELECT (n % 1024)::smallint, 1, n, 'user-' || n FROM generate_series(1, 5000) AS n`,
    );
    const source = await new DataSource({ type: 'postgres', url, extra: { max: 1 } }).initialize();
    onTestFinished(() => source.destroy());
    const cut = source.createQueryRunner();
    const [{ pid }] = (await cut.query('SELECT pg_backend_pid() AS pid')) as [{ pid: number }];
    const first = distributeTables(cut, () => undefined);
    const ended = expect(first).rejects.toThrow();
    const done = async (): Promise<number> =>
      ((await runner.query('SELECT count(*)::integer AS n FROM pg_dist_partition')) as [{ n: number }])[0].n;
    await vi.waitFor(async () => expect(await done()).toBeGreaterThan(3), { timeout: 60_000, interval: 10 });
    await runner.query('SELECT pg_terminate_backend($1::integer, 5000)', [pid]);
    await ended;
    const left = await distributeTables(runner, () => undefined);
    expect(left.length).toBeGreaterThan(0);
    expect(left.length).toBeLessThan(Object.keys(DISTRIBUTED_TABLES).length);
    const [row] = (await runner.query(
      'SELECT count(*)::integer AS n, count(DISTINCT u.uid)::integer AS users FROM users.app_user AS u',
    )) as object[];
    expect(row).toEqual({ n: 5000, users: 5000 });
    expect(await migrate(url)).toEqual([]);
  });
});
