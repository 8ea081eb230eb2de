import { describe, expect, it } from 'vitest';
import type { RegisteredInstallation } from '#libs/users/registry';
import type { Answer } from '../../support/contract/gateway.js';
import { SALE, inboxContract } from '../../support/contract/inbox-contract.js';

const inbox = inboxContract();
const { post, getAll, get, page, messagesOf, piidsOf, newUser, store, userWith } = inbox;

describe('5 Keys', () => {
  it('Inbox operations refuse no key, a wrong key, a device key and a key without the scope', async () => {
    const body = { extId: await newUser(), status: 2 };
    expect(await inbox.gateway.call('/rest/3.0/inbox/getAllInbox', { key: null, body })).toMatchObject({ status: 401 });
    expect(await post('getAllInbox', body, 'no-such-key')).toMatchObject({ status: 401, json: { code: 2010 } });
    expect(await post('getAllInbox', body, 'mobile')).toMatchObject({ status: 403, json: { code: 2022 } });
    expect(await post('statusChange', { ...body, piids: [1] }, 'users-only')).toMatchObject({ status: 403 });
    expect(await get('?piid=1', 'users-only')).toMatchObject({ status: 403, json: { code: 2022 } });
  });

  it('An application cannot list, read or change the inbox of another application', async () => {
    const extId = await userWith('secret');
    const [piid = 0] = piidsOf(await getAll({ extId, status: 2 }));
    const { rest } = inbox.elsewhere.keys;
    await inbox.gateway.call('/rest/3.0/registerUsers', { body: [{ extId }], key: rest });
    expect(page(await post('getAllInbox', { extId, status: 7 }, rest)).msgs).toEqual([]);
    expect(await get(`?piid=${piid}`, rest)).toMatchObject({ status: 400, json: { code: 5003 } });
    expect((await post('statusChange', { extId, piids: [piid], st: 4 }, rest)).status).toBe(200);
    expect(messagesOf(await getAll({ extId, status: 2 }))).toEqual(['secret']);
    await store(extId, { ...SALE, text: 'theirs' }, {}, inbox.elsewhere.appId);
    expect(messagesOf(await post('getAllInbox', { extId, status: 7 }, rest))).toEqual(['theirs']);
    expect(messagesOf(await getAll({ extId, status: 7 }))).toEqual(['secret']);
  });
});

describe('Device interface of the own inbox', () => {
  const device = async (more: object = {}): Promise<RegisteredInstallation> =>
    (await inbox.gateway.call('/sdk/1.0/installations', { key: 'mobile', body: { platform: 'IOS', ...more } }))
      .json as RegisteredInstallation;
  const ownValue = (operation: string, body: unknown, key = 'mobile'): Promise<Answer> =>
    inbox.gateway.call(`/sdk/1.0/inbox/${operation}`, { key, body });

  it('A device reads and changes the inbox messages of its user', async () => {
    const extId = await userWith('one', 'two');
    const proof = await device({ extId });
    const answer = await ownValue('getAllInbox', { ...proof, status: 3, numberOfNotification: 1 });
    expect(page(answer)).toMatchObject({
      msgs: [{ message: 'two', extID: extId }],
      cnts: { 1: 0, 2: 2 },
      prms: { index: piidsOf(answer)[0] },
    });
    const [piid = 0] = piidsOf(answer);
    expect((await ownValue('get', { ...proof, piid })).json).toMatchObject({ message: 'two', status: 'UNREAD' });
    expect(await ownValue('statusChange', { ...proof, piids: [piid], st: 1 })).toMatchObject({ status: 200, text: '' });
    expect(messagesOf(await getAll({ extId, status: 1 }))).toEqual(['two']);
  });

  it('The inbox serves an anonymous user, without an extID', async () => {
    const answer = page(await ownValue('getAllInbox', { ...(await device()), status: 7 }));
    expect(answer).toEqual({ msgs: [], cnts: { 1: 0, 2: 0, 4: 0 } });
  });

  it('The inbox refuses a device without its secret, and access to any inbox but its own', async () => {
    const extId = await userWith('private');
    const [owner, stranger] = [await device({ extId }), await device({ extId: await newUser() })];
    const [piid = 0] = piidsOf(await getAll({ extId, status: 2 }));
    const forged = { installationId: owner.installationId, secret: stranger.secret };
    for (const [operation, more] of [
      ['getAllInbox', { status: 2 }],
      ['get', { piid }],
      ['statusChange', { piids: [piid], st: 4 }],
    ] as const) {
      expect(await ownValue(operation, { ...forged, ...more })).toMatchObject({ status: 403, json: { code: 2022 } });
      expect(await ownValue(operation, { ...owner, ...more }, 'rest')).toMatchObject({ status: 403 });
      expect(await ownValue(operation, { ...owner, ...more }, inbox.elsewhere.keys.mobile)).toMatchObject({
        status: 403,
      });
      expect(await ownValue(operation, more)).toMatchObject({ status: 400, json: { code: 2020 } });
    }
    expect(await ownValue('get', { ...stranger, piid })).toMatchObject({ status: 400, json: { code: 5003 } });
    expect((await ownValue('statusChange', { ...stranger, piids: [piid], st: 4 })).status).toBe(200);
    expect(messagesOf(await getAll({ extId, status: 2 }))).toEqual(['private']);
  });
});
