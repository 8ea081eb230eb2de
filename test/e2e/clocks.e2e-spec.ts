import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startChild } from '../support/processes/children.js';
import { childOf, startStack, type Stack } from '../support/processes/stack.js';
import { FAKETIME, setClock, wrongClockEnv } from '../support/processes/wrong-clock.js';
import { emptyDatabase, type EmptyDatabase } from '../support/database/database.js';
import { reachableUsers } from '../support/rooms/reachable-users.js';

/** Shorter than what the clocks are off. */
const FOUND = { timeout: 30_000 };
const MASTER_KEY = 'x'.repeat(32);

/** The promise of docs/reliability.md: no clock of a process decides. */
describe.skipIf(!FAKETIME)('Processes with wrong clocks', () => {
  let folder: string;
  let database: EmptyDatabase;
  let stack: Stack;
  const fileOf = (name: string): string => join(folder, name);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'herald-clocks-'));
    database = await emptyDatabase();
    for (const name of ['gateway', 'worker', 'other']) {
      await setClock(fileOf(name), 0);
    }
    stack = await startStack({
      databaseUrl: database.url,
      masterKey: MASTER_KEY,
      envOf: { gateway: wrongClockEnv(fileOf('gateway')), worker: wrongClockEnv(fileOf('worker')) },
    });
    await stack.rest.register(await reachableUsers(stack.simulators, 'IOS', 4));
  });
  afterAll(async () => {
    await stack.stop();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function readOffset(name: string): Promise<number> {
    const answer = await fetch(`http://127.0.0.1:${childOf(stack, name).port}/metrics`);
    const [, value] = /^herald_clock_offset_seconds\S* (\S+)$/m.exec(await answer.text()) ?? [];
    return Number(value);
  }

  /** Sends a single message and a campaign. @returns when the two are due */
  async function sendToAll(): Promise<string[]> {
    const message = { title: 'Code', text: 'Your code', platforms: ['IOS'] };
    const key = (await stack.rest.post<{ notificationKey: number }>('createNotificationDefinition', { message })).body
      .notificationKey;
    const single = { notificationKey: String(key), target: { extId: ['ios-0'] } };
    expect((await stack.rest.post('sendNotification', [single])).status).toBe(200);
    expect((await stack.rest.post('sendBulkNotification', { message, target: { sendToAll: true } })).status).toBe(200);
    const rows = await stack.db.rows<{ early: boolean }>(
      `SELECT due_at <= created_at AS early FROM delivery.dispatch ORDER BY dispatch_id DESC LIMIT 2`,
    );
    return rows.map(({ early }) => (early ? 'due at once' : 'due later'));
  }

  async function open(): Promise<number | undefined> {
    return (await stack.db.row<{ n: number }>('SELECT count(*) AS n FROM delivery.dispatch WHERE state < 3'))?.n;
  }

  it.each([
    ['gateway', 45],
    ['gateway', -45],
    ['worker', 45],
    ['worker', -45],
  ])('Sends leave at once after the clock of the %s was set by %i s', async (name, aheadSeconds) => {
    await setClock(fileOf(name), aheadSeconds);
    expect(await sendToAll()).toEqual(['due at once', 'due at once']);
    await expect.poll(open, FOUND).toBe(0);
    await setClock(fileOf(name), 0);
  });

  it('The metric of the clock offset shows a difference of 3 s', async () => {
    for (const name of ['gateway', 'worker']) {
      await setClock(fileOf(name), 3);
      await expect.poll(() => readOffset(name).then(Math.round), FOUND).toBe(3);
      await setClock(fileOf(name), 0);
    }
    expect(await readOffset('scheduler')).toBeCloseTo(0, 0);
  });

  it('herald doctor reports a clock that is 3 s ahead', async () => {
    await setClock(fileOf('other'), 3);
    const ahead = await runDoctor();
    expect(ahead.output).toMatch(/^FAILED {2}clock +is [23]\.\d s ahead of the database's: set it right \(NTP\)$/m);
    expect(ahead.code).toBe(1);
    await setClock(fileOf('other'), 0);
    expect((await runDoctor()).output).toMatch(/^ok {6}clock +0\.0 s /m);
  });

  it.each(['gateway', 'worker', 'scheduler'])(
    'A process whose clock is 15 s ahead does not start: %s',
    async (name) => {
      await setClock(fileOf('other'), 15);
      const start = startChild(
        name,
        { DATABASE_URL: database.url, MASTER_KEY, PORT: '0', ...wrongClockEnv(fileOf('other')) },
        folder,
      );
      await expect(start).rejects.toThrow(
        /The clock of this machine is 1[45]\.\d s ahead of the database's, more than 10 s: set it right/,
      );
    },
  );

  async function runDoctor(): Promise<{ code: number | null; output: string }> {
    const child = spawn(process.execPath, [resolve('dist/apps/cli/main.js'), 'doctor'], {
      env: {
        PATH: process.env['PATH'],
        HERALD_HOME: folder,
        DATABASE_URL: database.url,
        MASTER_KEY,
        ...wrongClockEnv(fileOf('other')),
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const output = text(child.stdout);
    await once(child, 'close');
    return { code: child.exitCode, output: await output };
  }
});
