import { Cluster, type Redis } from 'ioredis';
import type { RedisKind } from '#platform/config';
import type { RedisClient } from './open-redis.js';
import { explainRedisFault } from './redis-fault.js';

/**
 * The facts of a Redis, or of the primaries of a cluster together.
 *
 * @property policy  what it does without memory; `noeviction` is the only one that keeps a queue whole
 */
export interface RedisFacts {
  version: string;
  isCluster: boolean;
  isReplica: boolean;
  policy: string | undefined;
}

/** The eviction policy of a queue: any other one may drop jobs. */
export const QUEUE_POLICY = 'noeviction';

/**
 * Asks a Redis for its facts; of a cluster all primaries that answer. The facts are those of the worst.
 *
 * @returns undefined where the user may not ask
 * @throws Error when none answers
 * @see https://redis.io/docs/latest/commands/info/
 */
export async function readRedisFacts(redis: RedisClient): Promise<RedisFacts | undefined> {
  if (!(redis instanceof Cluster)) {
    return readFacts(redis);
  }
  const answers = await Promise.allSettled(redis.nodes('master').map(readFacts));
  const facts = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  const failure = answers.find((answer) => answer.status === 'rejected');
  if (facts.length === 0 && failure) {
    throw failure.reason;
  }
  const isWrong = (fact: RedisFacts | undefined): boolean => fact?.policy !== undefined && fact.policy !== QUEUE_POLICY;
  return facts.find(isWrong) ?? facts[0];
}

/** Slots of every cluster. */
const SLOTS = 16_384;

/**
 * Asks a cluster whether it has all its keys. With `cluster-require-full-coverage no` the nodes that are left go on without
 * those of a primary that is away, so that the key of a probe says nothing of the others.
 *
 * @throws Error when it misses some, or no node answers
 * @see https://redis.io/docs/latest/commands/cluster-info/
 */
export async function assertWhole(redis: Cluster): Promise<void> {
  const answers = redis.nodes('master').map(async (node) => node.cluster('INFO'));
  const info = await Promise.any(answers).catch(async () => answers[0]);
  if (info === undefined) {
    throw new Error('Connection is closed');
  }
  const served = Number(/cluster_slots_ok:(\d+)/.exec(info)?.[1] ?? SLOTS);
  if (served < SLOTS) {
    throw new Error(`CLUSTERDOWN ${SLOTS - served} of ${SLOTS} slots are not served`);
  }
}

async function readFacts(redis: Redis): Promise<RedisFacts | undefined> {
  try {
    return parseRedisInfo(await redis.info());
  } catch (error) {
    if (error instanceof Error && error.message.includes('NOPERM')) {
      return undefined;
    }
    throw error;
  }
}

/** @param info  answer of INFO, lines `name:value` */
export function parseRedisInfo(info: string): RedisFacts {
  const facts = new Map(
    info.split(/\r?\n/).flatMap((line): [string, string][] => {
      const at = line.indexOf(':');
      return at > 0 ? [[line.slice(0, at), line.slice(at + 1)]] : [];
    }),
  );
  const mode = facts.get('redis_mode') ?? facts.get('server_mode');
  return {
    version: facts.get('redis_version') ?? 'of an unknown version',
    isCluster: facts.get('cluster_enabled') === '1' || mode === 'cluster',
    isReplica: facts.get('role') === 'slave',
    policy: facts.get('maxmemory_policy'),
  };
}

/** Describes the fault of an eviction policy, and what to do. */
export function describePolicy(policy: string): string {
  return `Redis may drop jobs when its memory is full (maxmemory-policy ${policy}): set maxmemory-policy to ${QUEUE_POLICY}`;
}

/**
 * Why the servers behind REDIS_URL are none for a queue and no waiting mends it, with what to do; undefined: they are, or
 * none has answered.
 *
 * @param kind   what REDIS_URL names
 * @param error  of the latest attempt to connect
 */
export function describeTopology(
  kind: RedisKind,
  facts: RedisFacts | undefined,
  error: Error | undefined,
): string | undefined {
  if (facts === undefined) {
    return kind === 'cluster' && isPlainRedis(error) ? explainPlainly(error, kind) : undefined;
  }
  if (kind !== 'cluster' && facts.isCluster) {
    return explainPlainly(new Error('cluster mode'), kind);
  }
  if (kind === 'single' && facts.isReplica) {
    return explainPlainly(new Error('READONLY'), kind);
  }
  return facts.policy === undefined || facts.policy === QUEUE_POLICY ? undefined : describePolicy(facts.policy);
}

/** The client of a cluster never connects to a Redis with cluster mode off. */
function isPlainRedis(error: Error | undefined): boolean {
  const cause = error && 'lastNodeError' in error ? error.lastNodeError : error;
  return cause instanceof Error && cause.message.includes('cluster support disabled');
}

function explainPlainly(error: unknown, kind: RedisKind): string | undefined {
  return explainRedisFault(error, kind)?.replace(/ \([^()]*\)$/, '');
}
