import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TransactionalSenderService } from '#libs/delivery';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../support/contract/sending.js';

interface Entry {
  extId?: string;
  platform: string;
  status: string;
  errorCode?: string;
  errorMsg?: string;
  token?: string;
  timeStamp: number;
}

const PUSH = { title: 'Sale', text: 'Shoes', platforms: ['IOS', 'ANDROID'] };
const ALL = { tag: 'all' };
let sending: Sending;

beforeAll(async () => {
  sending = await startSending();
  await sending.gateway.app.get(ApplyService).apply({ app: 'shop', categories: [{ name: 'news' }] }, { dryRun: false });
  await sending.post('registerUsers', [
    { extId: 'on', platform: 'IOS', deviceToken: 'a'.repeat(64), tags: ['all'], email: 'on@example.com' },
    { extId: 'off', platform: 'IOS', deviceToken: 'b'.repeat(64), tags: ['all'], email: 'off@example.com' },
    { extId: 'none', tags: ['all'] },
    { extId: 'picky', platform: 'IOS', deviceToken: 'c'.repeat(64), tags: ['all'] },
    { extId: 'other', tags: ['others'] },
  ]);
  await sending.post('disablePush', { extId: 'off' });
  await sending.post('disableMail', { extIds: ['off'] });
  await sending.post('setCategoryPreferences', [{ extId: 'picky', category: 'news', enable: false }]);
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

const get = async <A>(path: string): Promise<A> => {
  const answer = await sending.gateway.call(path.startsWith('http') ? path.replace(/^https?:\/\/[^/]+/, '') : path, {
    method: 'GET',
  });
  expect(answer.status).toBe(200);
  return answer.json as A;
};

/** All pages of results. */
async function results(query: string, max = 1000): Promise<Entry[]> {
  const found: Entry[] = [];
  let path: string | undefined = `/rest/3.0/getPushResult?max=${max}&${query}`;
  while (path) {
    const page: { list: Entry[]; nextPage?: string } = await get(path);
    found.push(...page.list);
    path = page.nextPage;
  }
  return found;
}

const reasons = async (query: string, max?: number): Promise<string[]> =>
  (await results(query, max))
    .map(({ extId, platform, status, errorMsg }) => [extId, platform, status, errorMsg].filter(Boolean).join(' '))
    .toSorted();

const leftOutOf = async (key: number): Promise<object> =>
  (await get<{ leftOut: object }>(`/rest/3.0/getPushStats?notificationKey=${key}`)).leftOut;

async function sendTo(target: object, platforms = ['IOS']): Promise<number> {
  const { notificationKey } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', {
    title: 'Code',
    message: 'Your code',
    platforms,
  });
  await sending.post('sendNotification', { notificationKey: String(notificationKey), target });
  return notificationKey;
}

describe('4.5 Users left out of a send', () => {
  it('Users left out are listed with a reason only on request, and platform figures do not count them', async () => {
    const key = await sending.bulk({ message: { ...PUSH, categories: 'news' }, target: ALL });
    await sending.drain();
    expect((await sending.simulators.deliveries('provider=apns')).map(({ token }) => token)).toEqual(['a'.repeat(64)]);
    expect(await reasons(`notificationKey=${key}`)).toEqual(['on IOS SUCCESS']);
    const skipped = [
      'none PUSH SKIPPED NO_DEVICE',
      'off PUSH SKIPPED OPTED_OUT',
      'picky IOS SKIPPED CATEGORY_OPTED_OUT',
    ];
    expect(await reasons(`notificationKey=${key}&status=SKIPPED`)).toEqual(skipped);
    expect(await reasons(`notificationKey=${key}&status=SKIPPED`, 1)).toEqual(skipped);
    expect(await reasons(`notificationKey=${key}&status=SKIPPED&extId=off`)).toEqual(skipped.slice(1, 2));
    expect(await leftOutOf(key)).toEqual({ CATEGORY_OPTED_OUT: 1, NO_DEVICE: 1, OPTED_OUT: 1 });
    const rows = await sending.gateway.fresh.db.row<{ n: number }>(
      `SELECT count(*)::integer AS n FROM delivery.push_result r JOIN delivery.dispatch d USING (dispatch_id)
        WHERE d.notification_key = $1`,
      [key],
    );
    expect(rows).toEqual({ n: 2 });
  });

  it('Users left out are listed for each channel of a message', async () => {
    const message = { ...PUSH, platforms: ['IOS', 'EMAIL'], subject: 'Sale', from: 'shop@example.com' };
    const key = await sending.bulk({ message, target: ALL });
    await sending.drain();
    expect(await reasons(`notificationKey=${key}&status=SKIPPED`)).toEqual([
      'none EMAIL SKIPPED NO_ADDRESS',
      'none PUSH SKIPPED NO_DEVICE',
      'off EMAIL SKIPPED OPTED_OUT',
      'off PUSH SKIPPED OPTED_OUT',
      'picky EMAIL SKIPPED NO_ADDRESS',
    ]);
  });

  it('Unknown users and devices are listed as left out, on the fast path and beside it', async () => {
    const key = await sendTo({ extId: ['on', 'none', 'nobody'] });
    const ids = await sending.gateway.fresh.db.rows<{ id: number }>(
      'SELECT dispatch_id AS id FROM delivery.dispatch WHERE notification_key = $1',
      [key],
    );
    const fast = sending.gateway.app.get(TransactionalSenderService);
    await fast.send(ids.map(({ id }) => id));
    await fast.waitUntilIdle();
    const slow = await sendTo({ extId: ['on', 'none', 'nobody'] });
    const alone = await sendTo({ extId: 'nobody either' });
    const device = await sendTo({ deviceToken: 'd'.repeat(64) });
    await sending.drain();
    for (const sent of [key, slow]) {
      expect(await reasons(`notificationKey=${sent}`)).toEqual(['on IOS SUCCESS']);
      expect(await reasons(`notificationKey=${sent}&status=SKIPPED`)).toEqual([
        'nobody ANY SKIPPED UNKNOWN_USER',
        'none PUSH SKIPPED NO_DEVICE',
      ]);
      expect(await leftOutOf(sent)).toEqual({ NO_DEVICE: 1, UNKNOWN_USER: 1 });
    }
    expect(await reasons('status=SKIPPED&extId=nobody%20either')).toEqual(['nobody either ANY SKIPPED UNKNOWN_USER']);
    expect(await reasons(`notificationKey=${alone}&status=SKIPPED`)).toHaveLength(1);
    expect(await results(`notificationKey=${device}&status=SKIPPED`)).toMatchObject([
      { platform: 'ANY', status: 'SKIPPED', errorMsg: 'UNKNOWN_DEVICE', token: 'd'.repeat(64) },
    ]);
  });

  it('Users beyond a limit are listed as left out', async () => {
    const key = await sending.bulk({ message: PUSH, target: ALL, limit: 1 });
    await sending.drain();
    expect(await leftOutOf(key)).toEqual({ LIMIT: 1, NO_DEVICE: 1, OPTED_OUT: 1 });
    const [drawn] = await results(`notificationKey=${key}`);
    const [beyond] = (await results(`notificationKey=${key}&status=SKIPPED`)).filter(
      ({ errorMsg }) => errorMsg === 'LIMIT',
    );
    expect([drawn?.extId, beyond?.extId].toSorted()).toEqual(['on', 'picky']);
  });

  it('The reason for leaving a user out stays in explain after the end', async () => {
    const key = await sending.bulk({ message: PUSH, target: ALL });
    await sending.drain();
    await sending.post('enablePush', { extId: 'off' });
    const { notification } = await sending.post<{ notification: { results: object[] } }>('targeting/explain', {
      extId: 'off',
      notificationKey: key,
    });
    await sending.post('disablePush', { extId: 'off' });
    expect(notification.results).toMatchObject([{ platform: 'PUSH', status: 'SKIPPED', reason: 'OPTED_OUT' }]);
  });

  it('A user who is no part of the target is not listed as left out', async () => {
    const key = await sending.bulk({ message: PUSH, target: { tag: 'others' } });
    await sending.drain();
    expect(await reasons(`notificationKey=${key}&status=SKIPPED`)).toEqual(['other PUSH SKIPPED NO_DEVICE']);
  });
});

describe('4.5 Lists of results', () => {
  it('Results are ordered by time, the newest first, over all pages', async () => {
    for (const status of ['', '&status=SKIPPED']) {
      const times = (await results(`start=0&end=${Date.now() + 60_000}${status}`, 2)).map(({ timeStamp }) => timeStamp);
      expect(times.length).toBeGreaterThan(5);
      expect(times).toEqual(times.toSorted((a, b) => b - a));
    }
  });

  it.each(['csv', 'ndjson'])(
    'Results are exported as %s, streamed, with the users who were left out',
    async (format) => {
      const key = await sending.bulk({ message: { ...PUSH, text: 'Shoes, "new"' }, target: ALL });
      await sending.drain();
      const answer = await sending.gateway.call(`/rest/3.0/exportResults?format=${format}&notificationKey=${key}`, {
        method: 'GET',
      });
      expect([answer.status, answer.headers.get('content-length')]).toEqual([200, null]);
      const lines = answer.text.trimEnd().split(/\r?\n/);
      const entries =
        format === 'csv'
          ? lines.slice(1).map((line) => line.split(',').slice(1, 4).join(' '))
          : lines
              .map((line) => JSON.parse(line) as Entry)
              .map((entry) => `${entry.status} ${entry.platform} ${entry.extId}`);
      expect(entries.toSorted()).toEqual([
        'SKIPPED PUSH none',
        'SKIPPED PUSH off',
        'SUCCESS IOS on',
        'SUCCESS IOS picky',
      ]);
      expect(answer.text).toContain(format === 'csv' ? '"Shoes, ""new"""' : '"Shoes, \\"new\\""');
    },
  );

  it.each(['status=WAITING', 'status='])('getPushResult refuses %s', async (query) => {
    const answer = await sending.gateway.call(`/rest/3.0/getPushResult?${query}`, { method: 'GET' });
    expect([answer.status, answer.json]).toMatchObject([400, { code: 2004 }]);
  });

  // The last one: the refusals open the circuit breaker of the account.
  it('Results with status OPEN list waiting recipients with the last answer of the provider', async () => {
    const key = await sending.bulk({ message: PUSH, target: ALL });
    await sending.launchDue();
    expect(await reasons(`notificationKey=${key}&status=OPEN`, 1)).toEqual(['on IOS OPEN', 'picky IOS OPEN']);
    await sending.simulators.faults(1, [{ provider: 'apns', share: 1, status: 503, reason: 'ServiceUnavailable' }]);
    for (const chunk of await sending.openChunks()) {
      await sending.chunks.sendChunk(chunk);
    }
    await sending.simulators.faults(1, []);
    const waiting = await results(`notificationKey=${key}&status=OPEN`, 1);
    expect(waiting).toMatchObject([{ status: 'OPEN' }, { status: 'OPEN' }]);
    expect(waiting.map(({ errorCode }) => errorCode)).toEqual(['ServiceUnavailable', 'ServiceUnavailable']);
    expect(await reasons(`notificationKey=${key}`)).toEqual([]);
    await sending.gateway.fresh.db.affected('UPDATE delivery.retry SET due_at = now()');
    await sending.recovery.enqueueOpenWork();
    const inChunk = await results(`notificationKey=${key}&status=OPEN&extId=on`);
    expect(inChunk).toMatchObject([{ extId: 'on', status: 'OPEN', errorCode: 'ServiceUnavailable' }]);
    await sending.post('stopNotification', [{ messageId: key }]);
    await sending.drain();
    expect(await results(`notificationKey=${key}&status=OPEN`)).toEqual([]);
    expect(await reasons(`notificationKey=${key}&status=SKIPPED`)).toContain('on IOS SKIPPED STOPPED');
  });
});
