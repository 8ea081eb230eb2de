import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#platform/embedded';
import { type OwnRedis, redisCli, startRedis, tlsSettings, toOptions } from './own-redis.js';

const PRIMARIES = 3;
/** A primary and its replica. */
const NODES_OF_SHARD = 2;
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
  /** SIGKILL to the primary that has a key, and to its replica: no one takes their place. */
  killShard(key: string): Promise<void>;
  /** Starts what was killed again, empty, and waits until the cluster is whole. */
  bringBack(): Promise<void>;
  /** Waits until a replica has taken the place of what was killed, and starts that again. */
  mend(): Promise<void>;
  end(): Promise<void>;
}

/**
 * @param options    of every node, such as `--maxmemory-policy allkeys-lru`
 * @param tlsFolder  with the files of `tlsSettings`: the nodes speak nothing but TLS, and announce the name `localhost`
 */
export async function startRedisCluster(options: readonly string[] = [], tlsFolder?: string): Promise<OwnRedisCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'herald-redis-cluster-'));
  const nodes = new Map<number, OwnRedis>();
  const busPorts = new Map<number, number>();
  const start = async (port: number): Promise<void> => {
    const settings = {
      'cluster-enabled': 'yes',
      'cluster-config-file': join(folder, `nodes-${port}.conf`),
      'cluster-node-timeout': String(NODE_TIMEOUT_MS),
      'cluster-port': String(busPorts.get(port)),
      'repl-diskless-sync-delay': '0',
      dir: folder,
      ...(tlsFolder !== undefined && {
        ...tlsSettings(tlsFolder),
        port: '0',
        'tls-port': String(port),
        'tls-cluster': 'yes',
        'cluster-announce-hostname': 'localhost',
        'cluster-preferred-endpoint-type': 'hostname',
      }),
    };
    nodes.set(port, await startRedis([...toOptions(settings), ...options], port));
  };
  const caPath = tlsFolder === undefined ? undefined : join(tlsFolder, 'ca.pem');
  const ask = ({ port }: OwnRedis, command: readonly string[]): string =>
    redisCli({ port, ...(caPath !== undefined && { caPath }) }, command);
  const end = async (): Promise<void> => {
    await Promise.all([...nodes.values()].map((node) => node.end('SIGKILL')));
    await rm(folder, { recursive: true, force: true });
  };
  const killed = new Set<number>();
  const kill = async (victim: OwnRedis | undefined): Promise<void> => {
    if (victim) {
      killed.add(victim.port);
      await victim.end('SIGKILL');
    }
  };
  const living = (): OwnRedis[] => [...nodes].flatMap(([port, node]) => (killed.has(port) ? [] : [node]));
  try {
    for (let count = 0; count < PRIMARIES * NODES_OF_SHARD; count++) {
      const port = await freePort();
      busPorts.set(port, await freePort());
      await start(port);
    }
    const addresses = [...nodes.keys()].map((port) => `127.0.0.1:${port}`);
    const tls = caPath === undefined ? [] : ['--tls', '--cacert', caPath];
    const create = [...tls, '--cluster', 'create', ...addresses, '--cluster-replicas', '1', '--cluster-yes'];
    execFileSync('redis-cli', create, { stdio: 'ignore', timeout: PATIENCE_MS });
    const awaitAll = (): Promise<void> => awaitWhole(living, ask);
    await awaitAll();
    const bringBack = async (): Promise<void> => {
      for (const port of killed) {
        await start(port);
        killed.delete(port);
      }
      await awaitAll();
    };
    return {
      url: `${tlsFolder === undefined ? 'redis' : 'rediss'}+cluster://${addresses.join(',')}`,
      ports: [...nodes.keys()],
      async killPrimary(luck = 0) {
        const primaries = living().filter((node) => ask(node, ['role']).startsWith('master'));
        await kill(primaries[Math.floor(luck * primaries.length)]);
      },
      async killShard(key) {
        const findPorts = (): number[] =>
          living()
            .slice(0, 1)
            .flatMap((node) =>
              shardOf(ask(node, ['cluster', 'nodes']), Number(ask(node, ['cluster', 'keyslot', key]))),
            );
        let ports = findPorts();
        // A node hears of the replicas of others a moment after the cluster is whole.
        for (const patience = performance.now() + PATIENCE_MS; ports.length < NODES_OF_SHARD; ports = findPorts()) {
          if (performance.now() > patience) {
            throw new Error(`No primary with a replica has ${key}`);
          }
          await sleep(PAUSE_MS);
        }
        await Promise.all(ports.map((port) => kill(nodes.get(port))));
      },
      bringBack,
      async mend() {
        await sleep(NODE_TIMEOUT_MS);
        await awaitAll();
        await bringBack();
      },
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/**
 * Ports of the primary with a slot and of its replicas.
 *
 * @param lines  answer of CLUSTER NODES
 * @see https://redis.io/docs/latest/commands/cluster-nodes/
 */
function shardOf(lines: string, slot: number): number[] {
  const nodes = lines.split('\n').map((line) => {
    const [id = '', address = '', , primary = '', , , , , ...slots] = line.trim().split(' ');
    return { id, port: Number(/:(\d+)@/.exec(address)?.[1]), primary, slots };
  });
  const isIn = (range: string): boolean => {
    const [first = '', last = first] = range.split('-');
    return slot >= Number(first) && slot <= Number(last);
  };
  const owner = nodes.find(({ slots }) => slots.some(isIn));
  return nodes.flatMap(({ id, port, primary }) => (owner && [id, primary].includes(owner.id) ? [port] : []));
}

/** Waits until every node that runs sees the whole cluster. A replica that never had the data is not promoted. */
async function awaitWhole(
  living: () => OwnRedis[],
  ask: (node: OwnRedis, command: readonly string[]) => string,
): Promise<void> {
  const isWhole = (node: OwnRedis): boolean => {
    const info = ask(node, ['cluster', 'info']);
    const isReplicated = !ask(node, ['info', 'replication']).includes('master_link_status:down');
    return isReplicated && info.includes('cluster_state:ok') && info.includes('cluster_slots_ok:16384');
  };
  for (const end = performance.now() + PATIENCE_MS; !living().every(isWhole); await sleep(PAUSE_MS)) {
    if (performance.now() > end) {
      throw new Error('the Redis Cluster did not become whole');
    }
  }
}
