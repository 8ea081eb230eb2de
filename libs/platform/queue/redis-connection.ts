import { once } from 'node:events';
import { createRedisBackend, Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { backoffMs } from '#platform/async';
import type { Logger } from '#platform/runtime';
import type { QueueConnection } from './queue-connection.js';
import { closable, makePatient } from './patient-backend.js';
import { explainRedisFault, refusedCluster } from './queue-fault.js';
import { QueueState } from './queue-state.js';
import { RedisBuckets } from './redis-buckets.js';
import { describePolicy, QUEUE_POLICY, readRedisFacts, type RedisFacts } from './redis-facts.js';

/** Between two attempts to connect. */
const RECONNECT = { firstMs: 100, maxMs: 5000 };
/** A connection to a primary that has become a replica is given up at most this often, to look for the new one. */
const READONLY_INTERVAL_MS = 5000;
/** The key of the probe lives longer than the pause between two. */
const PROBE_TTL_MS = 60_000;

/** Opens the queue on Redis: one connection for producers, one for consumers and one more for each worker. */
export function connectRedis(url: string, prefix: string, logger: Logger): QueueConnection {
  const options = {
    retryStrategy: (attempt: number) => backoffMs(attempt, RECONNECT),
    reconnectOnError: seldomReadOnly(),
  };
  const producer = new Redis(url, { ...options, maxRetriesPerRequest: 1, enableOfflineQueue: false });
  const consumer = new Redis(url, { ...options, maxRetriesPerRequest: null });
  const server = new ProbedRedis(producer, prefix, logger);
  const state = new QueueState(
    { backend: 'Redis', ask: async () => server.ask(), explain: explainRedisFault, findLoss: () => server.findLoss() },
    logger,
  );
  // Without a listener an outage would end the process.
  producer.on('error', (error: Error) => {
    server.lastError = error;
    state.report(error);
  });
  consumer.on('error', (error: Error) => void state.report(error));
  return {
    state,
    facts: () => server.facts,
    assertUsable() {
      if (server.facts?.isCluster) {
        throw refusedCluster();
      }
    },
    queue: (queueName) => new Queue(queueName, { connection: producer, prefix }),
    worker: (queueName, run, settings) =>
      closable(
        (signal) =>
          new Worker(queueName, run, { connection: consumer, prefix, ...settings }, (...args) =>
            makePatient(createRedisBackend(...args), signal),
          ),
      ),
    buckets: new RedisBuckets(producer, prefix),
    async close() {
      state.close();
      producer.disconnect();
      consumer.disconnect();
    },
  };
}

/** Asks a Redis whether it takes jobs. */
class ProbedRedis {
  /** Of the connection that was opened last; undefined where its user may not ask. */
  facts: RedisFacts | undefined;
  /** Why the latest attempt to connect failed. */
  lastError: Error | undefined;
  private isKnown = false;
  private toldPolicy: string | undefined;

  constructor(
    private readonly redis: Redis,
    private readonly prefix: string,
    private readonly logger: Logger,
  ) {
    // Behind the same address another server may answer next time.
    redis.on('close', () => (this.isKnown = false));
  }

  /** Writes a key, because a server without memory, a replica and a full disk all answer a ping. */
  async ask(): Promise<void> {
    await this.waitUntilReady();
    if (!this.isKnown) {
      this.facts = await readRedisFacts(this.redis);
      this.isKnown = true;
      this.tellPolicy();
    }
    if (this.facts?.isCluster) {
      throw new Error('cluster mode');
    }
    await this.redis.set(`${this.prefix}:alive`, '1', 'PX', PROBE_TTL_MS);
  }

  /** A command waits for the next connection when its own is lost. */
  findLoss(): Error | undefined {
    return this.redis.status === 'ready' ? undefined : this.lastError;
  }

  private async waitUntilReady(): Promise<void> {
    if (this.redis.status === 'connecting' || this.redis.status === 'connect') {
      // The listener of the error keeps its reason.
      await once(this.redis, 'ready').catch(() => undefined);
    }
    if (this.redis.status !== 'ready') {
      throw this.lastError ?? new Error('Connection is closed');
    }
  }

  private tellPolicy(): void {
    const policy = this.facts?.policy;
    if (policy !== undefined && policy !== QUEUE_POLICY && policy !== this.toldPolicy) {
      this.logger.warn({ policy }, describePolicy(policy));
    }
    this.toldPolicy = policy;
  }
}

/**
 * Whether an error should end the connection: after a failover the address may lead to the new primary.
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
