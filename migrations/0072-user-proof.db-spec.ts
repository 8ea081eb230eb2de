import 'reflect-metadata';
import { DataSource, type QueryRunner } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../test/support/database/database.js';
import { UserProof0072 } from './0072-user-proof.js';

let fresh: FreshDatabase;
let source: DataSource;
let runner: QueryRunner;

beforeAll(async () => {
  fresh = await freshDatabase();
  source = await new DataSource({ type: 'postgres', url: fresh.url }).initialize();
  runner = source.createQueryRunner();
});
afterAll(async () => {
  await runner.release();
  await source.destroy();
  await fresh.close();
});

it('leaves applications of before as they are; new ones demand a proof', async () => {
  const migration = new UserProof0072();
  await migration.down(runner);
  await runner.query(`INSERT INTO tenancy.application (name) VALUES ('before')`);
  await migration.up(runner);
  await runner.query(`INSERT INTO tenancy.application (name) VALUES ('after')`);
  expect(await runner.query('SELECT name, identity FROM tenancy.application ORDER BY id')).toEqual([
    { name: 'before', identity: 'optional' },
    { name: 'after', identity: 'required' },
  ]);
});
