import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type Answer, type Call, type TestGateway } from '../../support/contract/gateway.js';
import { signIdentity } from '../../support/contract/identity-tokens.js';
import { secondApplication, type SecondApplication } from '../../support/contract/second-application.js';

let gateway: TestGateway;
let elsewhere: SecondApplication;
let keys = 0;

beforeAll(async () => {
  gateway = await startGateway();
  await gateway.makeKey('mobile', { kind: 'mobile' });
  await gateway.makeKey('second');
  elsewhere = await secondApplication(gateway);
});
afterAll(() => gateway.close());

const newKey = (): string => `key-${(keys += 1)}`;
const post = (operation: string, key: string, body: unknown, call: Call = {}): Promise<Answer> =>
  gateway.call(operation.startsWith('/') ? operation : `/rest/3.0/${operation}`, {
    body,
    ...call,
    headers: { 'idempotency-key': key, ...call.headers },
  });
const isReplayed = (answer: Answer): boolean => answer.headers.get('idempotency-replayed') === 'true';
const rows = async (table: string): Promise<number> =>
  (await gateway.fresh.db.row<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE app_id = $1`, [gateway.appId]))
    ?.n ?? 0;
const geofence = (title: string) => ({ title, latitude: 41, longitude: 29, radius: 1 });

describe('Idempotency-Key', () => {
  it('A repeat gets the same status and body, marked, and has no second effect (decisions 2)', async () => {
    const key = newKey();
    const first = await post('geofence/add', key, geofence('once'));
    const second = await post('geofence/add', key, geofence('once'));
    expect(first).toMatchObject({ status: 200, json: { id: expect.any(Number) as number } });
    expect(second).toMatchObject({ status: first.status, text: first.text });
    expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect([isReplayed(first), isReplayed(second)]).toEqual([false, true]);
    expect(await post('geofence/add', newKey(), geofence('once'))).toMatchObject({ json: { code: 5024 } });
  });

  it('Idempotency-Key works for answers without a body and for answers that are no object', async () => {
    for (const [operation, body] of [
      ['tagUsers', { tag: 'a', extIds: ['t1'] }],
      ['geofence/remove?id=999', undefined],
    ] as const) {
      const key = newKey();
      const first = await post(operation, key, body);
      const second = await post(operation, key, body);
      expect(first.status).toBe(200);
      expect([second.status, second.text, isReplayed(second)]).toEqual([200, first.text, true]);
      expect(second.headers.get('content-length')).toBe(first.headers.get('content-length'));
    }
  });

  it('A repeat with the same Idempotency-Key sends no second campaign', async () => {
    const bulk = {
      message: { title: 'Sale', text: 'Now', platforms: ['IOS'] },
      target: { sendToAll: true },
    };
    const key = newKey();
    const answers = [await post('sendBulkNotification', key, bulk), await post('sendBulkNotification', key, bulk)];
    expect(answers[0]?.json).toEqual({ notificationKey: expect.any(Number) as number });
    expect(answers[1]?.json).toEqual(answers[0]?.json);
    expect(await rows('delivery.dispatch')).toBe(1);
  });

  it('A repeat with another body or query is refused with 422 and 2030 (decisions 2)', async () => {
    const key = newKey();
    await post('tagUsers', key, { tag: 'b', extIds: ['b1'] });
    const second = await post('tagUsers', key, { tag: 'b', extIds: ['b2'] });
    expect(second).toMatchObject({ status: 422, json: { code: 2030, error: expect.any(String) as string } });
    const removal = newKey();
    await post('geofence/remove?id=1', removal, undefined);
    expect(await post('geofence/remove?id=2', removal, undefined)).toMatchObject({ status: 422 });
  });

  it('Idempotency-Key ignores the spacing of JSON and quotes around the key', async () => {
    const key = newKey();
    await post('tagUsers', key, { tag: 'c', extIds: ['c1'] });
    const raw = '{ "tag" : "c",\n "extIds" : [ "c1" ] }';
    const headers = { 'content-type': 'application/json', 'idempotency-key': `"${key}"` };
    expect(isReplayed(await gateway.call('/rest/3.0/tagUsers', { raw, headers }))).toBe(true);
  });

  it('Idempotency-Key belongs to an application, a kind of key and an operation', async () => {
    const key = newKey();
    const body = { tag: 'd', extIds: ['d1'] };
    await post('tagUsers', key, body);
    expect(isReplayed(await post('tagUsers', key, body, { key: 'second' }))).toBe(true);
    expect(isReplayed(await post('untagUsers', key, body))).toBe(false);
    expect(isReplayed(await post('tagUsers', key, body, { key: elsewhere.keys.rest }))).toBe(false);
    const device = await post('/sdk/1.0/installations', key, { platform: 'IOS' }, { key: 'mobile' });
    expect([device.status, isReplayed(device)]).toEqual([200, false]);
  });

  it('A device that repeats its registration gets the same identity', async () => {
    const key = newKey();
    const identityToken = await signIdentity('owner');
    const register = () => post('/sdk/1.0/installations', key, { platform: 'IOS', identityToken }, { key: 'mobile' });
    const [first, second] = [await register(), await register()];
    expect(second).toMatchObject({ status: 200, text: first.text });
    const devices = await gateway.call('/rest/3.0/getDevices?extId=owner', { method: 'GET' });
    expect(devices.json).toMatchObject({ devices: [{ platform: 'IOS' }] });
  });

  it('A request whose key is in progress gets 409 and 2030 at once, with Retry-After (decisions 2)', async () => {
    const key = newKey();
    const tag = () => post('tagUsers', key, { tag: 'e', extIds: ['e1'] });
    let both: Promise<Answer>[] = [];
    await gateway.fresh.db.tx(async (tx) => {
      await tx.affected('LOCK TABLE users.app_user IN ACCESS EXCLUSIVE MODE');
      both = [tag(), tag()];
      const early = await Promise.race(both);
      expect(early).toMatchObject({ status: 409, json: { code: 2030 } });
      expect(early.headers.get('retry-after')).toBe('1');
    });
    expect((await Promise.all(both)).map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(isReplayed(await tag())).toBe(true);
  });

  it('Idempotency-Key lets exactly one of many simultaneous requests act', async () => {
    const key = newKey();
    const before = await rows('geofences.geofence');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post('geofence/add', key, geofence('of twenty'))),
    );
    const acted = answers.filter((answer) => answer.status === 200 && !isReplayed(answer));
    const remaining = answers.filter((answer) => answer.status === 409 || isReplayed(answer));
    expect([acted.length, remaining.length]).toEqual([1, 19]);
    expect(await rows('geofences.geofence')).toBe(before + 1);
  });

  it('Idempotency-Key stores no refusal, so a request can be corrected under its key', async () => {
    const key = newKey();
    const before = await rows('platform.idempotency');
    expect((await post('tagUsers', key, { tag: 'f' })).status).toBe(400);
    expect((await post('tagUsers', key, '{')).status).toBe(400);
    expect(await rows('platform.idempotency')).toBe(before);
    const corrected = await post('tagUsers', key, { tag: 'f', extIds: ['f1'] });
    expect([corrected.status, isReplayed(corrected)]).toEqual([200, false]);
  });

  it('Idempotency-Key is checked after the API key', async () => {
    const key = newKey();
    const body = { tag: 'g', extIds: ['g1'] };
    await post('tagUsers', key, body);
    expect((await post('tagUsers', key, body, { key: null })).status).toBe(401);
    expect((await post('tagUsers', key, body, { key: 'mobile' })).status).toBe(403);
  });

  it.each(['', '""', 'a b', 'ü', 'x'.repeat(256), `"${'x'.repeat(256)}"`])(
    'The Idempotency-Key %j is refused',
    async (key) => {
      const answer = await post('tagUsers', encodeURIComponent(key) === '%C3%BC' ? '\u00fc' : key, {
        tag: 'h',
        extIds: ['h1'],
      });
      expect(answer).toMatchObject({ status: 400, json: { code: 2004 } });
    },
  );

  it.each(['x', '~'.repeat(255), `"${'!'.repeat(255)}"`])('The Idempotency-Key %j is accepted', async (key) => {
    expect((await post('tagUsers', key, { tag: 'h', extIds: ['h1'] })).status).toBe(200);
  });

  it('Idempotency-Key is ignored on a GET', async () => {
    const key = newKey();
    const get = () => post('getSegments', key, undefined, { method: 'GET' });
    expect([(await get()).status, isReplayed(await get())]).toEqual([200, false]);
  });

  it('A multipart body with an Idempotency-Key is refused', async () => {
    const headers = { 'idempotency-key': newKey(), 'content-type': 'multipart/form-data; boundary=b' };
    const answer = await gateway.call('/rest/3.0/tagUsers', { raw: '--b--', headers });
    expect(answer.status).toBe(415);
  });

  it.each(['a\0b', randomBytes(10_000).toString('hex')])(
    'A request with an Idempotency-Key from a malformed or unknown device is refused',
    async (id) => {
      const answer = await gateway.call('/sdk/1.0/users/preferences', {
        key: 'mobile',
        headers: { 'idempotency-key': newKey() },
        body: { installationId: id, secret: 'unknown', pushPermitted: true },
      });
      expect(answer.status).toBe(400);
    },
  );

  it('CORS allows Idempotency-Key from a web page', async () => {
    const requests = await gateway.call('/sdk/1.0/installations', { method: 'OPTIONS', key: null });
    expect(requests.headers.get('access-control-allow-headers')).toContain('idempotency-key');
    expect(requests.headers.get('access-control-expose-headers')).toContain('Idempotency-Replayed');
  });
});
