import type { QueryRunner } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrationRunner } from '../test/support/database/migrations/migration-runner.js';
import { IndexGroups0054 } from './0054-index-groups.js';

let runner: QueryRunner;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ runner, close } = await migrationRunner());
});
afterAll(() => close());

it('Migration 0054 gives each existing index one group that goes on at the same position', async () => {
  const migration = new IndexGroups0054();
  await migration.down(runner);
  await runner.query(`
    INSERT INTO audience.index_generation (app_id, generation, state, next_slice, seq, epoch, position, as_of, rare)
    VALUES (1, 1, 'building', 3, 0, 2, '10:10:', '2026-01-01', '{}'),
           (2, 1, 'retired', 9, 70, 4, '20:20:', '2026-01-02', '{}'),
           (2, 2, 'following', 9, 75, 5, '21:23:22', '2026-01-03', '{street}'),
           (3, 4, 'serving', 1, 12, 1, '30:30:', '2026-01-04', '{}')
  `);
  await migration.up(runner);
  const groups = await runner.query(`
    SELECT g.app_id || '/' || g.generation || '/' || g.grp AS name, i.state AS index, i.group_slices AS slices, g.state,
           g.next_slice AS next, g.seq::integer, g.epoch::integer, g.position::text, to_char(g.as_of, 'DD') AS day,
           g.lease_until AS lease, g.rare
    FROM audience.index_group g JOIN audience.index_generation i USING (app_id, generation) ORDER BY 1
  `);
  const all = { slices: 4096, lease: null, rare: [] };
  expect(groups).toEqual([
    {
      ...all,
      name: '1/1/0',
      index: 'building',
      state: 'building',
      next: 3,
      seq: 0,
      epoch: 2,
      position: '10:10:',
      day: '01',
    },
    {
      ...all,
      name: '2/1/0',
      index: 'retired',
      state: 'current',
      next: 9,
      seq: 70,
      epoch: 4,
      position: '20:20:',
      day: '02',
    },
    {
      ...all,
      name: '2/2/0',
      index: 'building',
      state: 'following',
      next: 9,
      seq: 75,
      epoch: 5,
      position: '21:23:22',
      day: '03',
      rare: ['street'],
    },
    {
      ...all,
      name: '3/4/0',
      index: 'serving',
      state: 'current',
      next: 1,
      seq: 12,
      epoch: 1,
      position: '30:30:',
      day: '04',
    },
  ]);
});
