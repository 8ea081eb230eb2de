import { readFileSync } from 'node:fs';
import { Cluster, Redis } from 'ioredis';
import { backoffMs } from '#platform/async';
import { type Config, ConfigError, parseRedisUrl, type RedisPlace } from '#platform/config';

/** A single Redis, one behind sentinels, or a cluster. */
export type RedisClient = Redis | Cluster;
export type RedisSettings = Pick<Config, 'REDIS_URL' | 'REDIS_CA' | 'QUEUE_PREFIX'>;

/** Between two attempts to connect. */
const RECONNECT = { firstMs: 100, maxMs: 5000 };
/** A connection to a primary that has become a replica is given up at most this often, to look for the new one. */
const READONLY_INTERVAL_MS = 5000;
/** How often the nodes of a cluster are asked again who has which keys. */
const REFRESH_MS = 5000;

/**
 * Opens clients of one place. A producer fails at once without a connection; a consumer waits for one.
 *
 * @throws ConfigError when the file of the authorities cannot be read
 */
export function openRedis({ REDIS_URL = '', REDIS_CA }: RedisSettings): {
  place: RedisPlace;
  producer: RedisClient;
  consumer: RedisClient;
} {
  const place = parseRedisUrl(REDIS_URL);
  const tls = place.hasTls ? { ...(REDIS_CA !== undefined && { ca: readAuthorities(REDIS_CA) }) } : undefined;
  const open = place.kind === 'cluster' ? openCluster : openPrimary;
  return {
    place,
    producer: open(place, { isProducer: true, tls, url: REDIS_URL }),
    consumer: open(place, { isProducer: false, tls, url: REDIS_URL }),
  };
}

interface OpenOptions {
  isProducer: boolean;
  tls: { ca?: string } | undefined;
  url: string;
}

/** One Redis by its address, or the primary that the sentinels name. After a failover they name another one. */
function openPrimary(place: RedisPlace, { isProducer, tls, url }: OpenOptions): Redis {
  const pause = (attempt: number): number => backoffMs(attempt, RECONNECT);
  const options = {
    retryStrategy: pause,
    reconnectOnError: seldomReadOnly(),
    maxRetriesPerRequest: isProducer ? 1 : null,
    enableOfflineQueue: !isProducer,
    ...(tls && { tls }),
  };
  if (place.kind === 'single') {
    return new Redis(url, options);
  }
  const { nodes, primaryName, database, username, password, sentinelUsername, sentinelPassword } = place;
  return new Redis({
    ...options,
    sentinels: nodes,
    ...(primaryName !== undefined && { name: primaryName }),
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(sentinelUsername !== undefined && { sentinelUsername }),
    ...(sentinelPassword !== undefined && { sentinelPassword }),
    ...(tls && { enableTLSForSentinelMode: true, sentinelTLS: tls }),
    db: database,
    sentinelRetryStrategy: pause,
  });
}

function openCluster({ nodes, username, password }: RedisPlace, { isProducer, tls }: OpenOptions): Cluster {
  return new Cluster(nodes, {
    clusterRetryStrategy: (attempt) => backoffMs(attempt, RECONNECT),
    enableOfflineQueue: !isProducer,
    slotsRefreshInterval: REFRESH_MS,
    // The certificate of a node names its host, so names are not replaced by addresses.
    ...(tls && { dnsLookup: (host, done) => done(null, host) }),
    redisOptions: {
      maxRetriesPerRequest: isProducer ? 1 : null,
      ...(username !== undefined && { username }),
      ...(password !== undefined && { password }),
      ...(tls && { tls }),
    },
  });
}

function readAuthorities(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new ConfigError([`REDIS_CA: ${path} cannot be read (${code})`]);
  }
}

/**
 * Tests if an error should end the connection: after a failover the address may lead to the new primary.
 *
 * @see https://github.com/redis/ioredis#reconnect-on-error
 */
function seldomReadOnly(): (error: Error) => boolean {
  let endedAt = -Infinity;
  return (error) => {
    const isDue = error.message.startsWith('READONLY') && performance.now() - endedAt > READONLY_INTERVAL_MS;
    if (isDue) {
      endedAt = performance.now();
    }
    return isDue;
  };
}
