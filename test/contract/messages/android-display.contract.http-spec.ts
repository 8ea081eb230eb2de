import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import type { RegisteredInstallation } from '#libs/users/registry';
import { startSending, type Sending } from '../../support/contract/sending.js';

const RICH = {
  title: 'Sale',
  text: 'All shoes 20 % off',
  platforms: ['ANDROID'],
  threadId: 'sale',
  android: {
    title: 'Sale',
    subtitle: 'Today',
    bigText: 'All shoes in every size',
    carousel: [{ title: 'One', itemImageUrl: 'https://cdn.example/1.png' }],
  },
};
const PLAIN = { title: 'Sale', text: 'All shoes 20 % off', platforms: ['ANDROID'] };
let sending: Sending;
const devices = new Map<string, RegisteredInstallation>();

beforeAll(async () => {
  sending = await startSending();
  const key = await sending.gateway.makeKey('mobile', { kind: 'mobile' });
  for (const [token, drawsMessages] of [
    ['able', true],
    ['unable', false],
    ['silent', undefined],
  ] as const) {
    const body = { platform: 'ANDROID', token, ...(drawsMessages !== undefined && { drawsMessages }) };
    const answer = await sending.gateway.call('/sdk/1.0/installations', { key, body });
    expect(answer.status, answer.text).toBe(200);
    devices.set(token, answer.json as RegisteredInstallation);
  }
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

const display = (value: string | undefined) =>
  sending.gateway.app
    .get(ApplyService)
    .apply(
      { app: 'shop', channels: { fcm: { simulator: true, ...(value && { display: value }) } } },
      { dryRun: false },
    );

/** The drawer of the notification, by the token of the device. */
async function send(message: object): Promise<Record<string, string>> {
  await sending.simulators.clear();
  await sending.bulk({ message, target: { sendToAll: true } });
  await sending.drain();
  const deliveries = await sending.simulators.deliveries('provider=fcm');
  return Object.fromEntries(
    deliveries.map(({ token, payload }) => {
      const { message: received } = payload as { message: { notification?: object; data: { display?: string } } };
      return [token, received.notification ? 'system' : String(received.data.display)];
    }),
  );
}

describe('fcm.display of the application file (2.6)', () => {
  it.each([
    [undefined, RICH, { able: 'app', unable: 'system', silent: 'system' }],
    [undefined, PLAIN, { able: 'system', unable: 'system', silent: 'system' }],
    ['auto', RICH, { able: 'app', unable: 'system', silent: 'system' }],
    ['system', RICH, { able: 'system', unable: 'system', silent: 'system' }],
    ['app', RICH, { able: 'app', unable: 'app', silent: 'app' }],
    ['app', PLAIN, { able: 'app', unable: 'app', silent: 'app' }],
  ])('The setting fcm.display %s determines who draws a notification on Android', async (value, message, expected) => {
    await display(value);
    await expect.poll(() => send(message), { timeout: 20_000 }).toEqual(expected);
  });

  it('A message that the app draws has all its data, high priority and a tag by which a later one replaces it', async () => {
    await display('auto');
    await expect.poll(() => send(RICH), { timeout: 20_000 }).toMatchObject({ able: 'app', unable: 'system' });
    const deliveries = await sending.simulators.deliveries('provider=fcm');
    const drawn = deliveries.find(({ token }) => token === 'able');
    expect(drawn?.payload).toEqual({
      message: {
        token: 'able',
        android: { priority: 'HIGH', ttl: expect.any(String) as unknown },
        data: {
          display: 'app',
          title: 'Sale',
          text: 'All shoes 20 % off',
          subText: 'Today',
          bigText: 'All shoes in every size',
          threadId: 'sale',
          sound: 'default',
          carousel: JSON.stringify(RICH.android.carousel),
          heraldId: drawn?.messageId,
          tag: drawn?.messageId,
        },
      },
    });
  });

  it('An installation can revoke that it draws messages', async () => {
    const body = { ...devices.get('able'), platform: 'ANDROID', drawsMessages: false };
    expect((await sending.gateway.call('/sdk/1.0/installations', { key: 'mobile', body })).status).toBe(200);
    expect(await send(RICH)).toMatchObject({ able: 'system' });
  });

  it('The application file refuses an unknown value of fcm.display', async () => {
    await expect(display('phone')).rejects.toThrow('channels.fcm (with simulator: true).display should be one of');
  });
});
