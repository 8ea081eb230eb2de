import type { QueryRunner } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrationRunner } from '../test/support/database/migrations/migration-runner.js';
import { TrackingConsent0226 } from './0226-tracking-consent.js';

let runner: QueryRunner;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ runner, close } = await migrationRunner());
});
afterAll(() => close());

it('Migration 0226 keeps the recording of people in applications that exist, and new ones start with sums', async () => {
  const migration = new TrackingConsent0226();
  await migration.down(runner);
  await runner.query("INSERT INTO tenancy.application (name) VALUES ('before')");
  await migration.up(runner);
  await runner.query("INSERT INTO tenancy.application (name) VALUES ('after')");
  const rows = await runner.query(
    'SELECT a.name, a.track_without AS without FROM tenancy.application AS a ORDER BY a.id',
  );
  expect(rows).toEqual([
    { name: 'before', without: 'granted' },
    { name: 'after', without: 'anonymous' },
  ]);
});
