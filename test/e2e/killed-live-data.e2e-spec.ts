import { afterAll, beforeAll, expect, it } from 'vitest';
import { applyFile } from '../support/contract/application.js';
import { emptyDatabase, type EmptyDatabase } from '../support/database/database.js';
import { childOf, startStack, type Stack } from '../support/processes/stack.js';
import { reachableUsers } from '../support/rooms/reachable-users.js';

const USERS = 600;
const KILLS = 3;
const MASTER_KEY = Buffer.alloc(32, 9).toString('base64');
/** Leases that end soon: what a dead worker held is found within seconds. */
const SOON = { LEASE_MS: '3000', SWEEP_MS: '500' };
const FOUND = { timeout: 180_000, interval: 200 };
const SOURCE = {
  name: 'points',
  url: 'https://crm.example.com/p/@{extId}',
  simulator: true,
  per: 'person',
  perSecond: 1000,
  timeout: '10s',
};

let database: EmptyDatabase;
let stack: Stack;

beforeAll(async () => {
  database = await emptyDatabase();
  stack = await startStack({ databaseUrl: database.url, masterKey: MASTER_KEY, workers: 2, env: SOON });
  await applyFile(database.url, MASTER_KEY, { app: 'shop', fetches: [SOURCE] });
  await stack.rest.register(await reachableUsers(stack.simulators, 'IOS', USERS));
});
afterAll(async () => {
  await stack?.stop();
  await database.close();
});

/** Answers that are stored, and recipients with a final result. */
async function read(key: number): Promise<{ stored: number; ended: number }> {
  const row = await stack.db.row<{ stored: number; ended: number }>(
    `SELECT (SELECT count(*)::integer FROM delivery.live_value AS v JOIN delivery.dispatch AS d USING (dispatch_id)
              WHERE d.notification_key = $1 AND v.uid > 0) AS stored,
            (SELECT count(*)::integer FROM delivery.push_result AS r JOIN delivery.dispatch AS d USING (dispatch_id)
              WHERE d.notification_key = $1) AS ended`,
    [key],
  );
  return row ?? { stored: 0, ended: 0 };
}

it('Each person gets one text with one stored answer, however often workers die while live data is fetched', async () => {
  await stack.simulators.answerLive({ json: { version: 0 }, delayMs: 400 });
  const message = {
    title: 'Points',
    text: 'Version {{ fetched.points.version }}',
    platforms: ['IOS'],
    ios: { title: 'Points' },
    templates: 'liquid',
  };
  const { body } = await stack.rest.post<{ notificationKey: number }>('sendBulkNotification', {
    message,
    target: { sendToAll: true },
  });
  const key = body.notificationKey;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const calls = (await stack.simulators.liveCalls()).length;
    await expect
      .poll(async () => (await stack.simulators.liveCalls()).length > calls || (await read(key)).ended === USERS, FOUND)
      .toBe(true);
    const worker = childOf(stack, 'worker');
    await worker.end('SIGKILL');
    // A repeated call is answered with another value.
    await stack.simulators.answerLive({ json: { version: kill }, delayMs: 400 });
    await stack.replace(worker);
  }
  await expect.poll(async () => (await read(key)).ended, FOUND).toBe(USERS);
  let deliveries = 0;
  const texts = new Map<string, Set<string>>();
  for await (const { token, payload } of stack.simulators.everyDelivery('apns')) {
    deliveries += 1;
    const text = (payload as { body: { aps: { alert: { body: string } } } }).body.aps.alert.body;
    texts.set(token, (texts.get(token) ?? new Set()).add(text));
  }
  expect(texts.size).toBe(USERS);
  expect([...texts.values()].filter((own) => own.size !== 1)).toEqual([]);
  const stored = await stack.db.rows<{ token: string; version: number }>(
    `SELECT i.token, (v.data -> 'values' -> 'points' ->> 'version')::integer AS version
       FROM delivery.live_value AS v JOIN delivery.dispatch AS d USING (dispatch_id)
       JOIN users.installation AS i ON i.app_id = v.app_id AND i.uid = v.uid
      WHERE d.notification_key = $1 AND v.uid > 0`,
    [key],
  );
  expect(stored).toHaveLength(USERS);
  const different = stored.filter(({ token, version }) => texts.get(token)?.has(`Version ${version}`) !== true);
  expect(different).toEqual([]);
  // Messages that were in flight when a worker died are in doubt, listed, and the only ones that may have left twice.
  const doubts = await stack.db.row<{ n: number }>('SELECT count(*)::integer AS n FROM delivery.in_doubt', []);
  expect(deliveries - USERS).toBeLessThanOrEqual(doubts?.n ?? 0);
});
