import webpush from 'web-push';
import { expect, it } from 'vitest';
import { AllowedAddresses } from '#platform/net';
import { checkWebPush } from './check-web-push.js';

const KEYS = webpush.generateVAPIDKeys();

const check = (subject: string) =>
  checkWebPush(
    {
      accountId: 1,
      appId: 1,
      channel: 'webpush',
      provider: 'webpush',
      version: 1,
      credentials: { subject, ...KEYS },
    },
    { relays: new AllowedAddresses() },
  );

it.each(['mailto:push@example.com', 'mailto:ops@müller.example', 'https://shop.example/contact'])(
  'An account with the VAPID subject %s works',
  async (subject) => expect(await check(subject)).toEqual([expect.not.objectContaining({ fault: expect.anything() })]),
);

it.each([
  'mailto:x@localhost',
  'mailto:x@shop.invalid',
  'mailto:ops@mail.local',
  'https://127.0.0.1/contact',
  'https://2130706433/',
  'https://[::1]/',
  'push@example.com',
])('An account with the VAPID subject %s, stored by an earlier release, is reported', async (subject) => {
  const [step] = await check(subject);
  expect(step?.fault).toMatchObject({ code: 'INVALID_VAPID_SUBJECT', why: 'AUTH' });
});
