import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApplyService, ProviderAccountService } from '#libs/tenancy';
import { SuppressionService } from '#libs/users/consent';
import { startSending, type Sending } from '../../../support/contract/sending.js';

interface Credentials {
  botToken: string;
  webhookSecret: string;
}

let sending: Sending;
let credentials: Credentials;
const webhook = (): string => `${sending.gateway.base}/callbacks/accounts/shop`;

beforeAll(async () => {
  sending = await startSending();
  await sending.gateway.app
    .get(ApplyService)
    .apply(
      { app: 'shop', settings: { permanentDeletion: true }, channels: { chat: { simulator: true } } },
      { dryRun: false },
    );
  const account = await sending.gateway.app.get(ProviderAccountService).findAccount(sending.gateway.appId, 'chat');
  credentials = account?.credentials as Credentials;
});
afterAll(() => sending.close());
beforeEach(async () => {
  await sending.simulators.faults(1, []);
  await sending.simulators.clear();
});

let people = 0;
/** A person on Telegram. */
async function person(more: object = {}): Promise<{ extId: string; chatAddress: string }> {
  people += 1;
  const [extId, chatAddress] = [`chat-${people}`, `telegram:${500_000_000 + people}`];
  await sending.post('registerUsers', [{ extId, chatAddress, ...more }]);
  return { extId, chatAddress };
}

const NEWS = { title: 'News', text: 'Hello @{name|there}', platforms: ['CHAT'] };
const TEXT = { title: 'Order', message: 'On its way', platforms: ['CHAT'] };

const tagged = async (tag: string, extIds: readonly string[]): Promise<void> =>
  sending.post('tagUsers', { tag, extIds });
async function arrived(): Promise<{ token: string; payload: Record<string, unknown> }[]> {
  await sending.drain();
  return (await sending.simulators.deliveries('provider=telegram')) as {
    token: string;
    payload: Record<string, unknown>;
  }[];
}
const toAddress = async (chatAddress: string, body: object = TEXT): Promise<number> =>
  (await sending.post<{ notificationKey: number }>('sendEmailAndSms', { ...body, target: { chatAddress } }))
    .notificationKey;
const refusal = async (operation: string, body: unknown): Promise<object> => {
  const answer = await sending.gateway.call(`/rest/3.0/${operation}`, { body: body as object });
  return { status: answer.status, told: answer.text, ...(answer.json as object) };
};
const post = async (body: object, secret?: string): Promise<number> =>
  (
    await fetch(webhook(), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(secret !== undefined && { 'x-telegram-bot-api-secret-token': secret }),
      },
      body: JSON.stringify(body),
    })
  ).status;
const idOf = (chatAddress: string): number => Number(chatAddress.replace('telegram:', ''));
/** A person writes a message a second: Telegram has no finer time. */
let second = Math.floor(Date.now() / 1000) - 3600;
const update = (chatAddress: string, text: string, type = 'private'): object => ({
  update_id: 1,
  message: { message_id: 1, chat: { id: idOf(chatAddress), type }, date: (second += 1), text },
});
const says = (chatAddress: string, text: string, type?: string): Promise<number> =>
  post(update(chatAddress, text, type), credentials.webhookSecret);
const suppressed = async (address: string) =>
  (await sending.gateway.app.get(SuppressionService).findReasons(sending.gateway.appId, 'chat', [address])).get(
    address,
  );

describe('Messages on Telegram', () => {
  it('A bulk send on Telegram fills each message with its own values and adds the page under the text', async () => {
    const ada = await person({ profile: { name: 'Ada_*<b>' } });
    const bora = await person({ language: 'tr' });
    await sending.post('registerUsers', [{ extId: 'chat-none', msisdn: '+905329999999' }]);
    await tagged('news', [ada.extId, bora.extId, 'chat-none']);
    const message = {
      ...NEWS,
      click: { url: 'https://shop.example/news' },
      languages: { tr: { text: 'Merhaba: https://shop.example/news' } },
    };
    const key = await sending.bulk({ message, target: { tag: 'news' } });
    const byAddress = Object.fromEntries((await arrived()).map(({ token, payload }) => [token, payload]));
    const preview = { link_preview_options: { is_disabled: true } };
    // No `parse_mode`: what a value contains is text.
    expect(byAddress).toEqual({
      [ada.chatAddress]: {
        ...preview,
        chat_id: String(idOf(ada.chatAddress)),
        text: 'Hello Ada_*<b>\n\nhttps://shop.example/news',
      },
      [bora.chatAddress]: {
        ...preview,
        chat_id: String(idOf(bora.chatAddress)),
        text: 'Merhaba: https://shop.example/news',
      },
    });
    expect(await sending.ends(key)).toEqual({ SUCCESS: 2 });
    const stats = await sending.gateway.call(`/rest/3.0/getPushStats?notificationKey=${key}`, { method: 'GET' });
    expect(stats.json).toMatchObject({ stats: [{ platform: 'CHAT', sent: 2, failed: 0 }] });
    const results = await sending.gateway.call(`/rest/3.0/getPushResult?notificationKey=${key}&extId=${ada.extId}`, {
      method: 'GET',
    });
    expect(results.json).toMatchObject({ list: [{ platform: 'CHAT', status: 'SUCCESS', extId: ada.extId }] });
  });

  it('A transactional send on Telegram reaches an extId or an address, including a group', async () => {
    const ada = await person();
    const { notificationKey } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', {
      ...TEXT,
      message: 'Order @{order} is on its way',
    });
    const notification = String(notificationKey);
    await sending.post('sendNotification', [
      { notificationKey: notification, target: { extId: ada.extId }, message: { params: { order: 'B-2' } } },
      {
        notificationKey: notification,
        target: { chatAddress: 'telegram:-1001234567' },
        message: { params: { order: 'C' } },
      },
    ]);
    const texts = Object.fromEntries((await arrived()).map(({ token, payload }) => [token, payload['text']]));
    expect(texts).toEqual({
      [ada.chatAddress]: 'Order B-2 is on its way',
      'telegram:-1001234567': 'Order C is on its way',
    });
  });

  it('A Telegram text that is too long is refused, and one that a value makes too long fails', async () => {
    const text = 'x'.repeat(4097);
    expect(
      await refusal('sendBulkNotification', { message: { ...NEWS, text }, target: { sendToAll: true } }),
    ).toMatchObject({ status: 400, code: 2101 });
    const ada = await person({ profile: { name: 'y'.repeat(100) } });
    await tagged('long', [ada.extId]);
    const key = await sending.bulk({
      message: { ...NEWS, text: `${'x'.repeat(4050)} @{name|there}` },
      target: { tag: 'long' },
    });
    await arrived();
    expect(await sending.ends(key)).toEqual({ 'FAILED PAYLOAD_TOO_LARGE': 1 });
  });
});

describe('Chat addresses', () => {
  it.each(['123', 'telegram:', 'telegram:@shop', 'telegram:0', 'telegram:12345678901234567', 'icq:1', 'slack:u012'])(
    'The chat address %s is refused with its place in the request',
    async (chatAddress) => {
      const ada = await person();
      const refused = { status: 400, code: 6000 };
      expect(await refusal('updateChat', { extId: ada.extId, chatAddress })).toMatchObject({
        ...refused,
        told: expect.stringContaining("'chatAddress'") as unknown,
      });
      expect(await refusal('disableChat', { chatAddresses: ['telegram:1', chatAddress] })).toMatchObject({
        ...refused,
        told: expect.stringContaining("'chatAddresses[1]'") as unknown,
      });
      expect(await refusal('sendEmailAndSms', { ...TEXT, target: { chatAddress } })).toMatchObject({
        ...refused,
        told: expect.stringContaining("'target.chatAddress'") as unknown,
      });
    },
  );

  it('An address of a messenger without an account is skipped with a reason, and refused in sends to it', async () => {
    const ada = await person({ chatAddress: 'slack:U012ABCDEF' });
    const bora = await person();
    await tagged('mixed', [ada.extId, bora.extId]);
    const dryRun = await sending.post('sendBulkNotification/dryRun', { message: NEWS, target: { tag: 'mixed' } });
    expect(JSON.stringify(dryRun)).toContain('CHANNEL_NOT_CONFIGURED');
    const key = await sending.bulk({ message: NEWS, target: { tag: 'mixed' } });
    expect((await arrived()).map(({ token }) => token)).toEqual([bora.chatAddress]);
    expect(await sending.ends(key)).toEqual({ SUCCESS: 1, 'SKIPPED CHANNEL_NOT_CONFIGURED': 1 });
    const { notificationKey } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', TEXT);
    for (const [operation, body] of [
      ['sendEmailAndSms', { ...TEXT, target: { chatAddress: 'slack:U012ABCDEF' } }],
      ['sendNotification', { notificationKey: String(notificationKey), target: { chatAddress: 'slack:U012ABCDEF' } }],
    ] as const) {
      expect(await refusal(operation, body)).toMatchObject({
        status: 400,
        code: 2004,
        told: expect.stringContaining('target.chatAddress') as unknown,
      });
    }
  });

  it('updateChat sets and clears the chat address of a user', async () => {
    const ada = await person();
    await sending.post('updateChat', { extId: ada.extId, chatAddress: 'telegram:77' });
    const profile = () => sending.gateway.call(`/rest/3.0/getProfileAttributes?extId=${ada.extId}`, { method: 'GET' });
    expect((await profile()).json).toMatchObject({ profile: { chatAddress: 'telegram:77' } });
    await sending.post('updateChat', { extId: ada.extId, chatAddress: '' });
    expect(JSON.stringify((await profile()).json)).not.toContain('chatAddress');
  });

  it('A dead or blocking Telegram address is suppressed, and a group that moved gets the message once', async () => {
    const [gone, blocking, open] = [await person(), await person(), await person()];
    const group = 'telegram:-4001';
    const states: [string, object][] = [
      [gone.chatAddress, { state: 'deactivated' }],
      [blocking.chatAddress, { state: 'blocked' }],
      [group, { movedTo: '-1004001' }],
    ];
    for (const [address, state] of states) {
      await sending.simulators.act('/telegram-chat', { ...credentials, chatId: String(idOf(address)), ...state });
    }
    await sending.post('registerUsers', [{ extId: 'a-group', chatAddress: group }]);
    await tagged('states', [gone.extId, blocking.extId, open.extId, 'a-group']);
    const key = await sending.bulk({ message: NEWS, target: { tag: 'states' } });
    expect((await arrived()).map(({ token }) => token).toSorted()).toEqual(
      ['telegram:-1004001', open.chatAddress].toSorted(),
    );
    expect(await sending.ends(key)).toEqual({ SUCCESS: 2, 'FAILED INVALID_ADDRESS': 1, 'FAILED OPTED_OUT': 1 });
    expect([await suppressed(gone.chatAddress), await suppressed(blocking.chatAddress)]).toEqual([
      'INVALID_ADDRESS',
      'STOP',
    ]);
  });

  it('A Telegram group that has moved twice is refused and not in doubt', async () => {
    const group = 'telegram:-4002';
    await sending.simulators.act('/telegram-chat', { ...credentials, chatId: '-4002', movedTo: '-1004002' });
    await sending.simulators.act('/telegram-chat', { ...credentials, chatId: '-1004002', movedTo: '-1004003' });
    const key = await toAddress(group);
    expect(await arrived()).toEqual([]);
    expect(await sending.ends(key)).toEqual({ 'FAILED INVALID_ADDRESS': 1 });
  });
});

describe('Consent on Telegram', () => {
  it('Telegram consent is separate from other channels, and is set by user or by address', async () => {
    const [ada, bora] = [await person({ msisdn: '+905310000001' }), await person()];
    await tagged('consent', [ada.extId, bora.extId]);
    const send = async (): Promise<string[]> => {
      await sending.simulators.clear();
      await sending.bulk({ message: { ...NEWS, platforms: ['CHAT', 'SMS'] }, target: { tag: 'consent' } });
      const chats = await arrived();
      return [...chats, ...(await sending.simulators.deliveries('provider=sms'))].map(({ token }) => token).toSorted();
    };
    const sms = '+905310000001';
    await sending.post('disableChat', { extIds: [ada.extId, 'nobody'] });
    expect(await send()).toEqual([bora.chatAddress, sms].toSorted());
    await sending.post('disableSms', { extIds: [ada.extId] });
    await sending.post('enableChat', { extIds: [ada.extId] });
    expect(await send()).toEqual([ada.chatAddress, bora.chatAddress].toSorted());
    await sending.post('disableChat', { chatAddresses: [bora.chatAddress] });
    expect(await send()).toEqual([ada.chatAddress]);
    const history = async (extId: string): Promise<object[]> => {
      const answer = await sending.gateway.call(`/rest/3.0/getConsentHistory?extId=${extId}`, { method: 'GET' });
      return (answer.json as { list: object[] }).list;
    };
    expect(await history(ada.extId)).toMatchObject([
      { subject: 'CHAT', permitted: true, source: 'API' },
      { subject: 'SMS', permitted: false },
      { subject: 'CHAT', permitted: false, source: 'API' },
    ]);
    expect(await history(bora.extId)).toMatchObject([{ subject: 'CHAT_ADDRESS', permitted: false }]);
    const receipt = await toAddress(bora.chatAddress, { ...TEXT, transactional: true });
    await arrived();
    expect(await sending.ends(receipt)).toEqual({ SUCCESS: 1 });
  });

  it('Telegram consent ends with /stop or a block, and begins with /start', async () => {
    const ada = await person();
    for (const end of [
      () => says(ada.chatAddress, '/stop'),
      () => says(ada.chatAddress, 'Stop.'),
      () =>
        post(
          {
            update_id: 2,
            my_chat_member: {
              chat: { id: idOf(ada.chatAddress), type: 'private' },
              date: (second += 1),
              new_chat_member: { status: 'kicked' },
            },
          },
          credentials.webhookSecret,
        ),
    ]) {
      expect(await end()).toBe(200);
      expect(await suppressed(ada.chatAddress)).toBe('STOP');
      const key = await toAddress(ada.chatAddress);
      await arrived();
      expect(Object.keys(await sending.ends(key))[0]).toMatch(/^SKIPPED/);
      expect(await says(ada.chatAddress, '/start from-the-shop')).toBe(200);
      expect(await suppressed(ada.chatAddress)).toBeUndefined();
    }
    const key = await toAddress(ada.chatAddress);
    await arrived();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 1 });
    const answer = await sending.gateway.call(`/rest/3.0/getConsentHistory?extId=${ada.extId}`, { method: 'GET' });
    expect((answer.json as { list: object[] }).list).toContainEqual(
      expect.objectContaining({ subject: 'CHAT', permitted: false, source: 'CHAT' }),
    );
  });

  it('Telegram consent of a group changes only by a command, and not by a word', async () => {
    const group = 'telegram:-4009';
    expect(await says(group, 'stop', 'group')).toBe(200);
    expect(await suppressed(group)).toBeUndefined();
    expect(await says(group, '/stop@shop_bot', 'group')).toBe(200);
    expect(await suppressed(group)).toBe('STOP');
  });
});

describe('Updates of Telegram', () => {
  it('Telegram updates are accepted only with the secret of the account', async () => {
    const ada = await person();
    const stop = update(ada.chatAddress, '/stop');
    for (const secret of [undefined, '', `${credentials.webhookSecret}x`, credentials.webhookSecret.slice(1)]) {
      expect(await post(stop, secret)).toBe(403);
    }
    expect(await suppressed(ada.chatAddress)).toBeUndefined();
    expect(await post({ update_id: 3, poll: {} }, credentials.webhookSecret)).toBe(200);
  });

  it('Telegram updates arrive at the webhook that the bot has set', async () => {
    const ada = await person();
    await sending.simulators.act('/telegram-webhook', { ...credentials, url: webhook() });
    await sending.simulators.act('/telegram-chat', {
      ...credentials,
      chatId: String(idOf(ada.chatAddress)),
      state: 'blocked',
    });
    await expect.poll(() => suppressed(ada.chatAddress), { timeout: 10_000 }).toBe('STOP');
  });
});

describe('Personal data of Telegram', () => {
  it('Telegram data is in the export of the person, and is deleted with an erasure', async () => {
    const ada = await person();
    await says(ada.chatAddress, '/stop');
    const file = await sending.gateway.call(`/rest/3.0/exportPerson?extId=${ada.extId}`, { method: 'GET' });
    expect(file.json).toMatchObject({
      user: { chatAddress: ada.chatAddress },
      consents: { chat: false },
      suppressions: [{ channel: 'chat', reason: 'STOP' }],
    });
    await sending.post('deleteUsersPermanently', { extIds: [ada.extId] });
    const rows = await sending.gateway.fresh.db.rows(
      `SELECT 1 FROM users.app_user u WHERE u.attrs::text LIKE '%' || $1 || '%'
       UNION ALL SELECT 1 FROM delivery.push_result r WHERE r::text LIKE '%' || $1 || '%'`,
      [ada.chatAddress],
    );
    expect(rows).toEqual([]);
  });
});

describe('Telegram message without an answer', () => {
  it('A Telegram message without an answer stays in doubt and is not sent twice', async () => {
    const [ada, bora] = [await person(), await person()];
    await tagged('doubt', [ada.extId, bora.extId]);
    await sending.simulators.faults(1, [
      { provider: 'telegram', share: 1, fault: 'reset', when: 'after', token: ada.chatAddress },
    ]);
    const key = await sending.bulk({ message: NEWS, target: { tag: 'doubt' } });
    await arrived();
    await sending.simulators.faults(1, []);
    const deliveries = await arrived();
    expect(new Set(deliveries.map(({ token }) => token)).size).toBe(deliveries.length);
    expect(await sending.ends(key)).toEqual({ SUCCESS: 1, 'FAILED IN_DOUBT': 1 });
  });
});
