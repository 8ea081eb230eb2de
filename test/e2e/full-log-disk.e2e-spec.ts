import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDatabase, type EmptyDatabase } from '../support/database/database.js';
import { startStack, type Stack } from '../support/processes/stack.js';
import { reachableUsers } from '../support/rooms/reachable-users.js';

const USERS = 50;

describe('Processes with their log on a full disk', () => {
  let database: EmptyDatabase;
  let stack: Stack | undefined;

  beforeAll(async () => {
    database = await emptyDatabase();
  });

  afterAll(async () => {
    await stack?.stop();
    await database.close();
  });

  it('Every process with a full log disk starts, sends a campaign, counts its lost lines and stops cleanly', async () => {
    stack = await startStack({ databaseUrl: database.url, logFile: '/dev/full' });
    const { rest, simulators, children } = stack;
    await rest.register(await reachableUsers(simulators, 'IOS', USERS));
    const key = await rest.sendBulk({ title: 'Sale', text: 'All shoes', platforms: ['IOS'] });
    expect((await rest.finished(key, 60_000)).stats).toMatchObject([{ sent: USERS, failed: 0 }]);
    for (const { name, port } of children.filter((child) => child.name !== 'simulators')) {
      const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      expect(Number(/^herald_log_lines_dropped_total\{.*\} (\d+)$/m.exec(metrics)?.[1]), name).toBeGreaterThan(0);
    }
    expect(await Promise.all(children.map((child) => child.end('SIGTERM')))).toEqual(children.map(() => 0));
  });
});
