import { createServer, type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunningProcess } from '#platform/app';
import { loadConfig, type Config } from '#platform/config';
import { freePort } from '#platform/embedded';
import type { ReadinessCheck } from '#platform/health';
import { createLogger, type Logger } from '#platform/runtime';
import { startGateway } from '../../../apps/gateway/start.js';
import { startScheduler } from '../../../apps/scheduler/start.js';
import { startWorker } from '../../../apps/worker/start.js';
import { openCuttableLine, type CuttableLine } from '../../support/database/cuttable-line.js';
import { freshDatabase, type FreshDatabase } from '../../support/database/database.js';
import { hasRedisServer, startRedis, type OwnRedis } from '../../support/processes/own-redis.js';

const START: Record<Name, (config: Config, logger: Logger) => Promise<RunningProcess>> = {
  gateway: startGateway,
  worker: startWorker,
  scheduler: startScheduler,
};
const NAMES = ['gateway', 'worker', 'scheduler'] as const;
type Name = (typeof NAMES)[number];
const SECRET = 'a-secret-of-redis';
const SOON = { timeout: 60_000, interval: 200 };
/** Settings, addresses, and words of statements. */
const PRIVATE = /127\.0\.0\.1|localhost|postgres:|redis:\/\/\S|SELECT|FROM |herald_migration|a-secret/i;

interface Answer {
  status: number;
  body: { status: string; version?: string; commit?: string; checks: ReadinessCheck[] };
  text: string;
}

async function ask(port: number): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${port}/health/ready`);
  const text = await answer.text();
  return { status: answer.status, body: JSON.parse(text) as Answer['body'], text };
}

/** The checks that are not ok, by name, with their reasons. */
async function faultsAt(port: number): Promise<{ status: number; faults: Record<string, string | null> }> {
  const { status, body, text } = await ask(port).catch(() => ({ status: 0, body: { checks: [] }, text: '' }));
  expect(text).not.toMatch(PRIVATE);
  const faults = body.checks.filter(({ ok }) => !ok).map(({ name, reason }) => [name, reason]);
  return { status, faults: Object.fromEntries(faults) as Record<string, string | null> };
}

/** A database of its own, behind a line that can be cut, and the processes that work on it. */
interface Site {
  fresh: FreshDatabase;
  line: CuttableLine;
  /** Called before the processes stop, the last first. */
  undo: (() => unknown)[];
  start(name: Name, env?: Record<string, string>): Promise<RunningProcess>;
  /** Leaves the processes to whoever stopped them. */
  forget(): void;
  close(): Promise<void>;
}

async function openSite(): Promise<Site> {
  const fresh = await freshDatabase();
  const line = await openCuttableLine(fresh.url);
  const running: RunningProcess[] = [];
  const undo: Site['undo'] = [];
  return {
    fresh,
    line,
    undo,
    async start(name, env = {}) {
      const config = loadConfig({
        PORT: '0',
        HEALTH_PORT: '0',
        DATABASE_URL: line.url,
        MASTER_KEY: 'the master key of these processes',
        ...env,
      });
      const started = await START[name](config, createLogger('test', 'silent'));
      running.push(started);
      return started;
    },
    forget: () => running.splice(0),
    async close() {
      line.cuts = [];
      for (const step of undo.toReversed()) {
        await step();
      }
      await Promise.all(running.map((each) => each.stop()));
      line.close();
      await fresh.close();
    },
  };
}

describe.each(NAMES)('/health/ready of one %s', (name) => {
  let site: Site;
  let port: number;
  beforeAll(async () => {
    site = await openSite();
    ({ port } = await site.start(name));
  });
  afterAll(() => site.close());

  it(`The ${name} lists its checks, each ok and without a reason, beside the build`, async () => {
    const { status, body } = await ask(port);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'ready', version: expect.any(String), commit: expect.any(String) });
    expect(body.checks.map((check) => check.name)).toEqual([
      'database',
      'migrations',
      'masterKey',
      'queue',
      'clock',
      'draining',
    ]);
    for (const { ok, reason, since } of body.checks) {
      expect([ok, reason, new Date(since).toISOString()]).toEqual([true, null, since]);
    }
  });

  it(`The ${name} names a database that is away, since when, and its return`, async () => {
    site.line.cuts = [{ where: 'request', word: '' }];
    await expect
      .poll(() => faultsAt(port), SOON)
      .toMatchObject({ status: 503, faults: { database: expect.stringMatching(/^The database does not answer/) } });
    const [first] = (await ask(port)).body.checks;
    const [second] = (await ask(port)).body.checks;
    expect(second?.since).toBe(first?.since);
    site.line.cuts = [];
    await expect.poll(() => faultsAt(port), SOON).toEqual({ status: 200, faults: {} });
    const [after] = (await ask(port)).body.checks;
    expect(Date.parse(after?.since ?? '')).toBeGreaterThan(Date.parse(first?.since ?? ''));
  });

  it(`The ${name} names a migration that its database lacks`, async () => {
    await site.fresh.db.affected(
      'DELETE FROM herald_migration WHERE id IN (SELECT id FROM herald_migration ORDER BY id DESC LIMIT 2)',
    );
    const missing = 'The database is older than this release by 2 migrations: run "herald migrate"';
    await expect.poll(() => faultsAt(port), SOON).toEqual({ status: 503, faults: { migrations: missing } });
  });
});

describe('/health/ready', () => {
  let site: Site;
  beforeEach(async () => {
    site = await openSite();
  });
  afterEach(() => site.close());

  it('A database that takes connections and never answers is named within the time of a probe', async () => {
    const { port } = await site.start('worker');
    site.line.close();
    const silent = createServer(() => undefined).listen(Number(new URL(site.line.url).port), '127.0.0.1');
    site.undo.push(() => silent.close());
    site.line.cuts = [{ where: 'request', word: '' }];
    await expect.poll(async () => (await faultsAt(port)).status, SOON).toBe(503);
    const asked = performance.now();
    expect((await faultsAt(port)).faults['database']).toMatch(/^The database does not answer/);
    expect(performance.now() - asked).toBeLessThan(5000);
    expect((silent.address() as AddressInfo).port).toBeGreaterThan(0);
  });

  it('A process that waits at its start names why: a schema that is too old', async () => {
    const port = await freePort();
    const name = await takeLastMigration(site.fresh);
    const starting = site.start('scheduler', { HEALTH_PORT: String(port) });
    await expect
      .poll(() => faultsAt(port), SOON)
      .toMatchObject({ status: 503, faults: { migrations: expect.stringMatching(/"herald migrate"$/) } });
    await site.fresh.db.affected('INSERT INTO herald_migration (timestamp, name) VALUES (1, $1)', [name]);
    await starting;
    expect(await faultsAt(port)).toEqual({ status: 200, faults: {} });
  });

  describe.skipIf(!hasRedisServer())('with Redis', () => {
    let redis: OwnRedis;
    beforeEach(async () => {
      redis = await startRedis(['--requirepass', SECRET]);
      site.undo.push(() => redis.end('SIGKILL'));
    });
    const url = (): string => `redis://:${SECRET}@127.0.0.1:${redis.port}`;

    it.each(NAMES)('The %s names a Redis that is away, and only a gateway stays ready', async (name) => {
      const { port } = await site.start(name, { REDIS_URL: url() });
      expect(await faultsAt(port)).toEqual({ status: 200, faults: {} });
      await redis.end();
      await expect
        .poll(() => faultsAt(port), SOON)
        .toMatchObject({
          status: name === 'gateway' ? 200 : 503,
          faults: { queue: expect.stringMatching(/REDIS_URL|Redis/) },
        });
    });

    it.each([
      ['a wrong password', () => `redis://:another@127.0.0.1:${redis.port}`, /refuses the user name or password/],
      ['a port where nothing listens', () => 'redis://127.0.0.1:1', /nothing listens at the address/],
    ])('The reason of a worker with %s is a sentence without address', async (_, makeUrl, reason) => {
      const { port } = await site.start('worker', { REDIS_URL: makeUrl() });
      await expect
        .poll(() => faultsAt(port), SOON)
        .toMatchObject({ status: 503, faults: { queue: expect.stringMatching(reason) } });
    });

    it.each(['worker', 'scheduler'] as const)('The %s that is stopping says so until it has ended', async (name) => {
      const { port, stop } = await site.start(name, { REDIS_URL: url() });
      site.forget();
      process.kill(redis.pid, 'SIGSTOP');
      site.undo.push(() => process.kill(redis.pid, 'SIGCONT'));
      const stopping = stop();
      // The process notes the request to stop a moment after it is made; without its queue it cannot end.
      await expect
        .poll(async () => faultsAt(port), { timeout: 10_000 })
        .toMatchObject({ status: 503, faults: { draining: 'The process is stopping' } });
      process.kill(redis.pid, 'SIGCONT');
      await stopping;
      expect((await faultsAt(port)).status).toBe(0);
    });
  });
});

/** Acts as a release that adds a migration. @returns its name */
async function takeLastMigration({ db }: FreshDatabase): Promise<string> {
  const last = await db.row<{ name: string }>(
    'DELETE FROM herald_migration WHERE id = (SELECT max(id) FROM herald_migration) RETURNING name',
  );
  return last?.name ?? '';
}
