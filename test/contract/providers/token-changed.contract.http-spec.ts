import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RegisteredInstallation } from '#libs/users/registry';
import { startSending, type Sending } from '../../support/contract/sending.js';

let sending: Sending;
beforeAll(async () => {
  sending = await startSending();
  await sending.gateway.makeKey('mobile', { kind: 'mobile' });
});
afterAll(() => sending.close());

async function tell(body: object): Promise<RegisteredInstallation> {
  const { status, text, json } = await sending.gateway.call('/sdk/1.0/installations', {
    key: 'mobile',
    body: { platform: 'MACOS', ...body },
  });
  expect([status, status === 200 ? '' : text]).toEqual([200, '']);
  return json as RegisteredInstallation;
}

it('A campaign skips a Mac whose new token belongs to another channel than its chunk', async () => {
  const [staysNative, changes] = ['a'.repeat(64), 'b'.repeat(64)];
  await tell({ token: staysNative });
  const mac = await tell({ token: changes });
  const key = await sending.bulk({
    message: { title: 'T', text: 'Hello', platforms: ['MACOS'] },
    target: { sendToAll: true },
  });
  await sending.launchDue();
  const [subscription] = await sending.simulators.subscriptions(1);
  await tell({ ...mac, token: JSON.stringify(subscription) });
  await sending.drain();
  expect(await sending.ends(key)).toEqual({ SUCCESS: 1, 'SKIPPED TOKEN_CHANGED': 1 });
  expect(await sending.simulators.deliveries('provider=apns')).toMatchObject([{ token: staysNative }]);
  expect(await sending.simulators.deliveries('provider=webpush')).toEqual([]);
  const next = await sending.bulk({
    message: { title: 'T', text: 'Again', platforms: ['MACOS'] },
    target: { sendToAll: true },
  });
  await sending.drain();
  expect(await sending.ends(next)).toEqual({ SUCCESS: 2 });
  expect(await sending.simulators.deliveries('provider=webpush')).toHaveLength(1);
});
