import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { InboxPage } from '#libs/inbox';
import { signIn } from '../../../support/contract/panel-member.js';
import { startDoubleOptIn, type DoubleOptIn } from '../../../support/consent/double-opt-in.js';

const PEOPLE = ['pending', 'expired', 'silent', 'refusing', 'confirmed'] as const;
const TAG = 'all';
let shop: DoubleOptIn;

/** Five people, one of them has confirmed the topic; and a stranger, who filled a form in. */
beforeAll(async () => {
  shop = await startDoubleOptIn();
  await shop.sending.post(
    'registerUsers',
    PEOPLE.map((extId, n) => ({
      extId,
      email: `${extId}@example.com`,
      msisdn: `+9053212345${n}0`,
      tags: [TAG],
      platform: 'IOS',
      deviceToken: String(n).repeat(64),
    })),
  );
  for (const extId of ['pending', 'expired', 'confirmed']) {
    await shop.prefer(extId, 'news', true);
    await shop.sending.post('setCategoryPreferences', [{ extId, category: 'news', enable: true }]);
  }
  await shop.subscribe({ app: 'shop', email: 'stranger@example.com', topics: ['news'] });
  await shop.ask();
  const mails = await shop.mails();
  for (const { link, address } of mails) {
    if (address === 'confirmed@example.com') {
      await shop.press(link);
    }
  }
  await shop.prefer('refusing', 'news', false);
  await shop.db.affected(
    `UPDATE users.topic_choice AS c SET state = 2 FROM users.app_user AS u
      WHERE u.uid = c.uid AND u.ext_id = 'expired' AND c.state = 3`,
  );
});
afterAll(() => shop.close());
beforeEach(() => shop.sending.simulators.clear());

/** People that the simulated providers have reached since the last test, by address. */
async function reached(): Promise<string[]> {
  await shop.sending.drain();
  const found = new Set<string>();
  for (const provider of ['smtp', 'sms', 'apns']) {
    for await (const { token } of shop.sending.simulators.everyDelivery(provider)) {
      const number = /^\+?9053212345(\d)0$/.exec(token)?.[1] ?? /^(\d)\1{63}$/.exec(token)?.[1];
      found.add(number === undefined ? (token.split('@')[0] ?? token) : (PEOPLE[Number(number)] ?? token));
    }
  }
  return [...found].toSorted();
}

const MESSAGE = { title: 'News', text: 'Read', subject: 'News', categories: ['news'] };
const PLATFORMS = [['EMAIL'], ['SMS'], ['IOS'], ['EMAIL', 'SMS', 'IOS']];

describe('People who have not confirmed a topic', () => {
  it.each(PLATFORMS)('A campaign of the topic to all reaches the confirmed one alone: %s', async (...platforms) => {
    for (const target of [{ sendToAll: true }, { tag: TAG }]) {
      await shop.sending.bulk({ message: { ...MESSAGE, platforms }, target });
      expect(await reached()).toEqual(['confirmed']);
      await shop.sending.simulators.clear();
    }
  });

  it('A transactional campaign of the topic reaches the confirmed one alone, as its dry run says', async () => {
    const body = { message: { ...MESSAGE, platforms: ['EMAIL'], transactional: true }, target: { sendToAll: true } };
    const { platforms } = await shop.sending.post<{ platforms: { ready: number }[] }>(
      'sendBulkNotification/dryRun',
      body,
    );
    expect(platforms.map(({ ready }) => ready)).toEqual([1]);
    await shop.sending.bulk(body);
    expect(await reached()).toEqual(['confirmed']);
  });

  it.each(PLATFORMS)(
    'A transactional send with the topic reaches the confirmed one alone: %s',
    async (...platforms) => {
      const { notificationKey } = await shop.sending.post<{ notificationKey: number }>('createNotificationDefinition', {
        title: 'News',
        message: 'Read',
        subject: 'News',
        categories: ['news'],
        platforms,
      });
      await shop.sending.post(
        'sendNotification',
        PEOPLE.map((extId) => ({ notificationKey: String(notificationKey), target: { extId } })),
      );
      expect(await reached()).toEqual(['confirmed']);
    },
  );

  it('A campaign for the inbox with the topic is in the inbox of the confirmed one alone', async () => {
    await shop.sending.bulk({ message: { ...MESSAGE, platforms: ['IOS'], inbox: true }, target: { tag: TAG } });
    expect(await reached()).toEqual(['confirmed']);
    const inboxes = await Promise.all(
      PEOPLE.map(async (extId) => {
        const { msgs } = await shop.sending.post<InboxPage>('inbox/getAllInbox', { extId, status: 7 });
        return [extId, msgs.length];
      }),
    );
    expect(Object.fromEntries(inboxes)).toEqual({ pending: 0, expired: 0, silent: 0, refusing: 0, confirmed: 1 });
  });

  it('A test of a member from the panel reaches the confirmed one alone', async () => {
    const { gateway } = shop.sending;
    const member = await signIn(gateway, [{ role: 'marketer', appId: gateway.appId }]);
    const body = { message: { ...MESSAGE, platforms: ['EMAIL', 'IOS'] }, extIds: PEOPLE };
    const sent = await member.post('/apps/shop/compose/test', body, { 'idempotency-key': randomUUID() });
    expect([sent.status, sent.text]).toEqual([200, expect.anything()]);
    expect(await reached()).toEqual(['confirmed']);
  });

  it('A message to everyone without a topic does not reach the stranger who filled a form in', async () => {
    for (const more of [{}, { transactional: true }]) {
      const message = { title: 'T', text: 'T', subject: 'T', platforms: ['EMAIL'], ...more };
      await shop.sending.bulk({ message, target: { sendToAll: true } });
      expect(await reached()).toEqual([...PEOPLE].toSorted());
      await shop.sending.simulators.clear();
    }
  });
});
