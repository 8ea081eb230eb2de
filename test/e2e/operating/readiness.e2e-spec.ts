import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#platform/db';
import { freePort } from '#platform/embedded';
import { createLogger } from '#platform/runtime';
import { migrate } from '../../../migrations/data-source.js';
import { openCuttableLine } from '../../support/database/cuttable-line.js';
import {
  emptyDatabase,
  freshDatabase,
  type EmptyDatabase,
  type FreshDatabase,
} from '../../support/database/database.js';
import { hasRedisServer, redisCli, startRedis, type OwnRedis } from '../../support/processes/own-redis.js';

const NAMES = ['gateway', 'worker', 'scheduler'] as const;
type Name = (typeof NAMES)[number];
const MASTER_KEY = 'the master key of these processes';
const SECRET = 'a-secret-of-redis';
const WATCHED_MS = 12_000;
/** A busy machine takes its time. */
const SOON = { timeout: 60_000, interval: 300 };

interface LogLine {
  level: string;
  msg: string;
  reason?: string;
  channel?: string;
  err?: { code?: string; message?: string; cause?: { code?: string; message?: string } };
}

/** The promise of docs/reliability.md: a process says that it is ready when it can work, and why it is not. */
describe('Readiness of processes', { timeout: 400_000 }, () => {
  let folder: string;
  let database: EmptyDatabase;
  let children: { process: ChildProcess; log: string; port: number; name: Name }[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'herald-ready-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  beforeEach(() => {
    children = [];
  });
  afterEach(async () => {
    await Promise.all(children.map(({ process: child }) => end(child)));
    await database.close();
  });

  /** Starts a process without waiting for anything. */
  async function start(name: Name, env: Record<string, string> = {}): Promise<(typeof children)[number]> {
    const port = await freePort();
    const log = join(folder, `${name}-${port}.log`);
    const out = openSync(log, 'a');
    const child = fork(resolve('dist', 'apps', name, 'main.js'), {
      env: {
        PATH: process.env['PATH'] ?? '',
        HERALD_HOME: folder,
        DATABASE_URL: database.url,
        MASTER_KEY,
        [name === 'gateway' ? 'PORT' : 'HEALTH_PORT']: String(port),
        ...env,
      },
      stdio: ['ignore', out, out, 'ipc'],
      // Else it has those of the test.
      execArgv: [],
    });
    const started = { process: child, log, port, name };
    children.push(started);
    return started;
  }

  async function useMigrated(): Promise<FreshDatabase> {
    const fresh = await freshDatabase({ pool: 2 });
    database = fresh;
    return fresh;
  }

  const startAll = async (env: Record<string, string> = {}): Promise<typeof children> =>
    Promise.all(NAMES.map(async (name) => start(name, env)));

  it.each(NAMES)('The %s waits for the migration of an empty database, and is ready after it', async (name) => {
    database = await emptyDatabase();
    const { port, log } = await start(name);
    await expect.poll(() => status(port, 'live'), SOON).toBe(200);
    await expect.poll(() => reasonsOf(log), SOON).toContain('The database has no tables yet: run "herald migrate"');
    expect(await status(port, 'ready')).toBe(503);
    expect(readFileSync(log, 'utf8')).not.toMatch(/\n\s+at |"stack"/);
    expect(readLog(log).map(({ msg }) => msg)).not.toContain('ready');
    await migrate(database.url);
    await expect.poll(() => status(port, 'ready'), SOON).toBe(200);
    await expect.poll(() => readLog(log).map(({ msg }) => msg), SOON).toContain('ready');
  });

  it('A worker waits for the newest migration, and works on a newer database, which it logs', async () => {
    const { db } = await useMigrated();
    const [last] = await db.rows<{ name: string }>(
      'DELETE FROM herald_migration WHERE id = (SELECT max(id) FROM herald_migration) RETURNING name',
    );
    const { port, log } = await start('worker');
    await expect
      .poll(() => reasonsOf(log), SOON)
      .toContain('The database is older than this release by 1 migration: run "herald migrate"');
    expect(await status(port, 'ready')).toBe(503);
    await db.affected(
      `INSERT INTO herald_migration (timestamp, name) VALUES (1, $1), (1899999999999, 'OfTheNextRelease1899999999999')`,
      [last?.name ?? ''],
    );
    await expect.poll(() => status(port, 'ready'), SOON).toBe(200);
    expect(readFileSync(log, 'utf8')).toContain('The database is newer than this release by 1 migration');
  });

  it('A process is not ready with a master key that opens nothing stored, and is ready with the one that does', async () => {
    await useMigrated();
    await applyFile('app: shop\nchannels: { apns: { simulator: true } }');
    const all = await startAll({ MASTER_KEY: 'another key, of which nothing was sealed' });
    for (const { port, log } of all) {
      await expect.poll(() => reasonsOf(log).join(), SOON).toMatch(/^MASTER_KEY opens nothing of what is stored: /);
      expect(await status(port, 'ready')).toBe(503);
      expect(await status(port, 'live')).toBe(200);
    }
    const doctor = await runDoctor({ MASTER_KEY: 'another key, of which nothing was sealed' });
    expect(doctor.output).toMatch(/^FAILED {2}secrets +.*MASTER_KEY/m);
    const { port } = await start('gateway', {
      MASTER_KEY: 'another key, of which nothing was sealed',
      MASTER_KEY_PREVIOUS: MASTER_KEY,
    });
    await expect.poll(() => status(port, 'ready'), SOON).toBe(200);
  });

  it('A process logs no error more often than every five seconds while its database cuts every connection', async () => {
    await useMigrated();
    const line = await openCuttableLine(database.url);
    const all = await startAll({ DATABASE_URL: line.url });
    for (const { port } of all) {
      await expect.poll(() => status(port, 'ready'), SOON).toBe(200);
    }
    const before = all.map(({ log }) => readLog(log).length);
    const begin = performance.now();
    line.cuts = [{ where: 'request', word: '' }];
    await sleep(WATCHED_MS);
    for (const { port } of all) {
      expect(await status(port, 'ready')).toBe(503);
    }
    const outages = all.map(({ log }, index) => readLog(log).slice(before[index]));
    line.cuts = [];
    const bound = 2 + (performance.now() - begin) / 5000;
    for (const [index, { name }] of all.entries()) {
      const counts = new Map<string, number>();
      const faults = (outages[index] ?? []).filter(({ level }) => level !== 'info');
      faults.forEach(({ msg, err, channel, reason }) => {
        const kind = [msg, err?.code ?? err?.message, err?.cause?.code ?? err?.cause?.message, channel, reason].join(
          ' ',
        );
        counts.set(kind, (counts.get(kind) ?? 0) + 1);
      });
      const [often] = [...counts].toSorted(([, a], [, b]) => b - a);
      expect(often?.[1] ?? 0, `${name}: ${often?.[0]}`).toBeLessThanOrEqual(bound);
      expect(faults.length, `${name}: ${[...counts].join('; ')}`).toBeLessThan(25 * bound);
    }
    for (const { port } of all) {
      await expect.poll(() => status(port, 'ready'), SOON).toBe(200);
    }
    line.close();
  });

  it('herald doctor says in one sentence each what to do, also as JSON', async () => {
    database = await emptyDatabase();
    const before = await runDoctor({}, ['--json']);
    expect(before.code).toBe(1);
    const report = JSON.parse(before.output) as {
      ok: boolean;
      findings: { check: string; status: string; text: string }[];
    };
    expect(report.ok).toBe(false);
    expect(report.findings).toContainEqual({
      check: 'schema',
      status: 'failed',
      text: 'The database has no tables yet: run "herald migrate"',
    });
    expect(report.findings).toContainEqual({
      check: 'queue',
      status: 'failed',
      text: 'the tables of the queue are missing or old: run "herald migrate"',
    });
    expect(before.output).not.toMatch(/relation|\\n/);
    const list = runHerald(['account', 'list'], {});
    const [told] = await Promise.all([list.stderr ? text(list.stderr) : '', once(list, 'close')]);
    expect(told).toBe('herald: The database lacks a table of this release: run "herald migrate".\n');
    await migrate(database.url);
    const after = await runDoctor({});
    expect(after.output).not.toContain('FAILED');
    expect(after.code).toBe(0);
    for (const check of ['schema', 'partitions', 'pool', 'clock', 'secrets', 'queue', 'accounts']) {
      expect(after.output).toMatch(new RegExp(`^ok {6}${check} `, 'm'));
    }
    await dropTomorrow(database.url);
    const later = await runDoctor({});
    expect(later.output).toMatch(/^FAILED {2}partitions +events\.event has none .*"herald migrate"$/m);
    expect(later.code).toBe(1);
  });

  describe.skipIf(!hasRedisServer())('Readiness with Redis', () => {
    let redis: OwnRedis;
    afterEach(() => redis.end());

    it('A process with a wrong Redis password is not ready, unless it is a gateway, and logs seldom', async () => {
      await useMigrated();
      redis = await startRedis(['--requirepass', SECRET]);
      const env = { REDIS_URL: `redis://:not-the-one@127.0.0.1:${redis.port}` };
      const begin = performance.now();
      const all = await startAll(env);
      for (const { port } of all) {
        await expect.poll(() => status(port, 'live'), SOON).toBe(200);
      }
      await sleep(WATCHED_MS);
      for (const { name, port, log } of all) {
        expect(await status(port, 'ready'), name).toBe(name === 'gateway' ? 200 : 503);
        const lines = readLog(log);
        const isReadyTold = lines.some(({ msg }) => msg === 'ready');
        expect(isReadyTold, name).toBe(name === 'gateway');
        const faults = lines.filter(({ level }) => level !== 'info');
        expect(reasonsOf(log), name).toContainEqual(
          expect.stringMatching(/^Redis refuses the user name or password in REDIS_URL: correct it/),
        );
        // Lines of the same fault are five seconds apart, whoever meets it; there may be two faults.
        const bound = 4 + (2 * (performance.now() - begin)) / 5000;
        expect(faults.length, `${name}: ${faults.map(({ msg }) => msg).join(', ')}`).toBeLessThan(bound);
        expect(readFileSync(log, 'utf8')).not.toContain('not-the-one');
      }
      const another = await start('worker', env);
      await expect.poll(() => reasonsOf(another.log).length, SOON).toBeGreaterThan(0);
      await end(another.process);
      // 1 after the grace period.
      expect(another.process.exitCode).toBe(0);
      const doctor = await runDoctor(env);
      expect(doctor.code).toBe(1);
      expect(doctor.output).toMatch(/^FAILED {2}queue +Redis refuses the user name or password in REDIS_URL/m);
      redisCli({ ...redis, password: SECRET }, ['config', 'set', 'requirepass', 'not-the-one']);
      for (const { name, port, log } of all) {
        await expect.poll(() => status(port, 'ready'), SOON).toBe(200);
        await expect.poll(() => readLog(log).map(({ msg }) => msg), SOON).toContain('over: no queue in Redis');
        await expect.poll(() => readLog(log).map(({ msg }) => msg), SOON).toContain('ready');
        expect(name).toBeDefined();
      }
      expect((await runDoctor(env)).output).toMatch(/^ok {6}queue +/m);
    });

    it('herald doctor reports a Redis that may drop jobs', async () => {
      await useMigrated();
      redis = await startRedis(['--maxmemory-policy', 'allkeys-lru']);
      const { code, output } = await runDoctor({ REDIS_URL: redis.url });
      expect(output).toMatch(/^FAILED {2}queue +.*set maxmemory-policy to noeviction$/m);
      expect(code).toBe(1);
    });

    it.each(NAMES)('The %s does not start with a Redis with cluster mode on, and says what to do', async (name) => {
      await useMigrated();
      const nodes = join(folder, `nodes-${await freePort()}.conf`);
      redis = await startRedis(['--cluster-enabled', 'yes', '--cluster-config-file', nodes]);
      const { process: child, log } = await start(name, { REDIS_URL: redis.url });
      await expect.poll(() => child.exitCode, SOON).toBe(1);
      expect(readLog(log).at(-1)).toMatchObject({
        level: 'fatal',
        msg: 'could not start',
        reason: expect.stringMatching(/begin it with redis\+cluster:\/\/, or name a Redis with cluster mode off/),
      });
      expect(readFileSync(log, 'utf8')).not.toContain('"stack"');
    });
  });

  async function applyFile(content: string): Promise<void> {
    const path = join(folder, 'app.yaml');
    await writeFile(path, content);
    const child = runHerald(['apply', path], {});
    const output = child.stderr ? text(child.stderr) : undefined;
    await once(child, 'close');
    expect(await output).toBe('');
  }

  async function runDoctor(
    env: Record<string, string>,
    options: string[] = [],
  ): Promise<{ code: number | null; output: string }> {
    const child = runHerald(['doctor', ...options], env);
    const output = child.stdout ? text(child.stdout) : Promise.resolve('');
    await once(child, 'close');
    return { code: child.exitCode, output: await output };
  }

  function runHerald(args: string[], env: Record<string, string>): ChildProcess {
    return spawn(process.execPath, [resolve('dist/apps/cli/main.js'), ...args], {
      env: { PATH: process.env['PATH'], HERALD_HOME: folder, DATABASE_URL: database.url, MASTER_KEY, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }
});

/** Acts as a scheduler that was away for a week. */
async function dropTomorrow(url: string): Promise<void> {
  const db = await openDatabase(url, 1, createLogger('test', 'silent'));
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
  await db.affected(`DROP TABLE events.event_${tomorrow}`);
  await db.close();
}

/** 0: nothing listens. */
async function status(port: number, probe: 'live' | 'ready'): Promise<number> {
  return fetch(`http://127.0.0.1:${port}/health/${probe}`, { signal: AbortSignal.timeout(10_000) }).then(
    (answer) => answer.status,
    () => 0,
  );
}

function readLog(path: string): LogLine[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => (line.startsWith('{') && line.endsWith('}') ? [JSON.parse(line) as LogLine] : []));
}

/** Each reason once. */
function reasonsOf(path: string): string[] {
  return [...new Set(readLog(path).flatMap(({ reason }) => reason ?? []))];
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
}
