import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { emptyDatabase, freshDatabase } from '../test/support/database/database.js';
import { openMigrating } from '../test/support/database/migrations/migrating.js';
import type { Migration } from '#platform/migration';
import type { QueryRunner } from 'typeorm';
import { migrate } from './data-source.js';
import { MIGRATIONS } from './migration-list.js';

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

it('Migrations run once when two processes migrate a new database at the same time', { timeout: 120_000 }, async () => {
  const empty = await emptyDatabase();
  onTestFinished(() => empty.close());
  const lines: string[] = [];
  const runs = await Promise.all([1, 2].map(() => migrate(empty.url, { say: (line) => lines.push(line) })));
  expect(runs.map((run) => run.length).toSorted((a, b) => a - b)).toEqual([0, MIGRATIONS.length]);
  expect(lines).toContain('another process migrates this database; waiting for it');
});

it('Migrations go on where a killed process stopped', { timeout: 120_000 }, async () => {
  const empty = await emptyDatabase();
  onTestFinished(() => empty.close());
  const client = await connect(empty.url);
  const first = migrate(empty.url);
  first.catch(() => undefined);
  const countRun = async (): Promise<number> => {
    const { rows } = await client.query<{ n: number }>(
      `SELECT coalesce((xpath('/row/n/text()', query_to_xml('SELECT count(*) AS n FROM herald_migration', false, true, '')))[1]::text::int, 0)
         AS n WHERE to_regclass('herald_migration') IS NOT NULL`,
    );
    return rows[0]?.n ?? 0;
  };
  while ((await countRun()) < 5) {
    await sleep(5);
  }
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'herald-migrate' AND datname = current_database()`,
  );
  await expect(first).rejects.toThrow();
  const ran = await countRun();
  const rest = await migrate(empty.url);
  expect(rest).toHaveLength(MIGRATIONS.length - ran);
  expect(await migrate(empty.url)).toEqual([]);
});

class AddNote implements Migration {
  readonly name = 'AddNote1999999999999';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE delivery.note (n integer)');
    await runner.query('ALTER TABLE delivery.hook ADD COLUMN note text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE delivery.hook DROP COLUMN note');
  }
}

it(
  'A migration that waits for a lock names its holder, lets writers through, and goes on when the lock is free',
  { timeout: 60_000 },
  async () => {
    const fresh = await freshDatabase();
    onTestFinished(() => fresh.close());
    const migrating = await openMigrating(fresh.url);
    onTestFinished(() => migrating.close());
    const writer = await connect(`${fresh.url}?statement_timeout=15000`);
    const holder = await connect(`${fresh.url}?application_name=pg_dump`);
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE delivery.hook IN ACCESS SHARE MODE');
    const run = migrating.migrator.run([...MIGRATIONS, AddNote]);
    run.catch(() => undefined);
    const told = (): string | undefined => migrating.lines.find((line) => line.includes('waits for'));
    while (told() === undefined) {
      await writer.query('DELETE FROM delivery.hook WHERE false');
      await sleep(20);
    }
    expect(migrating.lines[0]).toBe('migration 1 of 1: AddNote');
    expect(told()).toMatch(/^"AddNote" waits for process \d+ \(pg_dump, for \d+ s\); tried again in \d+ s$/);
    await holder.query('ROLLBACK');
    expect(await run).toEqual(['AddNote1999999999999']);
  },
);
