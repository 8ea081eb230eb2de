import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '#platform/embedded';
import { startSending, type Sending } from '../../support/contract/sending.js';

let sending: Sending;
beforeAll(async () => {
  // Links of simulated accounts lead to this port.
  sending = await startSending({ PORT: String(await freePort()) });
  await sending.post('registerUsers', [{ extId: 'ada', email: 'ada@example.com' }]);
});
afterAll(() => sending.close());

/** The HTML of a mail to one user, whose link ends with `query`. */
async function mailWith(query: string, params: Record<string, string> = {}): Promise<string> {
  await sending.simulators.clear();
  const text = `<p><a href="https://shop.example/reset${query}">Go on</a></p>`;
  const { notificationKey } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', {
    title: 'T',
    message: text,
    platforms: ['EMAIL'],
    transactional: true,
  });
  await sending.post('sendNotification', {
    notificationKey: String(notificationKey),
    target: { extId: ['ada'] },
    message: { params },
  });
  await sending.drain();
  const [mail] = await sending.simulators.mails();
  return mail?.payload.html ?? '';
}

it.each([
  '?token=@{value}',
  '?user=1&resetToken=@{value}',
  '?a=1#access_token=@{value}',
  '#/reset?otp=@{value}',
  '?sig=@{value}',
  '?code=@{value}',
])('A link with a secret gets no redirect, which proxies would log: %s', async (query) => {
  const value = 'SeCrEt0123456789abcdef';
  const html = await mailWith(query, { value });
  expect(html).toContain('href="https://shop.example/reset');
  expect(html).toContain(value);
  expect(html).not.toContain('/c/');
});

it.each(['', '?campaign=spring', '?code=SPRING10', '?utm_source=mail#top'])(
  'Other links still count clicks: %s',
  async (query) => {
    expect(await mailWith(query)).toContain('/c/');
  },
);
