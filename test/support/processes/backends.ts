import { hasRedisServer, startRedis, type OwnRedis } from './own-redis.js';

/** The backend of the queue in one round of the suite. */
export interface Backend {
  name: 'postgres' | 'redis';
  /** Settings for every process. */
  env(): Promise<Record<string, string>>;
  close(): Promise<void>;
}

/** Postgres always; Redis where `REDIS_URL` names one or a `redis-server` is on the PATH. */
export function backends(): Backend[] {
  const postgres: Backend = { name: 'postgres', env: async () => ({}), close: async () => undefined };
  const input = process.env['REDIS_URL'];
  if (input) {
    return [postgres, { name: 'redis', env: async () => onRedis(input), close: async () => undefined }];
  }
  return hasRedisServer() ? [postgres, ownRedis()] : [postgres];
}

function ownRedis(): Backend {
  let server: OwnRedis | undefined;
  return {
    name: 'redis',
    async env() {
      server = await startRedis();
      return onRedis(server.url);
    },
    async close() {
      await server?.end();
    },
  };
}

/** A prefix of its own for each round: rounds on one Redis do not see each other's jobs. */
function onRedis(url: string): Record<string, string> {
  return { REDIS_URL: url, QUEUE_PREFIX: `test_${process.pid}_${Date.now()}` };
}
