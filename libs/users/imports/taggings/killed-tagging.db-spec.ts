import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AuditService } from '#libs/audit';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { TaggingRunnerService } from './tagging-runner.service.js';
import { TaggingService } from './tagging.service.js';

/** Four parts, and some of a fifth. */
const PEOPLE = 4321;
/** In which the process dies. */
const KILLED_PARTS = [0, 2, 4];
const SOON = { timeout: 20_000, interval: 20 };
const ORIGIN = { by: { kind: 'member', id: '1', name: 'Ada' } } as const;
const ADD = { tag: 'winter', direction: 'ADD' } as const;
const REMOVE = { tag: 'winter', direction: 'REMOVE' } as const;

let gateway: TestGateway;
let taggings: TaggingService;
let runner: TaggingRunnerService;
let apps = 0;
beforeAll(async () => {
  gateway = await startGateway();
  taggings = gateway.app.get(TaggingService);
  runner = gateway.app.get(TaggingRunnerService);
});
afterAll(() => gateway.close());

/** A new application with users, and their uids in two sets. */
async function crowd(people: number): Promise<{ appId: number; sets: Uint32Array[]; uids: number[] }> {
  const applied = await gateway.app.get(ApplyService).apply({ app: `crowd-${(apps += 1)}` }, { dryRun: false });
  const appId = applied.app.id;
  await gateway.fresh.db.affected(
    `INSERT INTO users.app_user (vb, app_id, uid, ext_id)
     SELECT n * 7 % 1024, $1, n * 1024 + n * 7 % 1024, 'user-' || n FROM generate_series(1, $2::integer) AS n`,
    [appId, people],
  );
  const uids = Array.from({ length: people }, (_, n) => (n + 1) * 1024 + (((n + 1) * 7) % 1024));
  return { appId, uids, sets: [Uint32Array.from(uids.slice(0, 2000)), Uint32Array.from(uids.slice(2000))] };
}

/** By the rows: how often each user of the application has a tag. */
async function countTags(appId: number): Promise<{ users: number; most: number }> {
  const row = await gateway.fresh.db.row<{ users: number; most: number }>(
    `SELECT count(*)::integer AS users, max(cardinality(u.tags))::integer AS most
     FROM users.app_user AS u WHERE u.app_id = $1 AND u.tags <> '{}'`,
    [appId],
  );
  return row ?? { users: 0, most: 0 };
}

/** How often the change feed names each user with a tag. */
async function fedUids(appId: number): Promise<number[]> {
  const rows = await gateway.fresh.db.rows<{ uid: number }>(
    `SELECT unnest(o.uids)::float8 AS uid FROM platform.outbox AS o WHERE o.app_id = $1 AND o.kind = 'tag'`,
    [appId],
  );
  return rows.map(({ uid }) => uid).toSorted((a, b) => a - b);
}

/** Another process takes over after a minute of silence. */
const age = (taggingId: string) =>
  gateway.fresh.db.affected(
    `UPDATE users.tagging AS t SET touched_at = now() - interval '1 hour' WHERE t.tagging_id = $1`,
    [taggingId],
  );

/** Ends the connection that tags, in the midst of a part: it waits there for a row. */
async function killTagger(): Promise<boolean> {
  const killed = await gateway.fresh.db.rows(
    `SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity AS a
     JOIN pg_locks AS l ON l.pid = a.pid AND l.relation = 'users.tagging'::regclass AND l.mode = 'RowExclusiveLock'
     WHERE a.datname = current_database() AND a.wait_event_type = 'Lock'`,
  );
  return killed.length > 0;
}

describe('Tagging of an audience', () => {
  it('A tagging whose process is killed several times adds its tag to each user once, and a removal removes it', async () => {
    const { db } = gateway.fresh;
    const { appId, sets, uids } = await crowd(PEOPLE);
    const { taggingId, people } = await taggings.add(ORIGIN, appId, ADD, sets);
    expect(people).toBe(PEOPLE);
    for (const part of KILLED_PARTS) {
      // The parts of two sets: the second one is the last of the first set.
      const before = [0, 1000, 2000, 3000, 4000][part] ?? 0;
      await db.tx(async (tx) => {
        const [first] = await tx.rows<{ uids: Buffer }>(
          'SELECT p.uids FROM users.tagging_part AS p WHERE p.tagging_id = $1 AND p.part = $2',
          [taggingId, part],
        );
        await tx.row(
          'SELECT 1 FROM users.app_user AS u WHERE u.vb = $2::bigint % 1024 AND u.app_id = $1 AND u.uid = $2 FOR UPDATE',
          [appId, first?.uids.readUInt32LE(0) ?? 0],
        );
        const died = expect(runner.runDue()).rejects.toThrow(/away/);
        await vi.waitFor(async () => expect(await db.outsideTransaction(killTagger)).toBe(true), SOON);
        await died;
      });
      expect(await taggings.get(appId, taggingId)).toMatchObject({ state: 'RUNNING', done: before, changed: before });
      await age(taggingId);
    }
    await runner.runDue();
    expect(await taggings.get(appId, taggingId)).toMatchObject({
      state: 'FINISHED',
      done: PEOPLE,
      changed: PEOPLE,
      askedBy: 'Ada',
    });
    expect(await countTags(appId)).toEqual({ users: PEOPLE, most: 1 });
    expect(await fedUids(appId), 'each once').toEqual(uids);

    const back = await taggings.add(ORIGIN, appId, REMOVE, sets);
    await runner.runDue();
    expect(await taggings.get(appId, back.taggingId)).toMatchObject({ done: PEOPLE, changed: PEOPLE });
    expect((await countTags(appId)).users).toBe(0);
    const entries = await gateway.app.get(AuditService).listEntries(appId, { limit: 10, action: 'tagging.start' });
    expect(entries.map(({ by, differences }) => [by.name, differences])).toEqual([
      [
        'Ada',
        [
          { change: 'remove', subject: 'tag', to: 'winter' },
          { change: 'add', subject: 'users', to: String(PEOPLE) },
        ],
      ],
      [
        'Ada',
        [
          { change: 'add', subject: 'tag', to: 'winter' },
          { change: 'add', subject: 'users', to: String(PEOPLE) },
        ],
      ],
    ]);
  });

  it('A tagging skips tagged, deleted and later users, keeps other tags, and can be stopped before it begins', async () => {
    const { db } = gateway.fresh;
    const { appId, sets, uids } = await crowd(1500);
    const fewer = await taggings.add(ORIGIN, appId, { tag: 'other', direction: 'ADD' }, [
      Uint32Array.from(uids.slice(0, 10)),
    ]);
    const { taggingId } = await taggings.add(ORIGIN, appId, ADD, sets.slice(0, 1));
    await taggings.add(ORIGIN, appId, { tag: 'later', direction: 'ADD' }, [Uint32Array.from(uids.slice(0, 1200))]);
    await db.affected('DELETE FROM users.app_user AS u WHERE u.app_id = $1 AND u.uid = $2', [appId, uids[3] ?? 0]);
    await db.affected(
      `INSERT INTO users.app_user (vb, app_id, uid, ext_id) VALUES (5, $1, 900 * 1024 * 1024 + 5, 'newcomer')`,
      [appId],
    );
    await runner.runDue();
    expect(await taggings.get(appId, fewer.taggingId)).toMatchObject({ state: 'FINISHED', done: 10, changed: 9 });
    expect(await taggings.get(appId, taggingId)).toMatchObject({ done: 1500, changed: 1499 });
    expect(await countTags(appId)).toEqual({ users: 1499, most: 3 });
    const again = await taggings.add(ORIGIN, appId, ADD, sets.slice(0, 1));
    await runner.runDue();
    expect(await taggings.get(appId, again.taggingId)).toMatchObject({ done: 1500, changed: 0 });
    expect(await taggings.get(appId, again.taggingId)).toMatchObject({ state: 'FINISHED' });

    const stopped = await taggings.add(ORIGIN, appId, REMOVE, sets.slice(0, 1));
    await taggings.stop(ORIGIN, appId, stopped.taggingId);
    await runner.runDue();
    expect(await taggings.get(appId, stopped.taggingId)).toMatchObject({ state: 'STOPPED', done: 0 });
    expect(await db.rows('SELECT FROM users.tagging_part AS p WHERE p.app_id = $1', [appId])).toEqual([]);
    await expect(taggings.stop(ORIGIN, appId, stopped.taggingId)).rejects.toMatchObject({ refusal: 'wrong_state' });
  });

  it('A tagging with an earlier time that becomes visible later waits for the one that runs', async () => {
    const { db } = gateway.fresh;
    const shop = await crowd(20);
    const running = await taggings.add(ORIGIN, shop.appId, ADD, shop.sets);
    const late = await taggings.add(ORIGIN, shop.appId, REMOVE, shop.sets);
    await db.affected(`UPDATE users.tagging AS t SET state = 'RUNNING', epoch = 1 WHERE t.tagging_id = $1`, [
      running.taggingId,
    ]);
    await db.affected(
      `UPDATE users.tagging AS t SET created_at = now() - interval '1 minute' WHERE t.tagging_id = $1`,
      [late.taggingId],
    );
    await runner.runDue();
    expect(await taggings.get(shop.appId, late.taggingId)).toMatchObject({ state: 'WAITING' });
    await age(running.taggingId);
    await runner.runDue();
    for (const { taggingId } of [late, running]) {
      expect(await taggings.get(shop.appId, taggingId)).toMatchObject({ state: 'FINISHED', done: 20 });
    }
  });

  it('A tagging waits for the earlier one of its application, and does not hold up other applications', async () => {
    const shop = await crowd(20);
    const bakery = await crowd(20);
    const first = await taggings.add(ORIGIN, shop.appId, ADD, shop.sets);
    const second = await taggings.add(ORIGIN, shop.appId, REMOVE, shop.sets);
    const third = await taggings.add(ORIGIN, bakery.appId, ADD, bakery.sets);
    await gateway.fresh.db.affected(
      `UPDATE users.tagging AS t SET state = 'RUNNING', epoch = 1, touched_at = now() WHERE t.tagging_id = $1`,
      [first.taggingId],
    );
    await runner.runDue();
    expect(await taggings.get(shop.appId, second.taggingId)).toMatchObject({ state: 'WAITING' });
    expect(await taggings.get(bakery.appId, third.taggingId)).toMatchObject({ state: 'FINISHED', changed: 20 });
    await age(first.taggingId);
    await runner.runDue();
    expect(await taggings.get(shop.appId, second.taggingId)).toMatchObject({ state: 'FINISHED', changed: 20 });
    expect((await countTags(shop.appId)).users).toBe(0);
  });

  it.each([
    [{ ...ADD, tag: '' }, 'missing_field'],
    [{ ...ADD, tag: ' x' }, 'malformed'],
    [{ ...ADD, tag: 'x\0' }, 'malformed'],
    [{ ...ADD, tag: 'x'.repeat(256) }, 'malformed'],
    [{ ...REMOVE, tag: 'never' }, 'malformed'],
  ] as const)('A tagging with an invalid tag is refused (case %#)', async (assignment, refusal) => {
    const { appId, sets } = await crowd(3);
    await expect(taggings.add(ORIGIN, appId, assignment, sets)).rejects.toMatchObject({ refusal });
    expect(await taggings.listNewest(appId)).toEqual([]);
  });

  it('A tagging is refused while ten are open, and when it has no users', async () => {
    const { appId, sets } = await crowd(3);
    await expect(taggings.add(ORIGIN, appId, ADD, [])).rejects.toMatchObject({ refusal: 'malformed', field: 'target' });
    for (let n = 0; n < 10; n += 1) {
      await taggings.add(ORIGIN, appId, ADD, sets);
    }
    await expect(taggings.add(ORIGIN, appId, ADD, sets)).rejects.toMatchObject({ refusal: 'wrong_state' });
  });
});
