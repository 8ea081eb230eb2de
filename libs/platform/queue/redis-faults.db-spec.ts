import { setTimeout as sleep } from 'node:timers/promises';
import { inject, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '#platform/config';
import { freePort } from '#platform/embedded';
import { createLogger, type Logger } from '#platform/runtime';
import { hasRedisServer, redisCli, startRedis, type OwnRedis } from '../../../test/support/processes/own-redis.js';
import { openQueueConnection } from './connection.js';
import { defineHandler, defineJob } from './job.js';
import { JobQueue } from './job-queue.js';
import { JobRunner } from './job-runner.js';
import type { QueueConnection } from './queue-connection.js';

const LANES = Array.from({ length: 13 }, (_, index) => `test-lane-${index}`);
const greeting = defineJob<{ n: number }>('test.greeting');
const SECRET = 'a-secret-of-redis';
/** Long enough for two lines of the same fault. */
const WATCHED_MS = 6000;
const SOON = { timeout: 20_000, interval: 200 };

interface Fault {
  of: string;
  options: string[];
  /** User and password of the URL. */
  login?: string;
  words: RegExp;
  mend: string[];
}

const FAULTS: Fault[] = [
  {
    of: 'that needs a password, without one',
    options: ['--requirepass', SECRET],
    words: /refuses the user name or password in REDIS_URL.*\(NOAUTH\)$/,
    mend: ['config', 'set', 'requirepass', ''],
  },
  {
    of: 'with a wrong password',
    options: ['--requirepass', SECRET],
    login: ':not-the-one',
    words: /refuses the user name or password in REDIS_URL.*\(WRONGPASS\)$/,
    mend: ['config', 'set', 'requirepass', 'not-the-one'],
  },
  {
    of: 'with an unknown user',
    options: ['--requirepass', SECRET],
    login: 'nobody:not-the-one',
    words: /refuses the user name or password in REDIS_URL.*\(WRONGPASS\)$/,
    mend: ['acl', 'setuser', 'nobody', 'on', '>not-the-one', '~*', '&*', '+@all'],
  },
  {
    of: 'that is a read-only replica',
    options: ['--requirepass', SECRET, '--replicaof', '127.0.0.1 1'],
    login: `:${SECRET}`,
    words: /read-only replica of Redis: name the primary/,
    mend: ['replicaof', 'no', 'one'],
  },
  {
    of: 'without memory',
    options: ['--requirepass', SECRET, '--maxmemory', '100kb', '--maxmemory-policy', 'noeviction'],
    login: `:${SECRET}`,
    words: /no memory left for the queue: raise its maxmemory/,
    mend: ['config', 'set', 'maxmemory', '0'],
  },
];

describe.skipIf(!hasRedisServer())('Errors of Redis', () => {
  let lines: { level: string; text: string; fields: Record<string, unknown> }[];
  let logger: Logger;
  let redis: OwnRedis;
  let connection: QueueConnection | undefined;
  let runner: JobRunner | undefined;
  let queue: JobQueue | undefined;

  beforeEach(() => {
    lines = [];
    logger = createLogger('test', 'silent');
    for (const level of ['info', 'warn', 'error'] as const) {
      logger[level] = (fields: unknown, text?: string) =>
        void lines.push({ level, text: text ?? '', fields: fields as Record<string, unknown> });
    }
  });
  afterEach(async () => {
    await runner?.close();
    await queue?.close();
    await connection?.close();
    await redis.end();
    [runner, queue, connection] = [undefined, undefined, undefined];
  });

  function open(url: string): QueueConnection {
    const config = loadConfig({
      DATABASE_URL: inject('postgresUrl'),
      MASTER_KEY: 'a master key for the tests of one room',
      REDIS_URL: url,
    });
    connection = openQueueConnection(config, logger);
    queue = new JobQueue(connection, logger);
    return connection;
  }

  /** Lines of the same text. */
  function countLines(): Map<string, number> {
    const counts = new Map<string, number>();
    lines.forEach(({ text }) => counts.set(text, (counts.get(text) ?? 0) + 1));
    return counts;
  }

  it.each(FAULTS)(
    'A Redis $of is reported with the remedy at most once in five seconds, and works after the repair',
    async ({ options, login, words, mend }) => {
      const begin = performance.now();
      redis = await startRedis(options);
      const connected = open(`redis://${login === undefined ? '' : `${login}@`}127.0.0.1:${redis.port}`);
      const { state } = connected;
      const done: number[] = [];
      runner = new JobRunner(connected, [defineHandler(greeting, async ({ n }) => void done.push(n))], logger);
      LANES.forEach((lane) => runner?.work(lane, 2));
      state.watch();
      await sleep(WATCHED_MS);
      await expect
        .poll(() => state.status, SOON)
        .toMatchObject({ backend: 'Redis', isUp: false, fault: expect.stringMatching(words) });
      expect(state.status.since.getTime()).toBeLessThan(Date.now() - WATCHED_MS / 2);
      expect(lines[0]).toMatchObject({
        level: 'error',
        text: 'no queue in Redis',
        fields: { reason: expect.stringMatching(words) },
      });
      const bound = 2 + (performance.now() - begin) / 5000;
      expect(Math.max(...countLines().values())).toBeLessThanOrEqual(bound);
      expect(lines.length).toBeLessThanOrEqual(2 * bound);
      expect(JSON.stringify(lines)).not.toContain(SECRET);
      expect(JSON.stringify(lines)).not.toContain('not-the-one');
      redisCli({ ...redis, password: SECRET }, mend);
      await expect.poll(() => state.status.isUp, SOON).toBe(true);
      expect(lines.map(({ text }) => text)).toContain('over: no queue in Redis');
      await expect
        .poll(async () => {
          await queue?.enqueue(greeting, LANES[0] ?? '', [{ id: 'job-1', payload: { n: 1 } }]);
          return done.length;
        }, SOON)
        .toBeGreaterThan(0);
    },
  );

  it('A Redis with cluster mode on is refused with the remedy', async () => {
    redis = await startRedis([
      '--cluster-enabled',
      'yes',
      '--cluster-config-file',
      `/tmp/nodes-${await freePort()}.conf`,
    ]);
    const { state, assertUsable } = open(redis.url);
    expect(await state.check()).toBe(false);
    expect(state.status.fault).toMatch(/node of a Redis Cluster/);
    expect(assertUsable).toThrow(/begin it with redis\+cluster:\/\/, or name a Redis with cluster mode off/);
  });

  it('A Redis that may drop jobs is reported once, and refused at a start', async () => {
    redis = await startRedis(['--maxmemory-policy', 'allkeys-lru']);
    const { state, assertUsable } = open(redis.url);
    expect(await state.check()).toBe(true);
    expect(await state.check()).toBe(true);
    expect(assertUsable).toThrow(/set maxmemory-policy to noeviction/);
    expect(lines).toEqual([
      {
        level: 'warn',
        text: expect.stringContaining('set maxmemory-policy to noeviction'),
        fields: { policy: 'allkeys-lru' },
      },
    ]);
  });

  it('A Redis that goes away is reported as down, and found again at its old address', async () => {
    redis = await startRedis();
    const { state } = open(redis.url);
    state.watch();
    expect(await state.check()).toBe(true);
    await redis.end('SIGKILL');
    await expect.poll(() => state.status.isUp, SOON).toBe(false);
    await sleep(2000);
    expect(await state.check()).toBe(false);
    expect(state.status.fault).toMatch(/nothing listens at the address in REDIS_URL.*ECONNREFUSED/);
    redis = await startRedis([], redis.port);
    await expect.poll(() => state.status.isUp, SOON).toBe(true);
  });
});
