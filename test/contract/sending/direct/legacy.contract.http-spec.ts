import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../../support/contract/gateway.js';
import { secondApplication } from '../../../support/contract/second-application.js';

let gateway: TestGateway;
const push = (version: string, body: unknown, key: string | null = 'rest', headers: Record<string, string> = {}) =>
  gateway.call(`/push/${version}/notification`, { body, key, headers });
const NOTIFICATION = { title: 'Sale', notificationMsg: 'All shoes' };

interface Frozen {
  notificationKey: number;
  message: Record<string, unknown>;
  target: unknown;
  lane: string;
}
async function frozen(): Promise<Frozen | undefined> {
  return gateway.fresh.db.row(
    `SELECT notification_key AS "notificationKey", message, target FROM delivery.dispatch
      ORDER BY notification_key DESC LIMIT 1`,
  );
}

beforeAll(async () => {
  gateway = await startGateway();
  await gateway.app
    .get(ApplyService)
    .apply({ app: 'shop', attributes: [{ code: 'tier', dataType: 'STRING' }] }, { dryRun: false });
});
afterAll(() => gateway.close());

describe('9 Legacy push', () => {
  it.each([
    ['1.1', NOTIFICATION],
    ['1.2', { notification: NOTIFICATION }],
  ])('Legacy push %s answers code 1000 and the key of a campaign to every device', async (version, body) => {
    const answer = await push(version, body);
    const sent = await frozen();
    expect([answer.status, answer.json]).toEqual([
      200,
      { code: 1000, result: { notificationId: sent?.notificationKey } },
    ]);
    expect(sent?.target).toEqual({ type: 'all' });
    expect(sent?.message).toMatchObject({ title: 'Sale', text: 'All shoes', ios: { title: 'Sale' } });
    expect(sent?.message['platforms']).toHaveLength(11);
    const stats = await gateway.call(`/rest/3.0/getPushStats?notificationKey=${sent?.notificationKey}`, {
      method: 'GET',
    });
    expect(stats.json).toMatchObject({ notificationKey: sent?.notificationKey, status: 'SENDING' });
  });

  it('Legacy push 1.1 accepts platforms, tags, customJson and registrationId at the top level', async () => {
    const more = { platforms: ['IOS', 'android'], tags: ['a', 'b'], customJson: { k: 1 }, richPushHtml: '<p>' };
    expect((await push('1.1', { ...NOTIFICATION, ...more, registrationId: 'token-1' })).status).toBe(200);
    expect(await frozen()).toMatchObject({
      message: { platforms: ['IOS', 'ANDROID'], customJson: { k: 1 }, richPushHtml: '<p>' },
      target: {
        type: 'and',
        of: [
          { type: 'tag', mode: 'any', names: ['a', 'b'] },
          { type: 'tokens', tokens: ['token-1'] },
        ],
      },
    });
  });

  it('Legacy push 1.2 combines its targets with AND, and shows largeIconUrl as a big picture on Android', async () => {
    const target = { platforms: ['ANDROID'], tags: ['a'], customFields: { tier: 'gold' } };
    const notification = { ...NOTIFICATION, largeIconUrl: 'https://a.example/i.png' };
    expect((await push('1.2', { target, notification })).status).toBe(200);
    expect(await frozen()).toMatchObject({
      message: { platforms: ['ANDROID'], android: { title: 'Sale', mediaUrl: 'https://a.example/i.png' } },
      target: {
        type: 'and',
        of: [
          { type: 'tag', names: ['a'] },
          { type: 'profile', code: 'tier', values: ['gold'] },
        ],
      },
    });
  });

  it('Legacy push 1.2 with an empty target reaches every device', async () => {
    expect(
      (await push('1.2', { target: { platforms: [], tags: [], customFields: {} }, notification: NOTIFICATION })).status,
    ).toBe(200);
    expect(await frozen()).toMatchObject({ target: { type: 'all' } });
  });

  it.each([
    ['1.1', [], 2004, 'object'],
    ['1.1', { notificationMsg: 'x' }, 2020, 'title'],
    ['1.1', { title: 'x' }, 2020, 'notificationMsg'],
    ['1.1', { ...NOTIFICATION, title: 7 }, 2004, 'title'],
    ['1.1', { ...NOTIFICATION, platforms: ['EMAIL'] }, 2004, 'EMAIL'],
    ['1.1', { ...NOTIFICATION, tags: [7] }, 2004, 'tags'],
    ['1.1', { ...NOTIFICATION, registrationId: 7 }, 2004, 'registrationId'],
    ['1.1', { ...NOTIFICATION, richPushHtml: 'x'.repeat(5000) }, 2101, ''],
    ['1.2', NOTIFICATION, 2020, 'notification.title'],
    ['1.2', { notification: 'x' }, 2004, 'notification'],
    ['1.2', { notification: NOTIFICATION, target: 'all' }, 2004, 'target'],
    ['1.2', { notification: NOTIFICATION, target: { customFields: { shoeSize: 4 } } }, 2004, 'shoeSize'],
    [
      '1.2',
      { notification: NOTIFICATION, target: { customFields: { tier: { is: 1 } } } },
      2004,
      "'target.customFields.tier'",
    ],
    ['1.1', { ...NOTIFICATION, customFields: { tier: { is: 1 } } }, 2004, "'customFields.tier'"],
    ['1.2', { notification: { ...NOTIFICATION, customJson: 'x' } }, 2004, 'customJson'],
  ])('Legacy push %s refuses %j with %i naming %s, in its own envelope', async (version, body, code, named) => {
    const before = await frozen();
    const answer = await push(version, body);
    expect([answer.status, answer.json]).toEqual([400, { code, message: expect.stringContaining(named) }]);
    expect(await frozen()).toEqual(before);
  });

  it('Legacy push requires a REST key with the scope, and refuses others in its own envelope', async () => {
    await gateway.makeKey('app', { kind: 'mobile' });
    await gateway.makeKey('reports', { scopes: ['reports'] });
    const refusals = [
      [await push('1.1', NOTIFICATION, null), 401, 2010],
      [await push('1.2', { notification: NOTIFICATION }, 'app'), 403, 2022],
      [await push('1.2', { notification: NOTIFICATION }, 'reports'), 403, 2022],
      [
        await gateway.call('/push/1.1/notification', { raw: '{', headers: { 'content-type': 'application/json' } }),
        400,
        2009,
      ],
    ] as const;
    for (const [answer, status, code] of refusals) {
      expect([answer.status, answer.json]).toEqual([status, { code, message: expect.any(String) }]);
    }
  });

  it('Legacy push repeats nothing under the same Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await push('1.1', NOTIFICATION, 'rest', headers);
    const second = await push('1.1', NOTIFICATION, 'rest', headers);
    expect(second.json).toEqual(first.json);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await push('1.1', { ...NOTIFICATION, title: 'Other' }, 'rest', headers)).toMatchObject({
      status: 422,
      json: { code: 2030, message: expect.any(String) },
    });
  });

  it('Legacy push of another application does not know the attributes of this one', async () => {
    const secondApp = await secondApplication(gateway);
    const customFields = { target: { customFields: { tier: 'gold' } }, notification: NOTIFICATION };
    expect((await push('1.2', customFields, secondApp.keys.rest)).json).toMatchObject({ code: 2004 });
  });
});
