import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#platform/embedded';
import { type OwnRedis, redisCli, startRedis } from './own-redis.js';

const PRIMARIES = 3;
/** A primary that says nothing for so long is taken for dead. */
const NODE_TIMEOUT_MS = 2000;
const PATIENCE_MS = 60_000;
const PAUSE_MS = 100;

/** A Redis Cluster of a test: three primaries, each with a replica, on this machine. */
export interface OwnRedisCluster {
  /** `redis+cluster://` with all its nodes. */
  url: string;
  ports: readonly number[];
  /** SIGKILL to one of the primaries. @param luck  0..1, chooses which */
  killPrimary(luck?: number): Promise<void>;
  /** Waits until a replica has taken the place of what was killed, and starts that again as its replica. */
  mend(): Promise<void>;
  end(): Promise<void>;
}

/** @param options  of every node, such as `--maxmemory-policy allkeys-lru` */
export async function startRedisCluster(options: readonly string[] = []): Promise<OwnRedisCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'herald-redis-cluster-'));
  const nodes = new Map<number, OwnRedis>();
  const busPorts = new Map<number, number>();
  const start = async (port: number): Promise<void> => {
    const cluster = {
      enabled: 'yes',
      'config-file': join(folder, `nodes-${port}.conf`),
      'node-timeout': String(NODE_TIMEOUT_MS),
      port: String(busPorts.get(port)),
    };
    const more = Object.entries(cluster).flatMap(([name, value]) => [`--cluster-${name}`, value]);
    nodes.set(port, await startRedis([...more, '--repl-diskless-sync-delay', '0', '--dir', folder, ...options], port));
  };
  const end = async (): Promise<void> => {
    await Promise.all([...nodes.values()].map((node) => node.end('SIGKILL')));
    await rm(folder, { recursive: true, force: true });
  };
  const killed = new Set<number>();
  const living = (): OwnRedis[] => [...nodes].flatMap(([port, node]) => (killed.has(port) ? [] : [node]));
  try {
    for (let count = 0; count < PRIMARIES * 2; count++) {
      const port = await freePort();
      busPorts.set(port, await freePort());
      await start(port);
    }
    const addresses = [...nodes.keys()].map((port) => `127.0.0.1:${port}`);
    const create = ['--cluster', 'create', ...addresses, '--cluster-replicas', '1', '--cluster-yes'];
    execFileSync('redis-cli', create, { stdio: 'ignore' });
    await awaitWhole(living);
    return {
      url: `redis+cluster://${addresses.join(',')}`,
      ports: [...nodes.keys()],
      async killPrimary(luck = 0) {
        const primaries = living().filter((node) => redisCli(node, ['role']).startsWith('master'));
        const victim = primaries[Math.floor(luck * primaries.length)];
        if (victim) {
          killed.add(victim.port);
          await victim.end('SIGKILL');
        }
      },
      async mend() {
        await sleep(NODE_TIMEOUT_MS);
        await awaitWhole(living);
        for (const port of killed) {
          await start(port);
          killed.delete(port);
        }
        await awaitWhole(living);
      },
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Waits until every node that runs sees the whole cluster. A replica that never had the data is not promoted. */
async function awaitWhole(living: () => OwnRedis[]): Promise<void> {
  const isWhole = (node: OwnRedis): boolean => {
    const info = redisCli(node, ['cluster', 'info']);
    const isReplicated = !redisCli(node, ['info', 'replication']).includes('master_link_status:down');
    return isReplicated && info.includes('cluster_state:ok') && info.includes('cluster_slots_ok:16384');
  };
  for (const end = performance.now() + PATIENCE_MS; !living().every(isWhole); await sleep(PAUSE_MS)) {
    if (performance.now() > end) {
      throw new Error('the Redis Cluster did not become whole');
    }
  }
}
