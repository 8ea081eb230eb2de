import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadConfig } from '#platform/config';
import { createLogger, type Logger } from '#platform/runtime';
import { emptyDatabase, type EmptyDatabase } from '../../../test/support/database/database.js';
import { openDyingServer } from '../../../test/support/database/dying-server.js';
import { migrateQueue, openQueueConnection, openQueuePool } from './connection.js';
import { defineJob, defineHandler } from './job.js';
import { JobQueue } from './job-queue.js';
import { JobRunner } from './job-runner.js';
import { QueueListener } from './postgres-backend.js';
import type { QueueConnection } from './queue-connection.js';

const LANE = 'test-lane';
const greeting = defineJob<{ n: number }>('test.greeting');
const OUTAGE_MS = 1000;

describe('Queue on a Postgres that is not ready at first', () => {
  let database: EmptyDatabase;
  let connection: QueueConnection;
  let queue: JobQueue;
  let faults: number;
  let logger: Logger;

  beforeEach(async () => {
    database = await emptyDatabase();
    faults = 0;
    logger = createLogger('test', 'silent');
    logger.warn = () => void (faults += 1);
    logger.error = logger.warn;
    const config = loadConfig({ DATABASE_URL: database.url, MASTER_KEY: 'a master key for the tests of one room' });
    connection = openQueueConnection(config, logger);
    queue = new JobQueue(connection, logger);
  });
  afterEach(async () => {
    await queue.close();
    await connection.close();
    await database.close();
  });

  it('JobQueue accepts jobs once Postgres is ready', async () => {
    await queue.enqueue(greeting, LANE, [{ id: 'first', payload: { n: 1 } }]);
    await migrateQueue(database.url);
    await queue.enqueue(greeting, LANE, [{ id: 'second', payload: { n: 2 } }]);
    expect(await queue.countWaiting(LANE)).toBe(1);
  });

  it('JobRunner logs few errors while Postgres is not ready, and works afterwards', async () => {
    const done: number[] = [];
    const runner = new JobRunner(connection, [defineHandler(greeting, async ({ n }) => void done.push(n))], logger);
    runner.work(LANE, 1);
    const begin = performance.now();
    await sleep(OUTAGE_MS);
    // One line for the fault, whoever meets it, and the next one after five seconds.
    expect(faults).toBeGreaterThan(0);
    expect(faults).toBeLessThanOrEqual(1 + (performance.now() - begin) / 5000);
    await migrateQueue(database.url);
    await queue.enqueue(greeting, LANE, [{ id: 'first', payload: { n: 1 } }]);
    await expect.poll(() => done, { timeout: 60_000 }).toEqual([1]);
    await runner.close();
  });
});

describe('QueueListener on a Postgres that dies right after a new connection is ready', () => {
  it('QueueListener survives the death of the server, and connects again afterwards', async () => {
    const empty = await emptyDatabase();
    const server = await openDyingServer(empty.url);
    const pool = openQueuePool(server.url, createLogger('test', 'silent'));
    const listener = new QueueListener(pool);
    const uncaught = vi.fn();
    process.on('uncaughtException', uncaught);
    let losses = 0;
    listener.onLoss(() => (losses += 1));
    server.deaths = 1;
    await listener.getClient();
    await expect.poll(() => losses, { timeout: 60_000 }).toBe(1);
    const client = await listener.getClient();
    expect((await client.query('SELECT 1 AS number')).rows).toEqual([{ number: 1 }]);
    expect(uncaught).not.toHaveBeenCalled();
    process.off('uncaughtException', uncaught);
    await listener.close();
    await pool.end();
    server.close();
    await empty.close();
  });
});
