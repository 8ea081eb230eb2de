import { startRedis } from '../../../test/support/processes/own-redis.js';
import { treeCpuMs } from '../../../test/support/processes/children.js';

/** The place of the queue in one run. */
export interface BenchQueue {
  name: 'postgres' | 'redis';
  /** Settings for every process. */
  env: Record<string, string>;
  /** CPU time of the Redis so far, in ms; 0 where Postgres has the queue. */
  cpuMs(): number;
  stop(): Promise<void>;
}

/**
 * Opens the queue that `--queue` names; a Redis writes nothing to disk, as `docs/deployment.md` advises.
 *
 * @throws Error for a name besides `postgres` and `redis`, or without a `redis-server` on the PATH
 */
export async function openBenchQueue(name: string): Promise<BenchQueue> {
  switch (name) {
    case 'postgres':
      return { name, env: {}, cpuMs: () => 0, stop: async () => undefined };
    case 'redis': {
      const server = await startRedis();
      return {
        name,
        env: { REDIS_URL: server.url },
        cpuMs: () => treeCpuMs(server.pid),
        stop: async () => server.end(),
      };
    }
    default:
      throw new Error(`--queue is postgres or redis, not ${name}`);
  }
}
