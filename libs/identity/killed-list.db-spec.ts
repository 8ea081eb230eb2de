import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AuditService } from '#libs/audit';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../test/support/contract/gateway.js';
import { ErasureListRunnerService } from './erasure-list-runner.service.js';
import { ErasureService } from './erasure.service.js';
import { ErasureListService } from './lists/erasure-list.service.js';
import type { ErasureListLine } from './lists/erasure-list.types.js';

/** Parts of a hundred, of which every second line names a user. */
const LINES = 900;
/** In which the process dies. */
const KILLED_PARTS = [0, 3, 8];
/** Applications whose lists name users. */
const WITH_USERS = ['clean', 'killed'];
const SOON = { timeout: 20_000, interval: 20 };
const ORIGIN = { by: { kind: 'member', id: '1', name: 'Ada' } } as const;
const extIdOf = (n: number): string => (n % 2 === 0 ? `user-${n}` : `nobody-${n}`);

let gateway: TestGateway;
const apps: Record<string, number> = {};
beforeAll(async () => {
  gateway = await startGateway();
  for (const name of ['clean', 'killed', 'serial', 'elsewhere']) {
    const applied = await gateway.app
      .get(ApplyService)
      .apply({ app: name, settings: { permanentDeletion: true } }, { dryRun: false });
    apps[name] = applied.app.id;
    if (!WITH_USERS.includes(name)) {
      continue;
    }
    await gateway.fresh.db.affected(
      `INSERT INTO users.app_user (vb, app_id, uid, ext_id)
       SELECT b.vb, $1, (n + 1) * 1024 + b.vb, 'user-' || n FROM generate_series(0, $2::integer - 1, 2) AS n
       CROSS JOIN LATERAL (SELECT ('x' || left(md5($1::integer::text || ':user-' || n), 4))::bit(16)::integer % 1024 AS vb) AS b`,
      [applied.app.id, LINES],
    );
  }
});
afterAll(() => gateway.close());

/** Adds and confirms a list of everyone. */
async function begin(name: string, { known = LINES / 2 } = {}): Promise<{ appId: number; receiptId: string }> {
  const app = { id: apps[name] ?? 0, name, settings: { permanentDeletion: true } };
  const lists = gateway.app.get(ErasureListService);
  const text = Array.from({ length: LINES }, (_, n) => extIdOf(n)).join('\n');
  const counted = await lists.add(ORIGIN, app, text);
  expect(counted.known).toBe(known);
  const { receiptId } = counted;
  await lists.confirm(ORIGIN, app, receiptId, name);
  return { appId: app.id, receiptId };
}

/** The rows that a run leaves behind, without its ids and times. */
async function outcomeOf({ appId, receiptId }: { appId: number; receiptId: string }) {
  const lists = gateway.app.get(ErasureListService);
  const { state, done, users } = await lists.get(appId, receiptId);
  const lines: ErasureListLine[] = [];
  for await (const page of lists.readLines({ appId, receiptId })) {
    lines.push(...page);
  }
  const { asked, counts, users: receiptUsers } = await gateway.app.get(ErasureService).getReceipt(appId, receiptId);
  const entries = await gateway.app.get(AuditService).listEntries(appId, { limit: 100, action: 'users.erase' });
  const left = await gateway.fresh.db.rows('SELECT FROM users.app_user AS u WHERE u.app_id = $1', [appId]);
  return { state, done, users, lines, asked, counts, receiptUsers, entries: entries.length, left: left.length };
}

/** Ends the connection that erases, in the midst of a part: it waits there for a row, on Citus for one of another server. */
async function killEraser(): Promise<boolean> {
  const { db } = gateway.fresh;
  const waits = db.isDistributed
    ? 'EXISTS (SELECT FROM citus_lock_waits AS w WHERE w.waiting_gpid % 10000000000 = a.pid)'
    : "a.wait_event_type = 'Lock'";
  const killed = await db.rows(
    `SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity AS a
     JOIN pg_locks AS l ON l.pid = a.pid AND l.relation = 'identity.erasure_list'::regclass AND l.mode = 'RowExclusiveLock'
     WHERE a.datname = current_database() AND ${waits}`,
  );
  return killed.length > 0;
}

describe('List of people to erase', () => {
  it('An erasure list whose process is killed repeatedly ends like one uninterrupted run', async () => {
    const { db } = gateway.fresh;
    const runner = gateway.app.get(ErasureListRunnerService);
    const lists = gateway.app.get(ErasureListService);
    const clean = await begin('clean');
    await runner.runDue();
    const killed = await begin('killed');
    for (const part of KILLED_PARTS) {
      await db.tx(async (tx) => {
        const row = await tx.row<{ uid: number }>(
          'SELECT u.uid FROM users.app_user AS u WHERE u.app_id = $1 AND u.ext_id = $2',
          [killed.appId, extIdOf(part * 100)],
        );
        await tx.row(
          'SELECT 1 FROM users.app_user AS u WHERE u.vb = $2::bigint % 1024 AND u.app_id = $1 AND u.uid = $2 FOR UPDATE',
          [killed.appId, row?.uid ?? 0],
        );
        const died = expect(runner.runDue()).rejects.toThrow(/away/);
        await vi.waitFor(async () => expect(await db.outsideTransaction(killEraser)).toBe(true), SOON);
        await died;
      });
      expect(await lists.get(killed.appId, killed.receiptId)).toMatchObject({ state: 'RUNNING', done: part * 100 });
      // Another process takes it over after a minute of silence.
      await db.affected(
        `UPDATE identity.erasure_list AS l SET touched_at = now() - interval '1 hour' WHERE l.receipt_id = $1`,
        [killed.receiptId],
      );
    }
    await runner.runDue();
    const [left, right] = [await outcomeOf(killed), await outcomeOf(clean)];
    expect(left).toEqual(right);
    expect(right).toMatchObject({
      state: 'FINISHED',
      done: LINES,
      users: LINES / 2,
      asked: LINES,
      left: 0,
      entries: 9,
    });
    expect(right.lines.map(({ wasUser }) => wasUser)).toEqual(Array.from({ length: LINES }, (_, n) => n % 2 === 0));
  });

  it('Two schedulers at two waiting lists of one application run one of them, while other applications go on', async () => {
    const { db } = gateway.fresh;
    const runner = gateway.app.get(ErasureListRunnerService);
    const lists = gateway.app.get(ErasureListService);
    const first = await begin('serial', { known: 0 });
    const second = await begin('serial', { known: 0 });
    const elsewhere = await begin('elsewhere', { known: 0 });
    await db.tx(async (tx) => {
      // The other scheduler is about to claim the first list.
      await tx.row('SELECT 1 FROM identity.erasure_list AS l WHERE l.receipt_id = $1 FOR UPDATE', [first.receiptId]);
      await db.outsideTransaction(() => runner.runDue());
      expect(await lists.get(second.appId, second.receiptId)).toMatchObject({ state: 'WAITING' });
      expect(await lists.get(elsewhere.appId, elsewhere.receiptId)).toMatchObject({ state: 'FINISHED' });
    });
    await runner.runDue();
    for (const { appId, receiptId } of [first, second]) {
      expect(await lists.get(appId, receiptId)).toMatchObject({ state: 'FINISHED', done: LINES });
    }
  });
});
