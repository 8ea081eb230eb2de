import { readFile } from 'node:fs/promises';
import { NestFactory } from '@nestjs/core';
import { expect, it } from 'vitest';
import { listRecurringJobs } from '#platform/background';
import { loadConfig } from '#platform/config';
import { openQueueConnection } from '#platform/queue';
import { createLogger } from '#platform/runtime';
import { freshDatabase } from '../../test/support/database/database.js';
import { SchedulerModule } from './scheduler.module.js';

const UNITS: Readonly<Record<string, number>> = { s: 1_000, min: 60_000, h: 3_600_000 };

/** Pauses in ms by name, of the table in docs/deployment.md. */
async function readTable(): Promise<Record<string, number>> {
  const text = await readFile('docs/deployment.md', 'utf8');
  const rows = text.matchAll(/^\| `([a-z-]+\.[a-z]+)`[^|]*\|[^|]*\| [^|\d]*([\d.]+) (s|min|h)\b/gm);
  return Object.fromEntries(
    [...rows].map(([, name = '', count, unit = '']) => [name, Number(count) * (UNITS[unit] ?? Number.NaN)]),
  );
}

it('The recurring jobs of the scheduler are those of docs/deployment.md, with their pauses', async () => {
  const database = await freshDatabase();
  const config = loadConfig({ DATABASE_URL: database.url, MASTER_KEY: Buffer.alloc(32, 7).toString('base64') });
  const logger = createLogger('jobs', 'silent');
  const queue = openQueueConnection(config, logger);
  const app = await NestFactory.createApplicationContext(
    SchedulerModule.forRoot({ config, logger, db: database.db, queue }),
    { logger: ['error'], abortOnError: false },
  );
  try {
    const jobs = Object.fromEntries(listRecurringJobs(app, config).map(({ name, everyMs }) => [name, everyMs]));
    expect(jobs).toEqual(await readTable());
  } finally {
    await app.close();
    await queue.close();
    await database.close();
  }
});
