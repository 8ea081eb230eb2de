import type { Config } from './config.js';
import { parseRedisUrl } from './redis-url.js';

/** Finds faults of the settings of Redis, one line each; none where there is no Redis. */
export function findRedisFaults({ REDIS_URL, REDIS_CA }: Config): string[] {
  if (REDIS_URL === undefined) {
    return REDIS_CA === undefined ? [] : ['REDIS_CA has no effect without REDIS_URL'];
  }
  try {
    const { hasTls } = parseRedisUrl(REDIS_URL);
    return REDIS_CA === undefined || hasTls ? [] : ['REDIS_CA needs TLS: begin REDIS_URL with rediss'];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
