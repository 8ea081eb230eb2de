import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RegisteredInstallation } from '#libs/users/registry';
import { emptyDatabase, type EmptyDatabase } from '../support/database/database.js';
import { expectOk } from '../support/api-document/rest-client.js';
import { startStack, type Stack } from '../support/processes/stack.js';
import { findTraces } from '../support/database/traces.js';

const DEVICES = 300;
const MESSAGE = { title: 'Hello', text: 'Hello there', subject: 'Hello', platforms: ['IOS', 'EMAIL'], inbox: true };

let database: EmptyDatabase;
let stack: Stack;
let devices: RegisteredInstallation[] = [];

const token = (n: number): string => n.toString(16).padStart(64, '0');
const email = (n: number): string => `person-${n}-mail@example.com`;
const extId = (n: number): string => `person-${n}-name`;

async function inTens<R>(work: (n: number) => Promise<R>, count = DEVICES): Promise<R[]> {
  const all: R[] = [];
  for (let from = 0; from < count; from += 10) {
    all.push(...(await Promise.all(Array.from({ length: Math.min(10, count - from) }, (_, n) => work(from + n)))));
  }
  return all;
}

beforeAll(async () => {
  database = await emptyDatabase();
  stack = await startStack({ databaseUrl: database.url });
  await stack.db.affected('UPDATE tenancy.application AS a SET permanent_deletion = true WHERE a.id = $1', [
    stack.appId,
  ]);
  devices = await inTens(async (n) => {
    const device = expectOk(
      await stack.rest.sdk<RegisteredInstallation>('installations', { platform: 'IOS', token: token(n) }),
    );
    expectOk(await stack.rest.sdk('users/profile', { ...device, profile: { email: email(n) } }));
    return device;
  });
});
afterAll(async () => {
  await stack.stop();
  await database.close();
});

describe('Merges and erasures during a campaign', () => {
  it('Users who are merged during a campaign get it once, none is lost, and nothing of the erased ones is left', async () => {
    await stack.simulators.faults(
      1,
      ['apns', 'smtp'].map((provider) => ({ provider, share: 1, latencyMs: 300 })),
    );
    const key = await stack.rest.sendBulk(MESSAGE);
    await expect
      .poll(async () => (await stack.simulators.counts())['apns']?.accepted, { timeout: 30_000, interval: 20 })
      .toBeGreaterThan(0);
    await inTens(async (n) => expectOk(await stack.rest.sdk('users/identify', { ...devices[n], extId: extId(n) })));
    const erased = Array.from({ length: 100 }, (_, n) => n);
    expectOk(await stack.rest.post('deleteUsersPermanently', { extIds: erased.map(extId) }));
    const { stats } = await stack.rest.finished(key, 120_000);
    await stack.simulators.faults(1, []);

    const counts = await stack.simulators.counts();
    const figures = Object.fromEntries(stats.map(({ platform, sent }) => [platform, sent]));
    expect([counts['apns']?.accepted, counts['smtp']?.accepted]).toEqual([figures['IOS'], figures['EMAIL']]);
    expect([counts['apns']?.distinct, counts['smtp']?.distinct]).toEqual([figures['IOS'], figures['EMAIL']]);
    expect(Math.min(figures['IOS'] ?? 0, figures['EMAIL'] ?? 0)).toBeGreaterThanOrEqual(DEVICES - erased.length);
    const planned = await stack.db.row(
      `SELECT d.planned, sum(n) AS settled FROM delivery.dispatch AS d
       JOIN delivery.chunk AS c ON c.dispatch_id = d.dispatch_id, unnest(c.sent || c.failed || c.skipped) AS n
       WHERE d.notification_key = $1 GROUP BY d.planned`,
      [key],
    );
    expect(planned).toEqual({ planned: 2 * DEVICES, settled: 2 * DEVICES });

    const texts = erased.flatMap((n) => [extId(n), email(n), token(n)]);
    expect(await findTraces(stack.db, { texts })).toEqual([]);
  });
});
