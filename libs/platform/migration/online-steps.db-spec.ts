import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { QueryRunner } from 'typeorm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../test/support/database/database.js';
import { type Migrating, openMigrating } from '../../../test/support/database/migrations/migrating.js';
import { openUsersRoom, type UsersRoom } from '../../../test/support/rooms/users-room.js';
import { OnlineSteps } from './online-steps.repository.js';
import { SessionWatch } from './session-watch.repository.js';

let fresh: FreshDatabase;
let room: UsersRoom;
let appId: number;
let migrating: Migrating;
let other: pg.Client;
beforeAll(async () => {
  fresh = await freshDatabase();
  room = await openUsersRoom(fresh);
  appId = (await room.applying.apply({ app: 'shop' }, { dryRun: false })).app.id;
});
afterAll(async () => {
  await room.close();
  await fresh.close();
});
beforeEach(async () => {
  migrating = await openMigrating(fresh.url);
  other = new pg.Client({ connectionString: `${fresh.url}?application_name=pg_dump` });
  await other.connect();
});
afterEach(async () => {
  await other.end();
  await migrating.close();
});

const PLAN = { index: 'installation_country', table: 'users.installation', columns: '(app_id, country)' };
const findIndex = () =>
  fresh.db.row<{ valid: boolean }>(
    `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('users.installation_country')`,
  );
const findPhase = () =>
  fresh.db.row<{ phase: string }>('SELECT phase FROM pg_stat_progress_create_index WHERE pid = $1', [migrating.pid]);

/** Begins the build of an index, and waits until it waits for this snapshot. */
async function beginHeldBuild(): Promise<{ build: Promise<void> }> {
  await other.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  await other.query('SELECT 1');
  const build = migrating.steps.buildIndex(PLAN);
  build.catch(() => undefined);
  while ((await findPhase())?.phase !== 'waiting for old snapshots') {
    await sleep(20);
  }
  return { build };
}

describe('Index of an ordinary table', () => {
  it(
    'An index is built while registrations go on, and the progress names the transaction that it waits for',
    { timeout: 60_000 },
    async () => {
      const { build } = await beginHeldBuild();
      for (const extId of ['a', 'b', 'c']) {
        await room.registration.registerUsers(appId, [{ extId, platform: 'IOS', deviceToken: extId }]);
      }
      expect(await findPhase()).toMatchObject({ phase: 'waiting for old snapshots' });
      while (migrating.lines.length === 0) {
        await sleep(20);
      }
      await other.query('ROLLBACK');
      await build;
      expect(migrating.lines[0]).toMatch(
        /^index installation_country: users\.installation: waits for the transaction of process \d+ \(pg_dump, for \d+ s\); writers go on$/,
      );
      expect(await findIndex()).toEqual({ valid: true });
      await migrating.steps.buildIndex(PLAN);
    },
  );

  it('An index is built again where a killed build left an invalid one', async () => {
    await migrating.steps.dropIndex('users.installation_country');
    await beginHeldBuild();
    await fresh.db.affected('SELECT pg_terminate_backend($1::integer)', [migrating.pid]);
    await other.query('ROLLBACK');
    while ((await findIndex())?.valid !== false) {
      await sleep(20);
    }
    await migrating.close();
    migrating = await openMigrating(fresh.url);
    await migrating.steps.buildIndex(PLAN);
    expect(await findIndex()).toEqual({ valid: true });
  });
});

describe('Index of a partitioned table', () => {
  it('The index of a partitioned table leaves out a partition that is dropped during the build', async () => {
    await fresh.db.affected(
      `CREATE TABLE delivery.click_20310510 PARTITION OF delivery.click FOR VALUES FROM ('2031-05-10') TO ('2031-05-11')`,
    );
    const steps = new OnlineSteps(
      dropping(migrating.runner, 'delivery.click_20310510'),
      new SessionWatch(fresh.db, 0),
      () => undefined,
    );
    await steps.buildPartitionedIndex({ index: 'click_by_time', table: 'delivery.click', columns: '(app_id, at)' });
    const gone = await fresh.db.row(`SELECT WHERE to_regclass('delivery.click_20310510') IS NULL`);
    const valid = await fresh.db.row(
      `SELECT FROM pg_index WHERE indexrelid = 'delivery.click_by_time'::regclass AND indisvalid`,
    );
    expect([gone, valid]).toEqual([{}, {}]);
  });
});

/** A connection that drops a partition right before the build of its index. */
function dropping(runner: QueryRunner, partition: string): QueryRunner {
  return new Proxy(runner, {
    get(target, key) {
      if (key === 'query') {
        return async (sql: string, parameters?: unknown[]): Promise<unknown> => {
          if (sql.includes('CONCURRENTLY') && sql.includes(`ON ${partition} `)) {
            await target.query(`DROP TABLE ${partition}`);
          }
          return target.query(sql, parameters);
        };
      }
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

describe('Strong lock on a busy table', () => {
  it('A strong lock that is not released in time causes an error that names its holder, and changes nothing', async () => {
    await other.query('BEGIN');
    await other.query('LOCK TABLE delivery.hook IN ACCESS SHARE MODE');
    const steps = new OnlineSteps(migrating.runner, new SessionWatch(fresh.db, migrating.pid), () => undefined, 1);
    await expect(steps.lockBriefly('ALTER TABLE delivery.hook ADD COLUMN note text')).rejects.toMatchObject({
      refusal: 'unavailable',
      message: expect.stringMatching(
        /^"ALTER TABLE delivery\.hook ADD COLUMN note text" got no lock within 0 s, because of process \d+ \(pg_dump, for \d+ s\)\. .* run "herald migrate" again$/,
      ) as string,
    });
    await other.query('ROLLBACK');
    expect(
      await fresh.db.rows(`SELECT FROM pg_attribute WHERE attrelid = 'delivery.hook'::regclass AND attname = 'note'`),
    ).toHaveLength(0);
  });
});
