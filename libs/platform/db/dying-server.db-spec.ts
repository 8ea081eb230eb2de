import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLogger } from '#platform/runtime';
import { openDyingServer, type DyingServer } from '../../../test/support/database/dying-server.js';
import { emptyDatabase, type EmptyDatabase } from '../../../test/support/database/database.js';
import { openDatabase } from './open-database.js';

let empty: EmptyDatabase;
let server: DyingServer;
beforeEach(async () => {
  empty = await emptyDatabase();
  server = await openDyingServer(empty.url);
});
afterEach(async () => {
  server.close();
  await empty.close();
});

it('A server that dies right after a new connection is ready does not end the process', async () => {
  const uncaught = vi.fn();
  process.on('uncaughtException', uncaught);
  const db = await openDatabase(server.url, 3, createLogger('test', 'silent'));
  try {
    server.deaths = 2;
    const slow = (): Promise<unknown> => db.row('SELECT pg_sleep(0.2)::text AS slept');
    const answers = await Promise.allSettled([slow(), slow(), slow()]);
    const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
    expect(refusals.length).toBeGreaterThan(0);
    expect(refusals).toEqual(refusals.map(() => expect.objectContaining({ kind: 'unavailable' }) as unknown));
    expect(uncaught).not.toHaveBeenCalled();
    expect(await db.row('SELECT 1 AS number')).toEqual({ number: 1 });
  } finally {
    process.off('uncaughtException', uncaught);
    await db.close();
  }
});
