import { Redis } from 'ioredis';
import type { Database } from '#platform/db';
import { startRedis } from '../processes/own-redis.js';
import { startRedisCluster } from '../processes/redis-cluster.js';

/** The queue that wakes the workers up, and can lose all its jobs. */
export interface KillableQueue {
  /** Settings for every process. */
  env: Record<string, string>;
  /** Jobs by lane and state. */
  counts(): Promise<Record<string, number>>;
  kill(): Promise<void>;
  startAgain(): Promise<void>;
  /** Kills everything that has the keys of a queue, of a cluster alone. */
  killShard?(queueName: string): Promise<void>;
  /** Starts it again, empty. */
  bringBack?(): Promise<void>;
  stop(): Promise<void>;
}

/** A queue in Postgres: it dies with the database, so its own death is only that it comes back without its jobs. */
export function queueInPostgres(look: <R>(work: (db: Database) => Promise<R>) => Promise<R>): KillableQueue {
  return {
    env: {},
    async counts() {
      const rows = await look((db) =>
        db.rows<{ lane: string; n: number }>(
          `SELECT queue || ':' || state AS lane, count(*)::integer AS n FROM bullmq.job GROUP BY queue, state ORDER BY 1`,
        ),
      );
      return Object.fromEntries(rows.map(({ lane, n }) => [lane, n]));
    },
    kill: async () => undefined,
    async startAgain() {
      await look((db) => db.rows('TRUNCATE bullmq.job CASCADE'));
    },
    stop: async () => undefined,
  };
}

/** A Redis of its own that stores nothing on disk: killed, it comes back empty on the same port. */
export async function queueInRedis(): Promise<KillableQueue> {
  let server = await startRedis();
  const { port, url } = server;
  return {
    env: { REDIS_URL: url },
    counts: () => countsInRedis(port),
    kill: () => server.end('SIGKILL'),
    async startAgain() {
      server = await startRedis([], port);
    },
    stop: () => server.end(),
  };
}

/**
 * A Redis Cluster of three primaries with a replica each. Killed, it loses a primary with what was not replicated; it is back
 * when a replica has taken its place.
 *
 * @param options.isPartial  without a part of the keys its nodes go on with theirs; else they refuse all of them
 */
export async function queueInRedisCluster({ isPartial = false } = {}): Promise<KillableQueue> {
  const cluster = await startRedisCluster(['--cluster-require-full-coverage', isPartial ? 'no' : 'yes']);
  return {
    env: { REDIS_URL: cluster.url },
    async counts() {
      const ofNodes = await Promise.all(cluster.ports.map((port) => countsInRedis(port).catch(() => ({}))));
      return Object.assign({}, ...ofNodes) as Record<string, number>;
    },
    kill: () => cluster.killPrimary(Math.random()),
    startAgain: () => cluster.mend(),
    killShard: (queueName) => cluster.killShard(`{herald:${queueName}}`),
    bringBack: () => cluster.bringBack(),
    stop: () => cluster.end(),
  };
}

async function countsInRedis(port: number): Promise<Record<string, number>> {
  const redis = new Redis(port, '127.0.0.1');
  try {
    const lists = (await redis.keys('*')).filter((name) => /:(?:wait|active)$/.test(name)).toSorted();
    return Object.fromEntries(await Promise.all(lists.map(async (name) => [name, await redis.llen(name)] as const)));
  } finally {
    redis.disconnect();
  }
}
