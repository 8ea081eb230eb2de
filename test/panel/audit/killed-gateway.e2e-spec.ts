import { checkOf } from '../../support/panel/compose/check-answers.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { memberOf, type PanelMember } from '../../support/contract/panel-member.js';
import { emptyDatabase, type EmptyDatabase } from '../../support/database/database.js';
import { changedTables, readTableStates } from '../../support/database/table-states.js';
import { signInFirst } from '../../support/panel/panel-session.js';
import { childOf, startStack, type Stack } from '../../support/processes/stack.js';
import { reachableUsers } from '../../support/rooms/reachable-users.js';

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
/** A transaction that adds an entry waits for this lock: all of the write is before it, nothing is committed. */
const GATE = 4711;
/** Tables of the session itself, and of ids that are never reused. */
const UNRELATED = ['members.session', 'platform.id_block', 'bullmq.'];
const SOON = { timeout: 30_000, interval: 50 };
/** The key of both tries, as a page sends it again. */
const ONCE = { 'idempotency-key': 'b1f1a0de-0000-4000-8000-000000000001' };

type Ask = (member: PanelMember) => Promise<{ status: number; text: string; json: unknown }>;

describe('Gateway killed between a write and its audit entry', () => {
  let database: EmptyDatabase;
  let stack: Stack;
  let home: string;
  let member: PanelMember;
  let scheduled: number;
  let app: string;
  let uid: string;
  let checked: object;
  beforeAll(async () => {
    [database, home] = await Promise.all([emptyDatabase(), mkdtemp(join(tmpdir(), 'herald-killed-'))]);
    stack = await startStack({ databaseUrl: database.url, masterKey: MASTER_KEY });
    const base = `http://localhost:${childOf(stack, 'gateway').port}`;
    const env = { DATABASE_URL: database.url, MASTER_KEY, HERALD_HOME: home };
    member = memberOf(base, 0, await signInFirst(base, env));
    const users = await reachableUsers(stack.simulators, 'IOS', 3);
    await stack.rest.register(users);
    // New names of tags are kept also where the request that brings them fails.
    await stack.rest.post('tagUsers', { tag: 'testers', extIds: ['ios-1'] });
    const sent = await stack.rest.post<{ notificationKey: number }>('sendBulkNotification', LATER);
    scheduled = sent.body.notificationKey;
    const { apps } = (await member.get('/me')).json as { apps: { key: string }[] };
    app = `/apps/${apps[0]?.key}`;
    const found = await member.get(`${app}/users/find?by=extId&value=ios-0`);
    uid = (found.json as { items: { uid: string }[] }).items[0]?.uid ?? '';
    const { hash, planned } = checkOf(await member.post(`${app}/compose/check`, CAMPAIGN)) as Record<string, unknown>;
    checked = { campaign: CAMPAIGN, seen: { hash, planned } };
    // No other process writes from here on.
    await Promise.all(['worker', 'scheduler'].map((name) => childOf(stack, name).end('SIGTERM')));
    await stack.db.tx(async (tx) => {
      await tx.affected(`CREATE FUNCTION audit.gate() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_advisory_xact_lock(${GATE}); RETURN NEW; END $$`);
      await tx.affected('CREATE TRIGGER gate BEFORE INSERT ON audit.entry FOR EACH ROW EXECUTE FUNCTION audit.gate()');
    });
  });
  afterAll(async () => {
    await stack?.stop();
    await database?.close();
    await rm(home, { recursive: true, force: true });
  });

  /** Asks, kills the gateway where the entry is about to be added, and waits until nothing of it is under way. */
  async function killWithin(ask: Ask): Promise<void> {
    const gateway = childOf(stack, 'gateway');
    await stack.db.tx(async (tx) => {
      await tx.affected(`SELECT pg_advisory_xact_lock(${GATE})`);
      const lost = ask(member).then(
        ({ status, text }) => `answered: ${status} ${text}`,
        () => 'lost',
      );
      await vi.waitFor(async () => expect(await waiting()).toBe(1), SOON);
      await gateway.end('SIGKILL');
      expect(await lost).toBe('lost');
    });
    await vi.waitFor(async () => expect(await gates()).toBe(0), SOON);
    await stack.replace(gateway);
  }

  const countLocks = async (where: string): Promise<number> => {
    const rows = await stack.db.rows<{ n: number }>(
      `SELECT count(*)::int AS n FROM pg_locks AS l
        WHERE l.locktype = 'advisory' AND l.objid = ${GATE}
          AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()) ${where}`,
    );
    return rows[0]?.n ?? -1;
  };
  const waiting = () => countLocks('AND NOT l.granted');
  const gates = () => countLocks('');
  const readState = () => readTableStates(stack.db, UNRELATED);
  const countEntries = async () =>
    (await stack.db.rows<{ n: number }>('SELECT count(*)::int AS n FROM audit.entry'))[0]?.n ?? -1;

  const WRITES: readonly (readonly [name: string, ask: Ask, writes: string])[] = [
    ['a pause', (who) => who.post(`${app}/campaigns/${scheduled}/pause`), 'delivery.dispatch'],
    ['a launch', (who) => who.post(`${app}/compose/launch`, checked, ONCE), 'delivery.dispatch'],
    ['a change of a user', (who) => who.post(`${app}/users/${uid}/changes`, CHANGES), 'users.app_user'],
    ['a new key', (who) => who.post(`${app}/keys`, { kind: 'rest', name: 'b', scopes: ['users'] }), 'tenancy.api_key'],
    ['an invitation', (who) => who.post('/members', GUEST), 'members.member'],
  ];

  it.each(WRITES)(
    'A killed gateway leaves neither write nor entry of %s, and the same request again leaves both',
    async (_, ask, writes) => {
      const before = await readState();
      const entries = await countEntries();
      await killWithin(ask);
      expect(changedTables(before, await readState())).toEqual([]);

      const { status, text } = await ask(member);
      expect([200, 204], text).toContain(status);
      expect(changedTables(before, await readState())).toEqual(expect.arrayContaining([writes]));
      expect(await countEntries()).toBe(entries + 1);
    },
  );
});

const LATER = {
  message: { title: 'Winter', text: 'All coats', platforms: ['IOS'] },
  target: { sendToAll: true },
  schedule: { startTime: '2999-01-01T00:00:00' },
};
const CHANGES = { addTags: ['testers'], trial: false };
const GUEST = { name: 'Bo', email: 'bo@example.com', grants: [{ role: 'analyst', app: null }] };
const CAMPAIGN = {
  message: { title: 'Spring', text: 'Coats again', platforms: ['IOS'] },
  target: { sendToAll: true },
};
