import type { QueryRunner } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrationRunner } from '../test/support/database/migrations/migration-runner.js';
import { MachinesApart0223 } from './0223-machines-apart.js';

let runner: QueryRunner;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ runner, close } = await migrationRunner());
});
afterAll(() => close());

it('Migration 0223 keeps counting machines in applications that exist, and new ones count them apart', async () => {
  const migration = new MachinesApart0223();
  await migration.down(runner);
  await runner.query("INSERT INTO tenancy.application (name) VALUES ('before')");
  await runner.query(
    'INSERT INTO delivery.click_stat (app_id, dispatch_id, platform, slot, clicked, opened) VALUES (1, 1, 1, 1, 2, 3)',
  );
  await migration.up(runner);
  await runner.query("INSERT INTO tenancy.application (name) VALUES ('after')");
  expect(
    await runner.query('SELECT a.name, a.track_machines AS machines FROM tenancy.application AS a ORDER BY a.id'),
  ).toEqual([
    { name: 'before', machines: 'count' },
    { name: 'after', machines: 'apart' },
  ]);
  expect(
    await runner.query(
      'SELECT s.clicked, s.opened, s.machine_opened, s.machine_clicked FROM delivery.v_click_stat AS s',
    ),
  ).toEqual([{ clicked: 2, opened: 3, machine_opened: 0, machine_clicked: 0 }]);
});
