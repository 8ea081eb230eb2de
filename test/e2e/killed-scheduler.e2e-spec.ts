import { Readable } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SYSTEM } from '#libs/audit';
import { ImportFileService, ImportService, TaggingService } from '#libs/users/imports';
import { emptyDatabase, type EmptyDatabase } from '../support/database/database.js';
import { withApplicationName } from '../support/database/database-url.js';
import { startStack, type Stack } from '../support/processes/stack.js';
import { openAudienceRoom, type AudienceRoom } from '../support/rooms/audience-room.js';

const USERS = 3000;
/** The first of them, in two parts. The others are in a file, in which new ones come first: two parts as well. */
const TAGGED = 2000;
const NEW_USERS = 1000;
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
const SOON = { timeout: 120_000, interval: 50 };
const ORIGIN = { by: { kind: 'member', id: '1', name: 'Ada' } } as const;
const DEAD = 'scheduler-1';

let database: EmptyDatabase;
let stack: Stack;
let room: AudienceRoom;
/** Holds rows that work of a scheduler has to wait for. */
let holder: pg.Client;
let otherAppId: number;
let schedulers = 0;

beforeAll(async () => {
  database = await emptyDatabase();
  stack = await startStack({
    databaseUrl: database.url,
    masterKey: MASTER_KEY,
    workers: 0,
    schedulers: 0,
    envOf: (name): Record<string, string> =>
      name === 'scheduler' ? { DATABASE_URL: withApplicationName(database.url, `scheduler-${++schedulers}`) } : {},
  });
  room = await openAudienceRoom({ url: database.url, db: stack.db }, { MASTER_KEY });
  holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  for (let from = 0; from < USERS; from += 500) {
    await stack.rest.register(
      Array.from({ length: 500 }, (_, n) => ({ extId: extIdOf(from + n), profile: { age: 30 } })),
    );
  }
  const app = await stack.db.row<{ name: string }>('SELECT a.name FROM tenancy.application AS a WHERE a.id = $1', [
    stack.appId,
  ]);
  const rule = { name: 'with an age', target: { profile: { age: { $exists: true } } } };
  await room.applying.apply({ app: app?.name ?? '', segments: [rule] }, { dryRun: false });
  otherAppId = (await room.applying.apply({ app: 'other' }, { dryRun: false })).app.id;
  await room.registration.registerUsers(otherAppId, [{ extId: 'somebody' }]);
});
afterAll(async () => {
  await holder?.end();
  await room?.close();
  await stack?.stop();
  await database.close();
});

const numbers = (from: number, count: number): number[] => Array.from({ length: count }, (_, n) => from + n);
const extIdOf = (n: number): string => `user-${String(n).padStart(4, '0')}`;

async function uidsOf(appId: number): Promise<number[]> {
  const rows = await stack.db.rows<{ uid: number }>(
    'SELECT u.uid FROM users.app_user AS u WHERE u.app_id = $1 ORDER BY u.ext_id',
    [appId],
  );
  return rows.map(({ uid }) => uid);
}

/** Users get a tag. */
async function tagUsers(appId: number, uids: readonly number[]): Promise<string> {
  const sets = [Uint32Array.from(uids)];
  const tagging = { tag: 'many', direction: 'ADD' } as const;
  return (await room.get(TaggingService).add(ORIGIN, appId, tagging, sets)).taggingId;
}

/** A file that adds some users, and changes the last of those that there are. */
async function importUsers(): Promise<number> {
  const lines = [...numbers(USERS, NEW_USERS), ...numbers(TAGGED, USERS - TAGGED)].map((n) => `${extIdOf(n)},41`);
  const text = ['extId,age', ...lines, ''].join('\n');
  const file = await room.get(ImportFileService).store(stack.appId, Readable.from([Buffer.from(text)]));
  return (await room.get(ImportService).startImport(file, { format: 'csv', mapping: {}, dryRun: false }, SYSTEM))
    .importId;
}

/** Statements of a process that wait for a lock. */
async function countHeld(name: string): Promise<number> {
  const row = await stack.db.row<{ count: number }>(
    `SELECT count(*) AS count FROM pg_stat_activity AS a
      WHERE a.datname = current_database() AND a.application_name = $1 AND a.wait_event_type = 'Lock'`,
    [name],
  );
  return row?.count ?? 0;
}

/** Claims of the segment so far, and whether a process has it. */
async function claimOf(): Promise<{ epoch: number; isClaimed: boolean }> {
  const row = await stack.db.row<{ epoch: number; isClaimed: boolean }>(
    'SELECT s.epoch, s.lease_until IS NOT NULL AS "isClaimed" FROM audience.segment AS s WHERE s.app_id = $1',
    [stack.appId],
  );
  return row ?? { epoch: 0, isClaimed: false };
}

it('Work of a scheduler that is killed in the midst of it is ended by another one, and nothing is done twice', async () => {
  const { appId, db } = stack;
  const uids = await uidsOf(appId);
  const tagged = uids.slice(0, TAGGED);
  // Parts of a tagging go by buckets. One part of each work is done before the process waits.
  const waitedFor = [tagged.reduce((last, uid) => (uid % 1024 > last % 1024 ? uid : last)), uids.at(-1)];
  await holder.query('BEGIN');
  await holder.query('SELECT FROM users.app_user AS u WHERE u.app_id = $1 AND u.uid = ANY ($2) FOR UPDATE', [
    appId,
    waitedFor,
  ]);
  await holder.query('LOCK TABLE audience.segment_size IN SHARE MODE');
  await db.affected('UPDATE audience.segment AS s SET due_at = now() WHERE s.app_id = $1', [appId]);
  const { epoch } = await claimOf();
  const taggingId = await tagUsers(appId, tagged);
  const importId = await importUsers();
  const tagging = () => room.get(TaggingService).get(appId, taggingId);
  const imported = () => room.get(ImportService).getImport(appId, importId);

  const first = await stack.startAnother('scheduler');
  await expect.poll(() => countHeld(DEAD), SOON).toBeGreaterThanOrEqual(3);
  expect(await tagging()).toMatchObject({ state: 'RUNNING', done: 1000, epoch: 1 });
  expect((await imported()).counts.lines).toBe(NEW_USERS);
  expect(await claimOf()).toEqual({ epoch: epoch + 1, isClaimed: true });

  // A second one does other work, and leaves what the first one has.
  await stack.startAnother('scheduler');
  const others = await tagUsers(otherAppId, await uidsOf(otherAppId));
  await expect.poll(async () => (await room.get(TaggingService).get(otherAppId, others)).state, SOON).toBe('FINISHED');
  expect(await tagging()).toMatchObject({ done: 1000, epoch: 1 });

  await first.end('SIGKILL');
  stack.children.splice(stack.children.indexOf(first), 1);
  await holder.query('ROLLBACK');
  await expect.poll(() => countHeld(DEAD), SOON).toBe(0);
  // The leases run out: a minute of the parts, two of the segment.
  expect(await claimOf()).toEqual({ epoch: epoch + 1, isClaimed: true });
  for (const table of ['users.tagging', 'users.import']) {
    await db.affected(
      `UPDATE ${table} AS w SET touched_at = w.touched_at - interval '61 seconds' WHERE w.app_id = $1`,
      [appId],
    );
  }
  await db.affected("UPDATE audience.segment AS s SET lease_until = now() - interval '1 second' WHERE s.app_id = $1", [
    appId,
  ]);

  await expect.poll(async () => (await tagging()).state, SOON).toBe('FINISHED');
  await expect.poll(async () => (await imported()).state, SOON).toBe('FINISHED');
  expect(await tagging()).toMatchObject({ people: TAGGED, done: TAGGED, changed: TAGGED, epoch: 2 });
  expect((await imported()).counts).toMatchObject({
    lines: USERS - TAGGED + NEW_USERS,
    created: NEW_USERS,
    changed: USERS - TAGGED,
    unchanged: 0,
    refused: 0,
  });
  expect(await uidsOf(appId)).toHaveLength(USERS + NEW_USERS);
  const told = await db.row<{ changes: number; users: number }>(
    `SELECT count(*) AS changes, count(DISTINCT c.uid) AS users
       FROM platform.outbox AS o CROSS JOIN unnest(o.uids) AS c (uid) WHERE o.app_id = $1 AND o.kind = 'tag'`,
    [appId],
  );
  expect(told).toEqual({ changes: TAGGED, users: TAGGED });
  await expect.poll(claimOf, SOON).toEqual({ epoch: epoch + 2, isClaimed: false });
  const members = async () => (await room.segments.list(appId)).map(({ userCount }) => userCount);
  await expect.poll(members, SOON).toEqual([USERS + NEW_USERS]);
}, 400_000);
