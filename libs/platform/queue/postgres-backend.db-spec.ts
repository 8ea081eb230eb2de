import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '#platform/config';
import { createLogger } from '#platform/runtime';
import { emptyDatabase, type EmptyDatabase } from '../../../test/support/database/database.js';
import { migrateQueue, openQueueConnection, type QueueConnection } from './connection.js';
import { defineJob, defineHandler } from './job.js';
import { JobQueue } from './job-queue.js';
import { JobRunner } from './job-runner.js';

const LANE = 'test-lane';
const greeting = defineJob<{ n: number }>('test.greeting');
const OUTAGE_MS = 1000;

describe('the queue on a Postgres that does not answer at first', () => {
  let database: EmptyDatabase;
  let connection: QueueConnection;
  let queue: JobQueue;

  beforeEach(async () => {
    database = await emptyDatabase();
    const logger = createLogger('test', 'silent');
    const config = loadConfig({ DATABASE_URL: database.url, MASTER_KEY: 'a master key for the tests of one room' });
    connection = openQueueConnection(config, logger);
    queue = new JobQueue(connection, logger);
  });
  afterEach(async () => {
    await queue.close();
    await connection.close();
    await database.close();
  });

  it('accepts jobs afterwards', async () => {
    await queue.enqueue(greeting, LANE, [{ id: 'first', payload: { n: 1 } }]);
    await migrateQueue(database.url);
    await queue.enqueue(greeting, LANE, [{ id: 'second', payload: { n: 2 } }]);
    expect(await queue.countWaiting(LANE)).toBe(1);
  });

  it('does not block the process, tries seldom, and works afterwards', async () => {
    let faults = 0;
    const done: number[] = [];
    const logger = createLogger('test', 'silent');
    logger.warn = () => void (faults += 1);
    const runner = new JobRunner(connection, [defineHandler(greeting, async ({ n }) => void done.push(n))], logger);
    runner.work(LANE, 1);
    await sleep(OUTAGE_MS);
    expect(faults).toBeGreaterThan(0);
    expect(faults).toBeLessThan(OUTAGE_MS / 50);
    await migrateQueue(database.url);
    await queue.enqueue(greeting, LANE, [{ id: 'first', payload: { n: 1 } }]);
    await expect.poll(() => done, { timeout: 10_000 }).toEqual([1]);
    await runner.close();
  });
});
