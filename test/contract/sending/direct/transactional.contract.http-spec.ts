import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../../support/contract/sending.js';

const PUSH = {
  title: 'Order',
  message: 'Your order',
  personalizedMessage: 'Order @{order}',
  platforms: ['IOS', 'ANDROID'],
};
const PHONE = 'a'.repeat(64);
const OTHER_PHONE = 'b'.repeat(64);
let sending: Sending;
let pushKey: string;
let mailKey: string;
let smsKey: string;

beforeAll(async () => {
  sending = await startSending();
  await sending.gateway.app
    .get(ApplyService)
    .apply(
      { app: 'shop', attributes: [{ code: 'plan', dataType: 'STRING' }], categories: [{ name: 'News' }] },
      { dryRun: false },
    );
  await sending.gateway.makeKey('mobile', { kind: 'mobile' });
  const profile = { plan: 'gold' };
  await sending.post('registerUsers', [
    { extId: 'ann', platform: 'IOS', deviceToken: PHONE, email: 'ann@example.com', msisdn: '+905321234567', profile },
    { extId: 'ben', platform: 'IOS', deviceToken: OTHER_PHONE, profile },
    { extId: 'cem', email: 'cem@example.com' },
  ]);
  await sending.post('registerUsers', [{ extId: 'ann', platform: 'ANDROID', deviceToken: 'tablet' }]);
  pushKey = await define(PUSH);
  mailKey = await define({
    title: 'Bill',
    subject: 'Bill @{order}',
    message: '<p>Bill @{order}</p>',
    platforms: ['EMAIL'],
  });
  smsKey = await define({ title: 'Code', message: 'Code @{order}', platforms: ['SMS'] });
});

afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

async function define(body: object): Promise<string> {
  const { notificationKey } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', body);
  return String(notificationKey);
}

/** Sends, and returns what arrived where, by address. */
async function deliver(body: object | object[]): Promise<string[]> {
  await sending.simulators.clear();
  expect(await sending.post('sendNotification', body)).toEqual({});
  await sending.drain();
  const arrived: string[] = [];
  for (const provider of ['apns', 'fcm', 'smtp', 'sms']) {
    arrived.push(...(await sending.simulators.deliveries(`provider=${provider}`)).map(({ token }) => token));
  }
  return arrived.toSorted();
}

const send = (notificationKey: string, target: object, more: object = {}) => ({
  notificationKey,
  target,
  message: { params: { order: 'A-17' } },
  ...more,
});

describe('4.3 sendNotification: target', () => {
  it.each([
    ['extId: one', { extId: 'ann' }, [PHONE, 'tablet']],
    ['extId: several, unknown ones among them', { extId: ['ann', 'ben', 'nobody'] }, [PHONE, OTHER_PHONE, 'tablet']],
    ['deviceToken: one', { deviceToken: 'tablet' }, ['tablet']],
    ['deviceToken: several', { deviceToken: [PHONE, OTHER_PHONE, 'none'] }, [PHONE, OTHER_PHONE]],
    ['email: the devices of who has it', { email: 'ANN@example.com' }, [PHONE, 'tablet']],
    ['pa: one value', { pa: { plan: 'gold' } }, [PHONE, OTHER_PHONE, 'tablet']],
    ['pa: several values', { pa: { plan: ['gold', 'silver'] } }, [PHONE, OTHER_PHONE, 'tablet']],
    ['pa: nobody', { pa: { plan: 'silver' } }, []],
    ['email beside absent forms', { email: 'ann@example.com', extId: null, pa: false }, [PHONE, 'tablet']],
  ])('A target reaches exactly its devices (%s)', async (_, target, expected) => {
    expect(await deliver(send(pushKey, target))).toEqual(expected.toSorted());
  });

  it.each([
    [{}, 2004],
    [{ extId: 'ann', email: 'ann@example.com' }, 2004],
    [{ deviceToken: 'tablet', pa: { plan: 'gold' } }, 2004],
    [{ email: 'no address' }, 6000],
    [{ pa: { shoe: 1 } }, 2004],
    [{ extId: [] }, 2004],
    [{ extId: 'ann', optOut: 'yes' }, 2004],
  ])('The target %j is refused with %i', async (target, code) => {
    const answer = await sending.gateway.call('/rest/3.0/sendNotification', { body: send(pushKey, target) });
    expect([answer.status, answer.json]).toEqual([400, { code, error: expect.any(String) }]);
  });

  it('A send with optOut also reaches users who opted out of push', async () => {
    await sending.post('disablePush', { extId: 'ann' });
    expect(await deliver(send(pushKey, { extId: 'ann' }))).toEqual([]);
    expect(await deliver(send(pushKey, { extId: 'ann', optOut: false }))).toEqual([]);
    expect(await deliver(send(pushKey, { extId: 'ann', optOut: true }))).toEqual([PHONE, 'tablet'].toSorted());
    await sending.post('enablePush', { extId: 'ann' });
  });

  it('A send with lastActiveDevice reaches only the device that was active last', async () => {
    const device = { platform: 'IOS', token: PHONE, extId: 'ann' };
    expect((await sending.gateway.call('/sdk/1.0/installations', { key: 'mobile', body: device })).status).toBe(200);
    expect(await deliver(send(pushKey, { extId: 'ann' }, { lastActiveDevice: true }))).toEqual([PHONE]);
    expect(await deliver(send(pushKey, { extId: 'ann' }, { lastActiveDevice: false }))).toHaveLength(2);
  });

  it('An array sends different notifications and parameters in one request, all or none', async () => {
    const both = [
      send(pushKey, { deviceToken: 'tablet' }),
      send(pushKey, { extId: 'ben' }, { message: { params: { order: 'B-2' } } }),
    ];
    expect(await deliver(both)).toEqual([OTHER_PHONE, 'tablet'].toSorted());
    const texts = (await sending.simulators.deliveries('provider=apns')).map(({ payload }) => JSON.stringify(payload));
    expect(texts[0]).toContain('Order B-2');
    await sending.simulators.clear();
    const bad = await sending.gateway.call('/rest/3.0/sendNotification', {
      body: [...both, send('999999', { extId: 'x' })],
    });
    expect(bad.json).toMatchObject({ code: 5003 });
    await sending.drain();
    expect((await sending.simulators.counts())['apns']?.accepted).toBe(0);
  });

  it('A user who opted out of a category of the message is left out', async () => {
    const key = await define({ ...PUSH, categories: 'News' });
    await sending.post('setCategoryPreferences', [{ extId: 'ann', category: 'News', enable: false }]);
    expect(await deliver(send(key, { extId: ['ann', 'ben'] }))).toEqual([OTHER_PHONE]);
    expect(await sending.ends(Number(key))).toEqual({ SUCCESS: 1, 'SKIPPED CATEGORY_OPTED_OUT': 2 });
  });
});

describe('4.3 rule 5: e-mail and SMS definitions', () => {
  it.each([
    ['extId', { extId: 'ann' }, ['ann@example.com']],
    ['several extIds', { extId: ['ann', 'cem', 'ben'] }, ['ann@example.com', 'cem@example.com']],
    ['an address that a user has', { email: 'cem@example.com' }, ['cem@example.com']],
    ['pa', { pa: { plan: 'gold' } }, ['ann@example.com']],
  ])('An e-mail by %s reaches exactly the addresses of its target', async (_, target, expected) => {
    expect(await deliver(send(mailKey, target))).toEqual(expected);
  });

  it('An e-mail to an address of no user reaches the address each time', async () => {
    expect(await deliver(send(mailKey, { email: 'stranger@example.com' }))).toEqual(['stranger@example.com']);
    expect(await deliver(send(mailKey, { email: 'Stranger@example.com' }))).toEqual(['stranger@example.com']);
    const results = await sending.gateway.call(`/rest/3.0/getPushResult?notificationKey=${mailKey}&max=100`, {
      method: 'GET',
    });
    const { list } = results.json as { list: { status: string; extId?: string }[] };
    expect(list.filter(({ extId }) => extId === undefined)).toHaveLength(2);
  });

  it('An SMS reaches a user by extId and by number, and also a number of no user', async () => {
    expect(await deliver(send(smsKey, { extId: 'ann' }))).toEqual(['+905321234567']);
    expect(await deliver(send(smsKey, { msisdn: '+905321234567' }))).toEqual(['+905321234567']);
    expect(await deliver(send(smsKey, { msisdn: '+905559998877' }))).toEqual(['+905559998877']);
  });

  it('A push to an address of no user creates no user', async () => {
    expect(await deliver(send(pushKey, { email: 'push@example.com' }))).toEqual([]);
    const row = await sending.gateway.fresh.db.row("SELECT FROM users.app_user WHERE email = 'push@example.com'");
    expect(row).toBeUndefined();
  });

  it('A user who opted out of e-mail gets none, neither by extId nor by address', async () => {
    await sending.post('disableMail', { extIds: ['cem'] });
    expect(await deliver(send(mailKey, { extId: 'cem' }))).toEqual([]);
    expect(await deliver(send(mailKey, { email: 'cem@example.com' }))).toEqual([]);
    await sending.post('enableMail', { extIds: ['cem'] });
    expect(await deliver(send(mailKey, { email: 'cem@example.com' }))).toEqual(['cem@example.com']);
  });
});

describe('4.1 sendPushApproval', () => {
  it('sendPushApproval releases campaigns that wait for it, also after the approval step was switched off', async () => {
    const apply = sending.gateway.app.get(ApplyService);
    await apply.apply({ app: 'shop', settings: { approval: { self: true } } }, { dryRun: false });
    const message = { title: 'Sale', text: 'Now', platforms: ['IOS'] };
    const waiting = await sending.bulk({ message, target: { sendToAll: true } });
    await apply.apply({ app: 'shop', settings: { approval: false } }, { dryRun: false });
    const free = await sending.bulk({ message, target: { sendToAll: true } });
    await sending.drain();
    expect(await sending.ends(waiting)).toEqual({});
    expect(await sending.ends(free)).toEqual({ SUCCESS: 2 });
    const none = await sending.gateway.call('/rest/3.0/sendPushApproval', { body: [{ messageId: free }] });
    expect(none.json).toMatchObject({ code: 5008 });
    const both = await sending.gateway.call('/rest/3.0/sendPushApproval', {
      body: [{ messageId: waiting }, { messageId: free }],
    });
    expect(both.json).toMatchObject({ code: 5005 });
    await sending.post('sendPushApproval', [{ messageId: waiting }]);
    await sending.drain();
    expect(await sending.ends(waiting)).toEqual({ SUCCESS: 2 });
  });

  it('A campaign that waits for approval can be stopped like any other, and cannot be paused', async () => {
    const apply = sending.gateway.app.get(ApplyService);
    await apply.apply({ app: 'shop', settings: { approval: { self: true } } }, { dryRun: false });
    const key = await sending.bulk({
      message: { title: 'Sale', text: 'Now', platforms: ['IOS'] },
      target: { sendToAll: true },
    });
    const call = (operation: string) => sending.gateway.call(`/rest/3.0/${operation}`, { body: [{ messageId: key }] });
    expect((await call('pauseNotification')).json).toMatchObject({ code: 5005 });
    expect((await call('stopNotification')).status).toBe(200);
    expect((await call('sendPushApproval')).json).toMatchObject({ code: 5005 });
    expect((await sending.dispatch(key)).state).toBe(4);
    await apply.apply({ app: 'shop', settings: { approval: false } }, { dryRun: false });
  });
});
