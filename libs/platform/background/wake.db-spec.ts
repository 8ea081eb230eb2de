import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { PgListener } from '#platform/db';
import { createLogger } from '#platform/runtime';
import { type FreshDatabase, freshDatabase } from '../../../test/support/database/database.js';
import { WAKE_CHANNEL } from './wake.repository.js';
import { WakeService } from './wake.service.js';

const logger = createLogger('test', 'silent');
let fresh: FreshDatabase | undefined;
let listener: PgListener | undefined;

afterEach(async () => {
  await listener?.stop();
  await fresh?.close();
});

it('Wake-ups in a row are few notifications, and the last one is not lost', async () => {
  fresh = await freshDatabase();
  const seen: string[] = [];
  listener = new PgListener(
    fresh.url,
    WAKE_CHANNEL,
    { onNotification: (works) => seen.push(works), onListening: () => undefined },
    logger,
  );
  await listener.start();
  const wakes = new WakeService(fresh.db, logger);
  for (let n = 0; n < 1000; n += 1) {
    wakes.wake('a.run');
  }
  wakes.wake('b.run');
  await expect.poll(() => seen, { timeout: 20_000 }).toEqual(['a.run', 'a.run,b.run']);
  await setTimeout(200);
  wakes.wake('a.run');
  await expect.poll(() => seen, { timeout: 20_000 }).toEqual(['a.run', 'a.run,b.run', 'a.run']);
});

it('A process that runs the work wakes it without a notification', async () => {
  fresh = await freshDatabase();
  const wakes = new WakeService(fresh.db, logger);
  const woken: string[] = [];
  wakes.handle((work) => woken.push(work));
  wakes.wake('a.run');
  expect(woken).toEqual(['a.run']);
});
