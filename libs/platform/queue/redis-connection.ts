import { createRedisBackend, Queue, Worker } from 'bullmq';
import type { RedisPlace } from '#platform/config';
import type { Logger } from '#platform/runtime';
import type { QueueConnection } from './queue-connection.js';
import { closable, makePatient } from './patient-backend.js';
import { QueueState } from './queue-state.js';
import { openRedis, type RedisSettings } from './open-redis.js';
import { ProbedRedis } from './probed-redis.js';
import { RedisBuckets } from './redis-buckets.js';
import { explainRedisFault } from './redis-fault.js';

/** Opens the queue on Redis: one connection for producers, one for consumers and one more for each worker. */
export function connectRedis(settings: RedisSettings, logger: Logger): QueueConnection {
  const { place, producer, consumer } = openRedis(settings);
  const prefixOf = (queueName: string): string => keyPrefix(place, settings.QUEUE_PREFIX, queueName);
  const explain = (error: unknown): string | undefined => explainRedisFault(error, place.kind);
  const server = new ProbedRedis(producer, place.kind, `${prefixOf('alive')}:alive`, logger);
  const state = new QueueState(
    { backend: 'Redis', ask: async () => server.ask(), explain, findLoss: () => server.findLoss() },
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
    assertUsable: () => server.assertUsable(),
    queue: (queueName) => new Queue(queueName, { connection: producer, prefix: prefixOf(queueName) }),
    worker: (queueName, run, workerSettings) =>
      closable(
        (signal) =>
          new Worker(
            queueName,
            run,
            { connection: consumer, prefix: prefixOf(queueName), ...workerSettings },
            (...args) => makePatient(createRedisBackend(...args), signal),
          ),
      ),
    buckets: new RedisBuckets(producer, settings.QUEUE_PREFIX),
    async close() {
      state.close();
      producer.disconnect();
      consumer.disconnect();
    },
  };
}

/**
 * The prefix of the keys of one queue. A script of the queue works on several of its keys, so in a cluster all of them have
 * one hash tag, and with it one node. Elsewhere the keys are called as they always were.
 *
 * @see https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/#hash-tags
 */
export function keyPrefix({ kind }: Pick<RedisPlace, 'kind'>, prefix: string, queueName: string): string {
  return kind === 'cluster' ? `{${prefix}:${queueName}}` : prefix;
}
