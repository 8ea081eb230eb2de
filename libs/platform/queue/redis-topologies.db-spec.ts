import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '#platform/embedded';
import { hasRedisServer, redisCli } from '../../../test/support/processes/own-redis.js';
import { documentedRule, LANES, QueueRoom } from '../../../test/support/queue/queue-room.js';
import { keyPrefix } from './redis-connection.js';

const SOON = { timeout: 30_000, interval: 200 };

describe('Keys of a queue', () => {
  it('The keys of each queue have one hash tag on a cluster, and keep their names elsewhere', () => {
    expect(keyPrefix({ kind: 'single' }, 'herald', 'hooks')).toBe('herald');
    expect(keyPrefix({ kind: 'sentinel' }, 'herald', 'hooks')).toBe('herald');
    expect(keyPrefix({ kind: 'cluster' }, 'herald', 'hooks')).toBe('{herald:hooks}');
  });
});

describe.skipIf(!hasRedisServer())('Queue on Redis', () => {
  let room: QueueRoom;
  beforeEach(() => {
    room = new QueueRoom();
  });
  afterEach(() => room.close());

  it(
    'The queue runs jobs of every lane on a cluster, even after a primary was killed',
    { timeout: 120_000 },
    async () => {
      const nodes = await room.cluster();
      const connection = room.open(nodes.url);
      expect(await connection.state.check()).toBe(true);
      connection.assertUsable();
      connection.state.watch();
      const { enqueueAll, done } = room.work(connection);
      await enqueueAll(1);
      await expect.poll(() => done.size, SOON).toBe(LANES.length);
      // A limit is shared by the processes whatever node has its key.
      const uses = ['one', 'two', 'three'].map((bucket) => ({ bucket, usedSeconds: 1, windowSeconds: 60 }));
      const left = await connection.buckets?.report(uses);
      expect(left?.map(Math.round)).toEqual([1, 1, 1]);
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
      expect(await connection.state.check()).toBe(true);
      expect(room.most, room.lines.join('\n')).toBeLessThanOrEqual(room.bound);
    },
  );

  it(
    'A queue on a cluster that misses a part of its keys reports this, runs the rest, and runs all again afterwards',
    { timeout: 90_000 },
    async () => {
      const nodes = await room.cluster(['--cluster-require-full-coverage', 'no']);
      const connection = room.open(nodes.url);
      connection.state.watch();
      const { enqueueAll, done } = room.work(connection);
      await enqueueAll(1);
      await expect.poll(() => done.size, SOON).toBe(LANES.length);
      // The key of the probe is on another node.
      const lost = '{herald:test-lane-1}';
      await nodes.killShard(lost);
      await expect.poll(() => connection.state.status.isUp, SOON).toBe(false);
      expect(connection.state.status.fault).toMatch(/^the Redis Cluster misses a part of its keys: start the primary/);
      done.clear();
      const begin = performance.now();
      for (let n = 2; performance.now() - begin < 8000; n++) {
        await enqueueAll(n);
        await sleep(50);
      }
      expect(done.size).toBeGreaterThan(3);
      expect(done.has('test-lane-1')).toBe(false);
      expect(connection.state.status.isUp).toBe(false);
      expect(room.most, room.lines.join('\n')).toBeLessThanOrEqual(room.bound);
      await nodes.bringBack();
      done.clear();
      let n = 1000;
      const again = async (): Promise<number> => {
        await enqueueAll(++n);
        return done.size;
      };
      await expect.poll(again, SOON).toBe(LANES.length);
      expect(await connection.state.check()).toBe(true);
    },
  );

  it('A cluster that refuses all its keys is reported as missing a part of its keys', { timeout: 90_000 }, async () => {
    const nodes = await room.cluster();
    const connection = room.open(nodes.url);
    expect(await connection.state.check()).toBe(true);
    connection.state.watch();
    await nodes.killShard('{herald:test-lane-1}');
    const words = /^the Redis Cluster misses a part of its keys: start the primary/;
    await expect.poll(() => connection.state.status.fault, SOON).toMatch(words);
    // A process that starts now, such as herald doctor, has never been connected.
    const late = room.open(nodes.url);
    expect(await late.state.check()).toBe(false);
    expect(late.state.status.fault).toMatch(words);
    await nodes.bringBack();
    await expect.poll(() => connection.state.check(), SOON).toBe(true);
  });

  it(
    'The queue runs jobs on a cluster with only the commands of the documented user',
    { timeout: 60_000 },
    async () => {
      const nodes = await room.cluster();
      const rule = (await documentedRule('a-secret')).split(' ');
      const strange = rule.map((word) => (word === '+@scripting' ? '-@scripting' : word));
      for (const port of nodes.ports) {
        redisCli({ port }, ['acl', 'setuser', 'herald', ...rule]);
        redisCli({ port }, ['acl', 'setuser', 'stranger', ...strange]);
      }
      const connection = room.open(nodes.url.replace('://', '://herald:a-secret@'));
      await expect.poll(() => connection.state.check(), SOON).toBe(true);
      const { enqueueAll, done } = room.work(connection);
      await enqueueAll(1);
      await expect.poll(() => done.size, SOON).toBe(LANES.length);
      await connection.buckets?.report([{ bucket: 'one', usedSeconds: 1, windowSeconds: 60 }]);
      expect(room.lines).toEqual([]);

      // The probe of this one works, and no job does.
      const stranger = room.open(nodes.url.replace('://', '://stranger:a-secret@'));
      stranger.state.watch();
      const refused = room.work(stranger);
      for (let n = 0; n < 20; n++) {
        await refused.enqueueAll(n).catch(() => undefined);
        await sleep(500);
      }
      expect(room.lines.join('\n')).toMatch(/NOPERM|may not/);
      expect(room.most, room.lines.join('\n')).toBeLessThanOrEqual(room.bound);
    },
  );

  it(
    'The queue refuses a plain URL of a cluster, and a cluster URL of a single Redis',
    { timeout: 60_000 },
    async () => {
      const nodes = await room.cluster();
      const plain = room.open(`redis://127.0.0.1:${nodes.ports[0]}`);
      expect(await plain.state.check()).toBe(false);
      expect(() => plain.assertUsable()).toThrow(
        /REDIS_URL names a node of a Redis Cluster: begin it with redis\+cluster/,
      );
      const redis = await room.single();
      const clustered = room.open(`redis+cluster://127.0.0.1:${redis.port}`);
      expect(await clustered.state.check()).toBe(false);
      expect(clustered.state.status.fault).toMatch(/names a cluster, but its Redis has cluster mode off/);
      expect(() => clustered.assertUsable()).toThrow(/cluster mode off: begin it with redis:\/\//);
    },
  );

  it('The queue refuses a replica, and a maxmemory policy that may drop jobs', { timeout: 60_000 }, async () => {
    const redis = await room.single();
    const replica = await room.single(['--replicaof', `127.0.0.1 ${redis.port}`]);
    const onReplica = room.open(replica.url);
    await onReplica.state.check();
    expect(() => onReplica.assertUsable()).toThrow(/read-only replica of Redis: name the primary/);
    const nodes = await room.cluster();
    const primary = nodes.ports.find((port) => redisCli({ port }, ['role']).startsWith('master')) ?? 0;
    redisCli({ port: primary }, ['config', 'set', 'maxmemory-policy', 'allkeys-lru']);
    const dropping = room.open(nodes.url);
    await dropping.state.check();
    expect(() => dropping.assertUsable()).toThrow(/maxmemory-policy allkeys-lru.*set maxmemory-policy to noeviction/);
  });

  it(
    'The queue logs at most one line in five seconds for each problem while a whole cluster is unreachable',
    { timeout: 60_000 },
    async () => {
      const ports = [await freePort(), await freePort()];
      const connection = room.open(`redis+cluster://${ports.map((port) => `127.0.0.1:${port}`).join(',')}`);
      connection.state.watch();
      const { enqueueAll } = room.work(connection);
      const begin = performance.now();
      for (let n = 0; performance.now() - begin < 11_000; n++) {
        await enqueueAll(n);
        await sleep(50);
      }
      expect(connection.state.status.fault).toMatch(
        /Redis cuts the connections: check that it runs|nothing listens at the address/,
      );
      expect(room.lines.length, room.lines.join('\n')).toBeLessThanOrEqual(2 * room.bound);
    },
  );

  it('The queue follows the primary that the sentinels name', { timeout: 90_000 }, async () => {
    const primary = await room.single();
    const replica = await room.single(['--replicaof', `127.0.0.1 ${primary.port}`]);
    await expect.poll(() => redisCli(replica, ['info', 'replication']), SOON).toContain('master_link_status:up');
    const sentinelPort = await room.sentinel(`127.0.0.1 ${primary.port}`);
    const connection = room.open(`redis+sentinel://127.0.0.1:${sentinelPort}/queue`);
    await expect.poll(() => connection.state.check(), SOON).toBe(true);
    connection.assertUsable();
    const { enqueueAll, done } = room.work(connection);
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
    const unknown = room.open(`redis+sentinel://127.0.0.1:${sentinelPort}/nobody`);
    await unknown.state.check();
    await expect.poll(() => unknown.state.status.fault, SOON).toMatch(/no sentinel in REDIS_URL names a primary/);
  });
});
