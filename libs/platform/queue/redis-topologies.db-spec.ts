import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensureAuthority } from '#platform/authority';
import { loadConfig } from '#platform/config';
import { freePort } from '#platform/embedded';
import { createLogger, type Logger } from '#platform/runtime';
import {
  hasRedisServer,
  redisCli,
  startRedis,
  startSentinel,
  type OwnRedis,
} from '../../../test/support/processes/own-redis.js';
import { startRedisCluster, type OwnRedisCluster } from '../../../test/support/processes/redis-cluster.js';
import { openQueueConnection } from './connection.js';
import { defineHandler, defineJob } from './job.js';
import { JobQueue } from './job-queue.js';
import { JobRunner } from './job-runner.js';
import type { QueueConnection } from './queue-connection.js';
import { keyPrefix } from './redis-connection.js';

const LANES = Array.from({ length: 13 }, (_, index) => `test-lane-${index}`);
const greeting = defineJob<{ n: number }>('test.greeting');
const SOON = { timeout: 30_000, interval: 200 };
const SECRET = 'a-secret-of-redis';

describe('the keys of a queue', () => {
  it('have one hash tag for each queue of a cluster, and keep their names elsewhere', () => {
    expect(keyPrefix({ kind: 'single' }, 'herald', 'hooks')).toBe('herald');
    expect(keyPrefix({ kind: 'sentinel' }, 'herald', 'hooks')).toBe('herald');
    expect(keyPrefix({ kind: 'cluster' }, 'herald', 'hooks')).toBe('{herald:hooks}');
  });
});

describe.skipIf(!hasRedisServer())('the queue on Redis', () => {
  let lines: string[];
  let logger: Logger;
  const ends: (() => Promise<unknown>)[] = [];

  beforeEach(() => {
    lines = [];
    logger = createLogger('test', 'silent');
    for (const level of ['warn', 'error'] as const) {
      logger[level] = (fields: unknown, text?: string) => void lines.push(`${text} ${JSON.stringify(fields)}`);
    }
  });
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) {
      await end();
    }
  });

  function open(REDIS_URL: string, env: Record<string, string> = {}): QueueConnection {
    const config = loadConfig({
      DATABASE_URL: inject('postgresUrl'),
      MASTER_KEY: 'a master key for the tests of one room',
      REDIS_URL,
      ...env,
    });
    const connection = openQueueConnection(config, logger);
    ends.push(() => connection.close());
    return connection;
  }

  /** Runs the jobs of every lane. @returns how many of each lane were done */
  function work(connection: QueueConnection): { enqueueAll(n: number): Promise<void>; done: Map<string, number> } {
    const done = new Map<string, number>();
    const handlers = [defineHandler(greeting, async (_, lane) => void done.set(lane, (done.get(lane) ?? 0) + 1))];
    const runner = new JobRunner(connection, handlers, logger);
    LANES.forEach((lane) => runner.work(lane, 2));
    const queue = new JobQueue(connection, logger);
    ends.push(
      () => queue.close(),
      () => runner.close(),
    );
    return {
      done,
      async enqueueAll(n) {
        await Promise.all(LANES.map((lane) => queue.enqueue(greeting, lane, [{ id: `job-${n}`, payload: { n } }])));
      },
    };
  }

  async function cluster(options: readonly string[] = []): Promise<OwnRedisCluster> {
    const started = await startRedisCluster(options);
    ends.push(() => started.end());
    return started;
  }

  async function single(options: readonly string[] = [], port?: number): Promise<OwnRedis> {
    const started = await startRedis(options, port);
    ends.push(() => started.end('SIGKILL'));
    return started;
  }

  it('runs jobs of every queue on a cluster, also after a primary was killed', { timeout: 120_000 }, async () => {
    const nodes = await cluster();
    const connection = open(nodes.url);
    expect(await connection.state.check()).toBe(true);
    connection.assertUsable();
    connection.state.watch();
    const { enqueueAll, done } = work(connection);
    await enqueueAll(1);
    await expect.poll(() => done.size, SOON).toBe(LANES.length);
    // A limit is shared by the processes whatever node has its key.
    const uses = ['one', 'two', 'three'].map((bucket) => ({ bucket, usedSeconds: 1, windowSeconds: 60 }));
    const left = await connection.buckets?.report(uses);
    expect(left?.map(Math.round)).toEqual([1, 1, 1]);
    const begin = performance.now();
    await nodes.killPrimary();
    // Jobs that the dead primary would have taken are not enqueued: the recovery repeats them, as this does.
    let n = 1;
    done.clear();
    const again = async (): Promise<number> => {
      await enqueueAll(++n);
      return done.size;
    };
    await expect.poll(again, { timeout: 60_000, interval: 500 }).toBe(LANES.length);
    await nodes.mend();
    done.clear();
    await expect.poll(again, SOON).toBe(LANES.length);
    expect(connection.state.status.isUp).toBe(true);
    const perText = new Map<string, number>();
    for (const line of lines) {
      const text = line.split(' {')[0] ?? '';
      perText.set(text, (perText.get(text) ?? 0) + 1);
    }
    const seconds = (performance.now() - begin) / 1000;
    expect(Math.max(0, ...perText.values()), lines.join('\n')).toBeLessThanOrEqual(2 + seconds / 5);
  });

  it('is refused behind a plain URL of a cluster, and the other way round', { timeout: 60_000 }, async () => {
    const nodes = await cluster();
    const plain = open(`redis://127.0.0.1:${nodes.ports[0]}`);
    expect(await plain.state.check()).toBe(false);
    expect(() => plain.assertUsable()).toThrow(
      /REDIS_URL names a node of a Redis Cluster: begin it with redis\+cluster/,
    );
    const redis = await single();
    const clustered = open(`redis+cluster://127.0.0.1:${redis.port}`);
    expect(await clustered.state.check()).toBe(false);
    expect(clustered.state.status.fault).toMatch(/names a cluster, but its Redis has cluster mode off/);
    expect(() => clustered.assertUsable()).toThrow(/cluster mode off: begin it with redis:\/\//);
  });

  it('is refused on a replica, and with a policy that may drop jobs', { timeout: 60_000 }, async () => {
    const redis = await single();
    const replica = await single(['--replicaof', `127.0.0.1 ${redis.port}`]);
    const onReplica = open(replica.url);
    await onReplica.state.check();
    expect(() => onReplica.assertUsable()).toThrow(/read-only replica of Redis: name the primary/);
    const nodes = await cluster();
    const primary = nodes.ports.find((port) => redisCli({ port }, ['role']).startsWith('master')) ?? 0;
    redisCli({ port: primary }, ['config', 'set', 'maxmemory-policy', 'allkeys-lru']);
    const dropping = open(nodes.url);
    await dropping.state.check();
    expect(() => dropping.assertUsable()).toThrow(/maxmemory-policy allkeys-lru.*set maxmemory-policy to noeviction/);
  });

  it('writes a line in five seconds at most while a whole cluster is away', { timeout: 60_000 }, async () => {
    const ports = [await freePort(), await freePort()];
    const connection = open(`redis+cluster://${ports.map((port) => `127.0.0.1:${port}`).join(',')}`);
    connection.state.watch();
    const { enqueueAll } = work(connection);
    const begin = performance.now();
    for (let n = 0; performance.now() - begin < 11_000; n++) {
      await enqueueAll(n);
      await sleep(50);
    }
    expect(connection.state.status.fault).toMatch(
      /Redis cuts the connections: check that it runs|nothing listens at the address/,
    );
    const seconds = (performance.now() - begin) / 1000;
    expect(lines.length, lines.join('\n')).toBeLessThanOrEqual(2 * (2 + seconds / 5));
  });

  it('follows the primary that the sentinels name', { timeout: 90_000 }, async () => {
    const primary = await single();
    const replica = await single(['--replicaof', `127.0.0.1 ${primary.port}`]);
    await expect.poll(() => redisCli(replica, ['info', 'replication']), SOON).toContain('master_link_status:up');
    const sentinelPort = await watchPrimary(primary.port);
    const connection = open(`redis+sentinel://127.0.0.1:${sentinelPort}/queue`);
    await expect.poll(() => connection.state.check(), SOON).toBe(true);
    connection.assertUsable();
    const { enqueueAll, done } = work(connection);
    await enqueueAll(1);
    await expect.poll(() => done.size, SOON).toBe(LANES.length);
    await primary.end('SIGKILL');
    done.clear();
    let n = 1;
    const again = async (): Promise<number> => {
      await enqueueAll(++n);
      return done.size;
    };
    await expect.poll(again, { timeout: 60_000, interval: 500 }).toBe(LANES.length);
    const unknown = open(`redis+sentinel://127.0.0.1:${sentinelPort}/nobody`);
    await unknown.state.check();
    await expect.poll(() => unknown.state.status.fault, SOON).toMatch(/no sentinel in REDIS_URL names a primary/);
  });

  it('speaks TLS with a Redis of a private authority, and with the commands of the documented user alone', async () => {
    const home = await folder();
    const { caPath } = await ensureAuthority(home);
    const port = await freePort();
    const document = await readFile('docs/deployment.md', 'utf8');
    const rule = /^user herald (.*)$/m.exec(document)?.[1] ?? '';
    const aclFile = join(home, 'users.acl');
    await writeFile(aclFile, `user default off\nuser herald ${rule.replace('PASSWORD', SECRET)}\n`);
    const tls = [
      '--tls-port',
      String(port),
      '--tls-cert-file',
      join(home, 'leaf.pem'),
      '--tls-key-file',
      join(home, 'leaf-key.pem'),
    ];
    const plainPort = await freePort();
    await single([...tls, '--tls-auth-clients', 'no', '--tls-ca-cert-file', caPath, '--aclfile', aclFile], plainPort);
    const url = `rediss://herald:${SECRET}@localhost:${port}`;
    const untrusted = open(url);
    expect(await untrusted.state.check()).toBe(false);
    expect(untrusted.state.status.fault).toMatch(/TLS with Redis fails/);
    const connection = open(url, { REDIS_CA: caPath });
    expect(await connection.state.check(), connection.state.status.fault ?? '').toBe(true);
    connection.assertUsable();
    expect(connection.facts()?.policy).toBe('noeviction');
    const { enqueueAll, done } = work(connection);
    await enqueueAll(1);
    await expect.poll(() => done.size, SOON).toBe(LANES.length);
    await connection.buckets?.report([{ bucket: 'one', usedSeconds: 1, windowSeconds: 60 }]);
    expect(lines.filter((line) => line.includes('NOPERM'))).toEqual([]);
    expect(() => open(url, { REDIS_CA: join(home, 'none.pem') })).toThrow(
      /REDIS_CA: .*none.pem cannot be read \(ENOENT\)/,
    );
  });

  async function folder(): Promise<string> {
    const home = await mkdtemp(join(tmpdir(), 'herald-redis-'));
    ends.unshift(() => rm(home, { recursive: true, force: true }));
    return home;
  }

  /** @returns its port */
  async function watchPrimary(primaryPort: number): Promise<number> {
    const port = await freePort();
    const file = join(await folder(), 'sentinel.conf');
    await writeFile(
      file,
      [
        `port ${port}`,
        'bind 127.0.0.1',
        `sentinel monitor queue 127.0.0.1 ${primaryPort} 1`,
        'sentinel down-after-milliseconds queue 1000',
        'sentinel failover-timeout queue 5000',
      ].join('\n'),
    );
    const sentinel = await startSentinel(file, port);
    ends.push(() => sentinel.end('SIGKILL'));
    return port;
  }
});
