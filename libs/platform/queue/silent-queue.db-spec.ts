import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { inject, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '#platform/config';
import { freePort } from '#platform/embedded';
import { createLogger } from '#platform/runtime';
import { hasRedisServer, redisCli, startRedis, type OwnRedis } from '../../../test/support/processes/own-redis.js';
import { openQueueConnection } from './connection.js';
import { defineJob } from './job.js';
import { JobQueue } from './job-queue.js';
import type { QueueConnection } from './queue-connection.js';

const LANE = 'test-lane';
const greeting = defineJob<{ n: number }>('test.greeting');
/** Without the bound there would be no end. */
const AT_MOST_MS = 20_000;
const CALLS = 100;
/** One line in five seconds. */
const MAX_LINES = 1 + AT_MOST_MS / 5000;

describe('Queue without an answer', () => {
  let warnings: string[];
  let connection: QueueConnection | undefined;
  let queue: JobQueue;
  let redis: OwnRedis | undefined;
  let silent: Server | undefined;
  const sockets = new Set<Socket>();

  beforeEach(() => {
    warnings = [];
  });
  afterEach(async () => {
    await queue.close();
    await connection?.close();
    sockets.forEach((socket) => socket.destroy());
    silent?.close();
    await redis?.end();
    [redis, silent] = [undefined, undefined];
  });

  function open(env: Record<string, string>): void {
    const logger = createLogger('test', 'silent');
    logger.warn = (_fields: unknown, text?: string) => void warnings.push(text ?? '');
    logger.error = logger.warn;
    const config = loadConfig({
      DATABASE_URL: inject('postgresUrl'),
      MASTER_KEY: 'a master key for the tests of one room',
      ...env,
    });
    connection = openQueueConnection(config, logger);
    queue = new JobQueue(connection, logger);
  }

  const enqueue = (n: number): Promise<void> => queue.enqueue(greeting, LANE, [{ id: `job-${n}`, payload: { n } }]);

  /** Calls one after another, and expects all of them to return soon, to be counted, and to be logged seldom. */
  async function expectBounded(): Promise<void> {
    const begin = performance.now();
    for (let n = 0; n < CALLS; n++) {
      await enqueue(n);
    }
    expect(await queue.countWaiting(LANE)).toBe(0);
    expect(performance.now() - begin).toBeLessThan(AT_MOST_MS);
    const lines = warnings.filter((text) => text.startsWith('the queue does not take jobs'));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThanOrEqual(MAX_LINES);
    const [metric] = queue.metrics();
    expect(metric?.read()).toEqual([{ value: CALLS }]);
  }

  it('JobQueue.enqueue returns soon while nothing listens at the address of Redis, and works once Redis runs', async (context) => {
    const port = await freePort();
    open({ REDIS_URL: `redis://127.0.0.1:${port}`, QUEUE_PREFIX: `test_${port}` });
    await expectBounded();
    expect(warnings).toContain('no queue in Redis');
    if (!hasRedisServer()) {
      context.skip();
    }
    redis = await startRedis([], port);
    await expectAccepted();
  });

  it.skipIf(!hasRedisServer())(
    'JobQueue.enqueue returns soon while Redis refuses the password, and works once it does not',
    async () => {
      redis = await startRedis(['--requirepass', 'secret']);
      open({ REDIS_URL: redis.url, QUEUE_PREFIX: `test_${redis.port}` });
      await expectBounded();
      expect(warnings).toContain('no queue in Redis');
      redisCli({ ...redis, password: 'secret' }, ['config', 'set', 'requirepass', '']);
      await expectAccepted();
    },
  );

  it('JobQueue.enqueue returns soon while Postgres accepts connections and never answers', async () => {
    silent = createServer((socket) => void sockets.add(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    open({ DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none` });
    await expectBounded();
  });

  /** A queue that answers again takes jobs within seconds. */
  async function expectAccepted(): Promise<void> {
    const last = async (): Promise<number> => {
      await enqueue(CALLS);
      return queue.countWaiting(LANE);
    };
    await expect.poll(last, { timeout: 20_000, interval: 500 }).toBeGreaterThan(0);
  }
});
