import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';

let gateway: TestGateway;
let key: number;
const post = (operation: string, body: unknown, name = 'rest') =>
  gateway.call(`/rest/3.0/${operation}`, { body, key: name });
const get = (path: string, name = 'rest') => gateway.call(`/rest/3.0/${path}`, { method: 'GET', key: name });

const MESSAGE = { title: 'T', text: 'Hello', platforms: ['IOS', 'ANDROID'] };
const ALL = { sendToAll: true };
const ids = (count: number) => Array.from({ length: count }, (_, n) => `id${n}`);

beforeAll(async () => {
  gateway = await startGateway();
  await gateway.app
    .get(ApplyService)
    .apply({ app: 'shop', attributes: [{ code: 'age', dataType: 'INT' }] }, { dryRun: false });
  const { app } = await gateway.app
    .get(ApplyService)
    .apply(
      { app: 'other', keys: [{ kind: 'rest', name: 'r', secret: 'other-rest-key-0123456789-long-enough' }] },
      { dryRun: false },
    );
  expect(app.name).toBe('other');
  const definition = await post('createNotificationDefinition', {
    title: 'D',
    message: 'Hi @{name}',
    platforms: ['IOS'],
  });
  key = (definition.json as { notificationKey: number }).notificationKey;
});
afterAll(() => gateway.close());

async function stored(): Promise<{ definitions: number; dispatches: number } | undefined> {
  return gateway.fresh.db.row(
    `SELECT (SELECT count(*) FROM notifications.definition) AS definitions,
            (SELECT count(*) FROM delivery.dispatch) AS dispatches`,
  );
}

describe('Refused sends', () => {
  it.each([
    ['sendBulkNotification', { target: ALL }, 2020, 'message'],
    ['sendBulkNotification', { message: { text: 'x', platforms: ['IOS'] }, target: ALL }, 2020, 'title'],
    ['sendBulkNotification', { message: { title: 'x', text: 'x' }, target: ALL }, 2020, 'platforms'],
    ['sendBulkNotification', { message: { title: 'x', platforms: ['IOS'] }, target: ALL }, 2020, 'text'],
    ['sendBulkNotification', { message: MESSAGE }, 2020, 'target'],
    ['sendBulkNotification', { message: MESSAGE, target: {} }, 2004, 'target'],
    ['sendBulkNotification', { message: MESSAGE, target: 'all' }, 2004, 'target'],
    ['sendBulkNotification', { message: MESSAGE, target: { tag: 7 } }, 2004, 'tag'],
    ['sendBulkNotification', { message: MESSAGE, target: { tag: { $xor: ['a'] } } }, 2004, 'tag'],
    ['sendBulkNotification', { message: MESSAGE, target: { profile: { shoeSize: 4 } } }, 2004, 'shoeSize'],
    ['sendBulkNotification', { message: MESSAGE, target: { profile: { age: 'old' } } }, 2004, "'target.profile.age'"],
    [
      'sendBulkNotification',
      { message: MESSAGE, target: { profile: { $or: { age: 'old' } } } },
      2004,
      "'target.profile.$or.age'",
    ],
    ['sendBulkNotification', { message: MESSAGE, target: { segment: 'nobody' } }, 5042, 'nobody'],
    ['sendBulkNotification', { message: { ...MESSAGE, platforms: ['PALM'] }, target: ALL }, 2004, 'PALM'],
    ['sendBulkNotification', { message: { ...MESSAGE, platforms: 'IOS' }, target: ALL }, 2004, 'platforms'],
    ['sendBulkNotification', { message: { ...MESSAGE, ttl: 'soon' }, target: ALL }, 2004, 'ttl'],
    ['sendBulkNotification', { message: { ...MESSAGE, text: 'x'.repeat(5000) }, target: ALL }, 2101, ''],
    ['sendBulkNotification', { message: MESSAGE, target: ALL, schedule: { startTime: 'noon' } }, 2004, 'startTime'],
    ['sendBulkNotification', { message: { ...MESSAGE, limit: 0 }, target: ALL }, 2004, 'limit'],
    ['sendBulkNotification', { message: { ...MESSAGE, limit: 'few' }, target: ALL }, 2004, "'message.limit'"],
    ['sendBulkNotification', { message: { ...MESSAGE, categories: ['Nothing'] }, target: ALL }, 2004, 'Nothing'],
    ['sendBulkNotification', [], 2004, ''],
    ['sendPushApproval', [{ messageId: 1 }], 5008, 'approval'],
    ['sendPushApproval', [], 2020, 'messageId is required'],
    ['pauseNotification', [], 2020, 'messageId is required'],
    ['resumeNotification', [], 2020, 'messageId is required'],
    ['stopNotification', [], 2020, 'messageId is required'],
    ['changeSpeed', [], 2020, 'messageId is required'],
    ['createNotificationDefinition', { title: 'x', message: 'x' }, 2020, 'platforms'],
    ['sendNotification', { target: { extId: 'a' } }, 2020, 'notificationKey'],
    ['sendNotification', { notificationKey: 1, target: { extId: 'a' } }, 2004, 'notificationKey'],
    ['sendNotification', { notificationKey: '999999', target: { extId: 'a' } }, 5003, '999999'],
    ['sendNotification', { notificationKey: 'abc', target: { extId: 'a' } }, 5003, ''],
    ['sendNotification', { notificationKey: '4294967296', target: { extId: 'a' } }, 5003, ''],
    ['sendNotification', { notificationKey: '1' }, 2020, 'target'],
    ['sendNotification', { notificationKey: '1', target: { extId: 'a', deviceToken: 'b' } }, 2004, ''],
    ['sendNotification', { notificationKey: '1', target: { extId: ids(1001) } }, 2004, '1001'],
    ['sendNotification', { notificationKey: '1', target: { extId: 'x'.repeat(10_240) } }, 2004, 'extId'],
    ['sendNotification', { notificationKey: '1', target: { extId: 'a' }, message: 'hi' }, 2004, 'message'],
    [
      'sendNotification',
      { notificationKey: '1', target: { extId: 'a' }, lastActiveDevice: 'yes' },
      2004,
      'lastActiveDevice',
    ],
    ['sendNotification', [], 2004, ''],
    ['sendNotification', [{ notificationKey: '1', target: { extId: 'a' } }, { notificationKey: '1' }], 2020, 'target'],
  ])('%s with the body %j answers %i, names %s and stores nothing', async (operation, body, code, named) => {
    const before = await stored();
    const answer = await post(operation, body);
    expect(answer.status).toBe(400);
    // 5008 is a fault of the application: no entry can be mended.
    const isOfEntry = Array.isArray(body) && body.length > 0 && code !== 5008;
    const faults = isOfEntry ? { faults: [expect.objectContaining({ index: 1 })] } : {};
    expect(answer.json).toEqual({ code, error: expect.stringContaining(named), ...faults });
    expect(await stored()).toEqual(before);
  });

  it.each([
    [{ pa: { age: 'old' } }, "'target.pa.age'"],
    [{ pa: { $or: { age: 'old' } } }, "'target.pa.$or.age'"],
    [{ email: 'nobody at all' }, "'target.email'"],
  ])('sendNotification to %j names the field %s as it stands in the request', async (target, named) => {
    const answer = await post('sendNotification', { notificationKey: String(key), target });
    expect([answer.status, answer.json]).toEqual([
      400,
      { code: expect.any(Number), error: expect.stringContaining(named) },
    ]);
  });

  it('A body that is not valid JSON is rejected with the code 2009', async () => {
    const answer = await gateway.call('/rest/3.0/sendBulkNotification', {
      raw: '{"message":',
      headers: { 'content-type': 'application/json' },
    });
    expect([answer.status, answer.json]).toEqual([400, { code: 2009, error: expect.any(String) }]);
  });

  it('The limit of 1,000 ids counts each distinct id once over the whole array', async () => {
    const entry = (extId: string[]) => ({ notificationKey: String(key), target: { extId } });
    expect((await post('sendNotification', [entry(ids(600)), entry(ids(1000))])).status).toBe(200);
    const over = await post('sendNotification', [entry(ids(1000)), entry(['one-more'])]);
    expect([over.status, over.json]).toEqual([400, { code: 2004, error: expect.stringContaining('1001') }]);
  });
});

describe('Accepted sends', () => {
  it('A bulk send answers with its key, and a transactional send with {}', async () => {
    const bulk = await post('sendBulkNotification', { message: MESSAGE, target: ALL, extRef: 'ignored' });
    expect([bulk.status, bulk.json]).toEqual([200, { notificationKey: expect.any(Number) }]);
    const send = await post('sendNotification', { notificationKey: String(key), target: { extId: 'nobody' } });
    expect([send.status, send.json]).toEqual([200, {}]);
  });

  it('A scheduled send counts as SENDING with zero figures, and an unused definition as FINISHED', async () => {
    const later = { startTime: '2999-01-01T00:00:00', localTimezone: false };
    const bulk = await post('sendBulkNotification', { message: MESSAGE, target: ALL, schedule: later });
    const { notificationKey } = bulk.json as { notificationKey: number };
    const stats = (await get(`getPushStats?notificationKey=${notificationKey}`)).json;
    expect(stats).toMatchObject({
      notificationKey,
      status: 'SENDING',
      stats: [
        { platform: 'IOS', sent: 0, failed: 0, clicked: 0 },
        { platform: 'ANDROID', sent: 0, failed: 0, clicked: 0 },
      ],
    });
    const unused = await post('createNotificationDefinition', { title: 'D', message: 'Hi', platforms: ['IOS'] });
    const unusedKey = (unused.json as { notificationKey: number }).notificationKey;
    expect((await get(`getPushStats?notificationKey=${unusedKey}`)).json).toMatchObject({ status: 'FINISHED' });
  });

  it('getPushStats lists the keys of a time span, in either order of start and end', async () => {
    const now = Date.now();
    const answer = await get(`getPushStats?start=${now + 60_000}&end=${now - 60_000}`);
    const { messages } = answer.json as { messages: { notificationKey: number }[] };
    expect(messages.map(({ notificationKey }) => notificationKey)).toContain(key);
    expect((await get('getPushStats')).json).toEqual({ code: 2020, error: 'notificationKey is required' });
    expect((await get(`getPushStats?start=${now}`)).json).toEqual({ code: 2020, error: 'end is required' });
  });
});

describe('sendPushApproval', () => {
  it('sendPushApproval releases a waiting campaign once, and no entry of a list with an invalid one', async () => {
    const apply = gateway.app.get(ApplyService);
    await apply.apply({ app: 'shop', settings: { approval: { self: true } } }, { dryRun: false });
    const send = async (): Promise<number> =>
      ((await post('sendBulkNotification', { message: MESSAGE, target: ALL })).json as { notificationKey: number })
        .notificationKey;
    const [first, second] = [await send(), await send()];
    const isDue = async (key: number): Promise<boolean | undefined> =>
      (
        await gateway.fresh.db.row<{ due: boolean }>(
          'SELECT due_at <= now() AS due FROM delivery.dispatch WHERE notification_key = $1',
          [key],
        )
      )?.due;
    expect(await isDue(first)).toBeNull();
    const approved = await post('sendPushApproval', [{ messageId: first }]);
    expect([approved.status, approved.text]).toEqual([200, '']);
    expect(await isDue(first)).toBe(true);
    const twice = await post('sendPushApproval', [{ messageId: second }, { messageId: first }]);
    expect([twice.status, twice.json]).toEqual([
      400,
      { code: 5005, error: expect.stringContaining(String(first)), faults: [{ index: 1 }] },
    ]);
    expect(await isDue(second)).toBeNull();
    const schedule = { startTime: '2999-01-01T00:00:00' };
    const later = (await post('sendBulkNotification', { message: MESSAGE, target: ALL, schedule })).json;
    const { notificationKey: scheduled } = later as { notificationKey: number };
    expect((await post('sendPushApproval', [{ messageId: scheduled }])).status).toBe(200);
    expect(await isDue(scheduled)).toBe(false);
    expect((await post('sendPushApproval', [{ messageId: 2_000_000_000 }])).json).toMatchObject({ code: 5003 });
    await apply.apply({ app: 'shop', settings: { approval: false } }, { dryRun: false });
  });
});

describe('getPushResult', () => {
  it.each(['extId=nobody', 'token=none', `notificationKey=2147483647`, 'offset=hJbolUuHucJ9dd', 'start=1&end=2'])(
    'Results that match nothing are an empty list (%s)',
    async (query) => {
      const answer = await get(`getPushResult?${query}`);
      expect([answer.status, answer.json]).toEqual([200, { list: [] }]);
    },
  );

  it('Pages of results have from 1 to 1000 entries', async () => {
    expect((await get('getPushResult?max=0')).json).toEqual({ code: 2004, error: expect.stringContaining('max') });
    expect((await get('getPushResult?max=1001')).json).toEqual({ code: 2004, error: expect.stringContaining('max') });
  });
});

describe('Requests of another application', () => {
  const otherKey = 'other-rest-key-0123456789-long-enough';

  it('Another application cannot send, read or count the notifications of this one', async () => {
    const send = { notificationKey: String(key), target: { extId: 'id1' } };
    expect((await post('sendNotification', send, otherKey)).json).toMatchObject({ code: 5003 });
    expect((await get(`getPushStats?notificationKey=${key}`, otherKey)).json).toMatchObject({ code: 5003 });
    const now = Date.now();
    expect((await get(`getPushStats?start=${now - 60_000}&end=${now}`, otherKey)).json).toEqual({ messages: [] });
    expect((await get(`getPushResult?notificationKey=${key}`, otherKey)).json).toEqual({ list: [] });
  });
});
