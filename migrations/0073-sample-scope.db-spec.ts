import type { QueryRunner } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrationRunner } from '../test/support/database/migrations/migration-runner.js';
import { SampleScope0073 } from './0073-sample-scope.js';

let runner: QueryRunner;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ runner, close } = await migrationRunner());
});
afterAll(() => close());

it('Migration 0073 gives keys the scope of the samples that they could see before', async () => {
  const migration = new SampleScope0073();
  await runner.query(`
    INSERT INTO tenancy.application (name) VALUES ('shop');
    INSERT INTO tenancy.api_key (app_id, kind, name, prefix, hash, scopes)
    SELECT a.id, 'rest', q.name, 'x', q.name::bytea, q.scopes FROM tenancy.application AS a,
      (VALUES ('all', NULL), ('none', '{}'::text[]), ('campaigns', '{notifications}'), ('both', '{notifications,private}'), ('events', '{events}'))
        AS q (name, scopes)
  `);
  await migration.up(runner);
  await migration.up(runner);
  const keys = await runner.query('SELECT k.name, k.scopes FROM tenancy.api_key AS k ORDER BY k.name');
  expect(keys).toEqual([
    { name: 'all', scopes: null },
    { name: 'both', scopes: ['notifications', 'private'] },
    { name: 'campaigns', scopes: ['notifications', 'private'] },
    { name: 'events', scopes: ['events'] },
    { name: 'none', scopes: [] },
  ]);
});
