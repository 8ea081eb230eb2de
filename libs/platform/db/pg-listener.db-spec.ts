import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLogger } from '#platform/runtime';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import { PgListener } from './index.js';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.close());

const heard: string[] = [];
let listenCount = 0;
const say = (text: string) => fresh.db.rows(`SELECT pg_notify('test_channel', $1)`, [text]);

const until = (isSo: () => boolean) => expect.poll(isSo, { timeout: 60_000 }).toBe(true);

it('PgListener receives committed notifications, reports each new connection, and receives nothing after its stop', async () => {
  const hearing = {
    onNotification: (payload: string) => void heard.push(payload),
    onListening: () => void (listenCount += 1),
  };
  const listening = new PgListener(fresh.url, 'test_channel', hearing, createLogger('test', 'silent'));
  await listening.start();
  expect(listenCount).toBe(1);
  await fresh.db
    .tx((tx) => tx.rows(`SELECT pg_notify('test_channel', 'undone')`).then(() => Promise.reject(new Error())))
    .catch(() => undefined);
  await say('1');
  await until(() => heard.length > 0);
  await fresh.db.rows(
    `SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity a
      WHERE a.datname = current_database() AND a.application_name = 'herald-listen'`,
  );
  await until(() => listenCount === 2);
  await say('2');
  await until(() => heard.length > 1);
  await listening.stop();
  await say('3');
  await sleep(50);
  expect([heard, listenCount]).toEqual([['1', '2'], 2]);
});
