import type { QueryRunner } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrationRunner } from '../test/support/database/migrations/migration-runner.js';
import { UserProof0072 } from './0072-user-proof.js';
import { ReadModels0215 } from './0215-read-models.js';

let runner: QueryRunner;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ runner, close } = await migrationRunner());
});
afterAll(() => close());

it('Migration 0072 leaves identity optional for existing applications, and requires it for new ones', async () => {
  const migration = new UserProof0072();
  await new ReadModels0215().down(runner);
  await migration.down(runner);
  await runner.query(`INSERT INTO tenancy.application (name) VALUES ('before')`);
  await migration.up(runner);
  await runner.query(`INSERT INTO tenancy.application (name) VALUES ('after')`);
  expect(await runner.query('SELECT name, identity FROM tenancy.application ORDER BY id')).toEqual([
    { name: 'before', identity: 'optional' },
    { name: 'after', identity: 'required' },
  ]);
});
