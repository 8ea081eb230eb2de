import type { Redis } from 'ioredis';

/**
 * What a Redis tells of itself.
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
 * Asks a Redis for its facts.
 *
 * @returns undefined where its user may not ask
 * @see https://redis.io/docs/latest/commands/info/
 */
export async function readRedisFacts(redis: Redis): Promise<RedisFacts | undefined> {
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

/** What is wrong with an eviction policy, and what to do. */
export function describePolicy(policy: string): string {
  return `Redis may drop jobs when its memory is full (maxmemory-policy ${policy}): set maxmemory-policy to ${QUEUE_POLICY}`;
}
