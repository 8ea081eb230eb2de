import type { QueryRunner } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrationRunner } from '../test/support/database/migrations/migration-runner.js';
import { EventOrigin0094 } from './0094-event-origin.js';

let runner: QueryRunner;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ runner, close } = await migrationRunner());
});
afterAll(() => close());

const insertEvent = (n: number): Promise<unknown> =>
  runner.query(
    `INSERT INTO events.event (day, ts, uid, app_id, event_id, vb, attrs) VALUES ('2020-01-01', now(), 1024, 1, $1, 0, '{}')`,
    [n],
  );
const findFile = async (): Promise<unknown> =>
  (await runner.query(`SELECT pg_relation_filenode('events.event_default') AS file`)) as unknown;

it('Migration 0094 gives new events the id of their transaction, and does not rewrite stored ones', async () => {
  const migration = new EventOrigin0094();
  await migration.down(runner);
  await insertEvent(1);
  const before = await findFile();
  await migration.up(runner);
  expect(await findFile()).toEqual(before);
  await insertEvent(2);
  expect(
    await runner.query('SELECT event_id AS n, xid IS NOT NULL AS known FROM events.event ORDER BY event_id'),
  ).toEqual([
    { n: 1, known: false },
    { n: 2, known: true },
  ]);
});
