import { afterAll, beforeAll, expect, it } from 'vitest';
import { emptyDatabase, type EmptyDatabase } from '../support/database/database.js';
import { withApplicationName } from '../support/database/database-url.js';
import { CountedWrites, type Plans } from '../support/audience/counted-writes.js';
import { GroupWitness } from '../support/audience/group-witness.js';
import { scrapeAll } from '../support/monitoring/scraped-series.js';
import type { Child } from '../support/processes/children.js';
import { childOf, startStack, type Stack } from '../support/processes/stack.js';

/** Numbers of a bucket that one group has: four slices of 2^20 uids, of 1024 buckets each. */
const NUMBERS_OF_GROUP = 4096;
/** Users of each of the first two groups. */
const USERS = 2000;
const SOON = { timeout: 60_000, interval: 50 };
/** The index alone answers: rows would hide that it no longer follows. */
const PATIENT = { INDEX_MOST_LAG_MS: '60000' };

let database: EmptyDatabase;
let stack: Stack;
let witness: GroupWitness;
let writes: CountedWrites;
/** Each scheduler has a number of its own. */
let schedulers = 0;

beforeAll(async () => {
  database = await emptyDatabase();
  stack = await startStack({
    databaseUrl: database.url,
    workers: 0,
    schedulers: 0,
    env: PATIENT,
    envOf: (name): Record<string, string> =>
      name === 'scheduler' ? { DATABASE_URL: withApplicationName(database.url, `scheduler-${++schedulers}`) } : {},
  });
  witness = await GroupWitness.install(database.url);
  const names = Array.from({ length: 2 * USERS }, (_, i) => `old-${i}`);
  await stack.rest.register(CountedWrites.before(names.slice(0, USERS)));
  await beginGroup(1);
  await stack.rest.register(CountedWrites.before(names.slice(USERS)));
  // Each request changes users of both groups.
  const mixed = names.slice(0, USERS).flatMap((name, i) => [name, `old-${USERS + i}`]);
  writes = new CountedWrites(stack.rest, mixed);
});
afterAll(async () => {
  await writes?.stop().catch(() => undefined);
  await witness?.close();
  await stack?.stop();
  await database.close();
});

/** Users who come from now on are of this group. */
async function beginGroup(group: number): Promise<void> {
  await stack.db.affected('UPDATE users.uid_block SET next_n = $2 WHERE app_id = $1 AND series = 1', [
    stack.appId,
    group * NUMBERS_OF_GROUP,
  ]);
}

/** Groups of the serving index. */
async function groups(): Promise<number[]> {
  const rows = await stack.db.rows<{ grp: number }>(
    `SELECT g.grp FROM audience.index_group AS g JOIN audience.index_generation AS f USING (app_id, generation)
     WHERE f.app_id = $1 AND f.state = 'serving' ORDER BY g.grp`,
    [stack.appId],
  );
  return rows.map(({ grp }) => grp);
}

async function countRows(): Promise<Plans | undefined> {
  return stack.db.row<Plans>(
    `SELECT count(*) FILTER (WHERE u.attrs ->> d.attr_id::text = 'silver')::integer AS silver,
            count(*) FILTER (WHERE u.attrs ->> d.attr_id::text = 'gold')::integer AS gold
     FROM users.app_user AS u JOIN users.attribute_def AS d ON d.app_id = u.app_id AND d.code = 'plan'
     WHERE u.app_id = $1`,
    [stack.appId],
  );
}

/** While no one writes, the index, the rows and the sum of the requests are one. */
async function expectEqual(): Promise<void> {
  const expected = await writes.pause();
  expect(await countRows()).toEqual(expected);
  expect(await writes.countAll()).toEqual(expected);
  expect(writes.faults).toEqual([]);
  writes.write();
}

/** Counts that the gateway answered by the index, or by the rows. */
async function countAnswers(engine: 'index' | 'rows'): Promise<number | undefined> {
  const { values } = await scrapeAll({ gateway: childOf(stack, 'gateway').port });
  const name = 'herald_audience_counts_total{';
  return [...values].find(([series]) => series.startsWith(name) && series.includes(`engine="${engine}"`))?.[1];
}

function forget(ended: Child): void {
  stack.children.splice(stack.children.indexOf(ended), 1);
}

it('The index counts what the rows have, while groups of slices move from one scheduler to another', async () => {
  const first = await stack.startAnother('scheduler');
  await expect.poll(groups, SOON).toEqual([0, 1]);
  await expect.poll(() => countAnswers('index'), SOON).toBeGreaterThan(3);
  const byRows = await countAnswers('rows');
  writes.write();
  await witness.awaitMoves('scheduler-1', [0, 1]);
  await expectEqual();

  // Another process joins, and a group is founded.
  const second = await stack.startAnother('scheduler');
  await beginGroup(2);
  await witness.awaitMoves('scheduler-2', [0, 1, 2]);
  expect(await groups()).toEqual([0, 1, 2]);
  await expectEqual();

  // The holder of a group is killed before its deltas, and the next one between its deltas and its position.
  await witness.killWithin(first, { holder: 'scheduler-1', group: 0 }, 'deltas');
  forget(first);
  await witness.awaitMoves('scheduler-2', [0, 1, 2]);
  await expectEqual();
  const third = await stack.startAnother('scheduler');
  await witness.killWithin(second, { holder: 'scheduler-2', group: 1 }, 'position');
  forget(second);
  await witness.awaitMoves('scheduler-3', [0, 1, 2]);
  await expectEqual();

  // One that starts checks an index whose last check is old: each bitmap has the users that the rows have.
  await stack.db.affected("UPDATE audience.index_generation SET checked_at = now() - interval '2 days'");
  await stack.startAnother('scheduler');
  const checks = () =>
    stack.db.rows('SELECT c.differing FROM audience.index_check AS c WHERE c.app_id = $1', [stack.appId]);
  await expect.poll(checks, SOON).toEqual([{ differing: 0 }]);

  // The holder of a group is asked to end in the middle of it, and finishes it.
  const turn = { holder: 'scheduler-3', group: 2 };
  const moves = await witness.countMoves(turn);
  expect(await witness.stopWithin(third, turn, 'position')).toBe(0);
  forget(third);
  expect(await witness.countMoves(turn)).toBeGreaterThan(moves);
  await witness.awaitMoves('scheduler-4', [0, 1, 2]);
  await expectEqual();
  await writes.stop();
  expect(writes.faults).toEqual([]);
  expect(writes.batches).toBeGreaterThan(10);
  expect(writes.answers).toBeGreaterThan(10);
  expect(await countAnswers('rows')).toBe(byRows);
}, 180_000);
