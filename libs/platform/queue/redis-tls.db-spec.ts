import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '#platform/embedded';
import { hasRedisServer, redisCli, tlsSettings, toOptions } from '../../../test/support/processes/own-redis.js';
import { documentedRule, hasOpenssl, LANES, QueueRoom } from '../../../test/support/queue/queue-room.js';
import type { QueueConnection } from './queue-connection.js';

const SOON = { timeout: 15_000, interval: 200 };
const SECRET = 'a-secret-of-redis';
const SENTINEL_SECRET = 'a-secret-of-sentinels';

describe.skipIf(!hasRedisServer() || !hasOpenssl())('Queue over TLS with a private authority', () => {
  let room: QueueRoom;
  beforeEach(() => {
    room = new QueueRoom();
  });
  afterEach(() => room.close());

  /** Runs a job of every lane, and asks for what processes share. @returns the work, for more jobs */
  async function expectWorking(connection: QueueConnection) {
    await expect
      .poll(() => connection.state.check(), SOON)
      .toBe(true)
      .catch((error: unknown) => {
        throw new Error(connection.state.status.fault ?? '', { cause: error });
      });
    connection.assertUsable();
    expect(connection.facts()?.policy).toBe('noeviction');
    const work = room.work(connection);
    await work.enqueueAll(1);
    await expect.poll(() => work.done.size, SOON).toBe(LANES.length);
    await connection.buckets?.report([{ bucket: 'one', usedSeconds: 1, windowSeconds: 60 }]);
    expect(room.lines.filter((line) => line.includes('NOPERM'))).toEqual([]);
    return work;
  }

  async function expectUntrusted(url: string): Promise<void> {
    const untrusted = room.open(url);
    expect(await untrusted.state.check()).toBe(false);
    await expect.poll(() => untrusted.state.status.fault, SOON).toMatch(/TLS with Redis fails|REDIS_CA where/);
  }

  it('The queue works with a single Redis over TLS, with only the commands of the documented user', async () => {
    const { folder, caPath } = await room.authority();
    const port = await freePort();
    const aclFile = join(folder, 'users.acl');
    await writeFile(aclFile, `user default off\nuser herald ${await documentedRule(SECRET)}\n`);
    const tls = toOptions({ ...tlsSettings(folder), 'tls-port': String(port), aclfile: aclFile });
    await room.single(tls, await freePort());
    const url = `rediss://herald:${SECRET}@localhost:${port}`;
    await expectUntrusted(url);
    await expectWorking(room.open(url, { REDIS_CA: caPath }));
    expect(() => room.open(url, { REDIS_CA: join(folder, 'none.pem') })).toThrow(
      /REDIS_CA: .*none.pem cannot be read \(ENOENT\)/,
    );
  });

  it('The queue works with a cluster over TLS, even after a primary was killed', { timeout: 120_000 }, async () => {
    const { folder, caPath } = await room.authority();
    const nodes = await room.cluster([], folder);
    expect(nodes.url).toMatch(/^rediss\+cluster:/);
    await expectUntrusted(nodes.url);
    const connection = room.open(nodes.url, { REDIS_CA: caPath });
    const { enqueueAll, done } = await expectWorking(connection);
    await nodes.killPrimary();
    await nodes.mend();
    done.clear();
    let n = 1;
    const again = async (): Promise<number> => {
      await enqueueAll(++n);
      return done.size;
    };
    await expect.poll(again, { timeout: 60_000, interval: 500 }).toBe(LANES.length);
  });

  it.each([
    ['by their addresses', '127.0.0.1', []],
    ['by their names', 'localhost', ['sentinel resolve-hostnames yes', 'sentinel announce-hostnames yes']],
  ])(
    'The queue follows the primary that sentinels with a password announce %s',
    { timeout: 120_000 },
    async (_, host, naming) => {
      const { folder, caPath } = await room.authority();
      const tls = { ...tlsSettings(folder), requirepass: SECRET, masterauth: SECRET };
      const start = async (more: Record<string, string>) => {
        const port = await freePort();
        const own = { port: '0', 'tls-port': String(port), 'replica-announce-ip': host };
        const redis = await room.single(toOptions({ ...tls, ...own, ...more }), port);
        return { ...redis, password: SECRET, caPath };
      };
      const primary = await start({});
      const replica = await start({ replicaof: `${host} ${primary.port}` });
      await expect.poll(() => redisCli(replica, ['info', 'replication']), SOON).toContain('master_link_status:up');
      const port = await room.sentinel(
        `${host} ${primary.port}`,
        [
          ...Object.entries(tlsSettings(folder)).map(([name, value]) => `${name} ${value}`),
          'port 0',
          `requirepass ${SENTINEL_SECRET}`,
          `sentinel auth-pass queue ${SECRET}`,
        ],
        naming,
      );
      const url = `rediss+sentinel://:${SECRET}@localhost:${port}/queue`;
      const withPassword = `${url}?sentinelPassword=${SENTINEL_SECRET}`;
      await expectUntrusted(withPassword);
      const trusted = { REDIS_CA: caPath };
      for (const refused of [url, `${url}?sentinelPassword=not-the-one`]) {
        const stranger = room.open(refused, trusted);
        await stranger.state.check();
        await expect.poll(() => stranger.state.status.fault, SOON).toMatch(/sentinelPassword/);
      }
      const { enqueueAll, done } = await expectWorking(room.open(withPassword, trusted));
      await primary.end('SIGKILL');
      done.clear();
      let n = 1;
      const again = async (): Promise<number> => {
        await enqueueAll(++n);
        return done.size;
      };
      await expect.poll(again, { timeout: 60_000, interval: 500 }).toBe(LANES.length);
      expect(room.lines.join('\n')).not.toContain(SENTINEL_SECRET);
    },
  );
});
