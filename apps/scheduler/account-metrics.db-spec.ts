import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AccountStateService } from '#libs/delivery/accounts';
import { ProviderAccountService, ApplicationService } from '#libs/tenancy';
import { registerMetrics } from '#platform/health';
import { ClockService } from '#platform/runtime';
import { startSending, type Sending } from '../../test/support/contract/sending.js';
import { reachableUsers } from '../../test/support/rooms/reachable-users.js';
import { accountMetrics } from './account-metrics.js';

let sending: Sending;
beforeAll(async () => {
  sending = await startSending();
});
afterAll(() => sending.close());

it('The account metrics list stopped accounts with the reason while they are stopped', async () => {
  const { app, appId } = sending.gateway;
  const accounts = app.get(AccountStateService);
  const registry = new Registry();
  registerMetrics(registry, accountMetrics(app.get(ApplicationService), accounts, app.get(ClockService), 0));
  const series = async () =>
    (await registry.metrics()).split('\n').filter((line) => line.startsWith('herald_provider_account_stopped{'));
  const count = async (state: string) =>
    new RegExp(`^herald_provider_accounts{channel="sms",state="${state}"} (\\d+)$`, 'm').exec(
      await registry.metrics(),
    )?.[1];
  expect(await series()).toEqual([]);
  expect([await count('ready'), await count('paused')]).toEqual(['1', '0']);
  const account = await app.get(ProviderAccountService).findAccount(appId, 'sms');
  if (!account) {
    throw new Error('There is no account');
  }
  await app.get(ProviderAccountService).pauseAccount(account, { code: '20003', why: 'AUTH' });
  expect(await series()).toEqual([
    'herald_provider_account_stopped{app="shop",channel="sms",state="paused",why="AUTH",code="20003"} 1',
  ]);
  expect([await count('ready'), await count('paused')]).toEqual(['0', '1']);
  const { db } = sending.gateway.fresh;
  await db.affected('ALTER SCHEMA tenancy RENAME TO away');
  const unread = await registry.metrics();
  await db.affected('ALTER SCHEMA away RENAME TO tenancy');
  expect(unread).toContain('herald_metric_unknown{metric="herald_provider_account_stopped"} 1');
  expect(unread).not.toContain('herald_provider_account_stopped{');
  await accounts.resume(appId, 'sms');
  expect(await series()).toEqual([]);
});

it('The account metrics show how long an account fails, and zero after a success', async () => {
  const { app } = sending.gateway;
  const registry = new Registry();
  registerMetrics(
    registry,
    accountMetrics(app.get(ApplicationService), app.get(AccountStateService), app.get(ClockService), 0),
  );
  const read = async (name: string) =>
    new RegExp(`^herald_provider_account_${name}_seconds{app="shop",channel="apns"} (\\S+)$`, 'm').exec(
      await registry.metrics(),
    )?.[1];
  expect(await read('failing')).toBeUndefined();
  await sending.post('registerUsers', await reachableUsers(sending.simulators, 'IOS', 5));
  await sending.simulators.faults(1, [{ provider: 'apns', share: 1, status: 403, reason: 'InvalidProviderToken' }]);
  await sending.bulk({ message: { title: 'Sale', text: 'Shoes', platforms: ['IOS'] }, target: { sendToAll: true } });
  await sending.drain();
  await expect.poll(() => read('failing').then(Number), { timeout: 20_000 }).toBeGreaterThan(0);
  expect(Number(await read('error_age'))).toBeLessThanOrEqual(Number(await read('failing')));
  await sending.simulators.faults(1, []);
  await app.get(AccountStateService).resume(sending.gateway.appId, 'apns');
  await sending.gateway.fresh.db.affected("UPDATE delivery.retry SET due_at = now() - interval '1 second'");
  await sending.drain();
  await expect.poll(() => read('failing'), { timeout: 20_000 }).toBe('0');
});
