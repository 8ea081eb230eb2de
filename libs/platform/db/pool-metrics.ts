import type { DataSource } from 'typeorm';
import { resolveInTime } from '#platform/async';
import { type MetricSource, CachedFigures } from '#platform/health';
import { poolOf } from './statement-runner.js';

/** A database that answers later counts as away. */
const PING_TIMEOUT_MS = 2000;

/**
 * @param database.ping          resolves when the database answers
 * @param database.countWaiting  callers that wait for their turn to ask the pool
 */
export function poolMetrics(
  source: DataSource,
  { ping, countWaiting }: { ping: () => Promise<void>; countWaiting: () => number },
): MetricSource[] {
  const pool = poolOf(source);
  const answer = new CachedFigures(() =>
    resolveInTime(PING_TIMEOUT_MS, async () => {
      await ping();
      return 1;
    }),
  );
  return [
    {
      name: 'herald_database_up',
      help: '1 while Postgres answers this process within two seconds',
      read: async () => [{ value: (await answer.get()) ?? 0 }],
    },
    {
      name: 'herald_pool_connections',
      help: 'Connections of this process to Postgres, without those of the queue and of listeners',
      labels: ['state'],
      read: () => [
        { labels: { state: 'idle' }, value: pool.idleCount },
        { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
      ],
    },
    {
      name: 'herald_pool_max_connections',
      help: 'Connections that this process may open (DATABASE_POOL)',
      read: () => [{ value: pool.options.max }],
    },
    {
      name: 'herald_pool_waiting',
      help: 'Callers that wait for a connection of the pool',
      read: () => [{ value: pool.waitingCount + countWaiting() }],
    },
  ];
}
