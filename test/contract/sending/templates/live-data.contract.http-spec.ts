import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DeliveryErasureService } from '#libs/delivery';
import { LiveReportService } from '#libs/delivery/live-data';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../../support/contract/sending.js';

const TOKEN = (n: number) => `${n}`.padStart(64, 'b');
let sending: Sending;

beforeAll(async () => {
  sending = await startSending();
  await apply({ attributes: [{ code: 'city', dataType: 'STRING' }] });
  await sending.post('registerUsers', [
    person(1, { city: 'İzmir & <b>' }),
    person(2, { city: 'Bursa' }),
    person(3, {}),
  ]);
});
afterAll(() => sending.close());
beforeEach(async () => {
  await sending.simulators.clear();
  await sending.gateway.fresh.db.affected('DELETE FROM delivery.live_source', []);
  await sending.gateway.fresh.db.affected('DELETE FROM delivery.live_value', []);
});

function apply(file: object): Promise<unknown> {
  return sending.gateway.app.get(ApplyService).apply({ app: 'shop', ...file }, { dryRun: false });
}

function person(n: number, profile: object): object {
  const email = `p${n}@mail.example`;
  return { extId: `p/${n}`, platform: 'IOS', deviceToken: TOKEN(n), email, emailOptIn: true, profile, tags: ['all'] };
}

const push = (text: string, rest: object = {}): object => ({
  title: 'T',
  text,
  platforms: ['IOS'],
  templates: 'liquid',
  ...rest,
});

const WEATHER = { name: 'weather', url: 'https://weather.example.com/now?city=Izmir', simulator: true };
const POINTS = {
  name: 'points',
  url: 'https://crm.example.com/p/@{extId}?c=@{city|none}',
  simulator: true,
  per: 'person',
};

const calls = () => sending.simulators.liveCalls();

async function send(message: object): Promise<{ texts: Record<string, string>; ends: Record<string, number> }> {
  const key = await sending.bulk({ message, target: { tag: 'all' } });
  await sending.drain();
  const texts = (await sending.simulators.deliveries('provider=apns')).map(({ token, payload }) => {
    return [token.slice(-1), (payload as { body: { aps: { alert: { body: string } } } }).body.aps.alert.body];
  });
  return { texts: Object.fromEntries(texts) as Record<string, string>, ends: await sending.ends(key) };
}

interface Fetched {
  name: string;
  at: string;
}

async function fetchedOf(notificationKey: number, extId: string): Promise<Fetched[]> {
  const answer = await sending.post('targeting/explain', { extId, notificationKey });
  return (answer as { notification: { fetched: Fetched[] } }).notification.fetched;
}

async function refusal(message: object): Promise<unknown> {
  const { status, json } = await sending.gateway.call('/rest/3.0/sendBulkNotification', {
    body: { message, target: { tag: 'all' } },
  });
  return { status, ...(json as object) };
}

describe('Live data', () => {
  it('A campaign is fetched for once, and everyone gets the value', async () => {
    await apply({ fetches: [{ ...WEATHER, headers: { 'X-Key': 'secret-1' } }] });
    const { texts } = await send(push('{{ fetched.weather.temperature }} in {{ fetched.weather.query.city }}'));
    expect(texts).toEqual({ 1: '21 in Izmir', 2: '21 in Izmir', 3: '21 in Izmir' });
    expect(await calls()).toMatchObject([
      { path: 'weather.example.com/now?city=Izmir', headers: { 'x-key': 'secret-1', accept: 'application/json' } },
    ]);
  });

  it('Each person is fetched for, and values stay parts of their address', async () => {
    await apply({ fetches: [POINTS] });
    const { texts } = await send(push('{{ fetched.points.last }} {{ fetched.points.query.c }}'));
    expect(texts).toEqual({ 1: 'p/1 İzmir & <b>', 2: 'p/2 Bursa', 3: 'p/3 none' });
    expect((await calls()).map(({ path }) => path).toSorted()).toEqual([
      'crm.example.com/p/p%2F1?c=%C4%B0zmir%20%26%20%3Cb%3E',
      'crm.example.com/p/p%2F2?c=Bursa',
      'crm.example.com/p/p%2F3?c=none',
    ]);
  });

  it.each([
    ['skip', { 'SKIPPED FETCH_FAILED': 3 }],
    ['fail', { 'FAILED FETCH_FAILED': 3 }],
    ['default', { SUCCESS: 3 }],
  ])('People for whom a call failed have the fate %s', async (onFailure, expected) => {
    await apply({ fetches: [{ ...POINTS, onFailure }] });
    await sending.simulators.answerLive({ status: 503 });
    const { ends, texts } = await send(push('{{ fetched.points.last | default: "none" }}'));
    expect(ends).toEqual(expected);
    expect(Object.values(texts)).toEqual(onFailure === 'default' ? ['none', 'none', 'none'] : []);
  });

  it.each([
    ['skip', 'SKIPPED'],
    ['fail', 'FAILED'],
  ])(
    'The results of people whose call failed name the fetch and its failure, with the fate %s',
    async (onFailure, status) => {
      await apply({ fetches: [{ ...POINTS, onFailure }] });
      await sending.simulators.answerLive({ status: 503 });
      const key = await sending.bulk({ message: push('{{ fetched.points.last }}'), target: { tag: 'all' } });
      await sending.drain();
      const query = `notificationKey=${key}&status=${status}`;
      const { json } = await sending.gateway.call(`/rest/3.0/getPushResult?${query}`, { method: 'GET' });
      const { list } = json as { list: object[] };
      expect(list).toHaveLength(3);
      for (const result of list) {
        expect(result).toMatchObject({
          platform: 'IOS',
          status,
          errorCode: 'FETCH_FAILED',
          errorMsg: 'FETCH_FAILED',
          errorDetail: 'points: HTTP_503',
          installationId: expect.any(String),
        });
      }
    },
  );

  it('A campaign that must not leave without an answer is paused, and asks again when it is resumed', async () => {
    await apply({ fetches: [{ ...WEATHER, onFailure: 'fail' }] });
    await sending.simulators.answerLive({ status: 500 });
    const key = await sending.bulk({
      message: push('{{ fetched.weather.temperature }}'),
      target: { tag: 'all' },
    });
    await sending.drain();
    const { db } = sending.gateway.fresh;
    const reason = () =>
      db.row('SELECT pause_reason AS reason FROM delivery.dispatch WHERE notification_key = $1', [key]);
    expect(await reason()).toEqual({ reason: 'FETCH_FAILED' });
    expect(await sending.ends(key)).toEqual({});
    await sending.simulators.answerLive({ json: { temperature: 3 } });
    await sending.post('resumeNotification', [{ messageId: key }]);
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 3 });
  });

  it('A campaign whose answer may be skipped reaches no one, and says so of each', async () => {
    await apply({ fetches: [WEATHER] });
    await sending.simulators.answerLive({ body: 'oops', contentType: 'text/html' });
    const { ends } = await send(push('{{ fetched.weather.temperature }}'));
    expect(ends).toEqual({ 'SKIPPED FETCH_FAILED': 3 });
  });

  it('Sends share an answer while it is good', async () => {
    await apply({ fetches: [{ ...WEATHER, cache: '10m' }] });
    await send(push('{{ fetched.weather.temperature }}'));
    await send(push('{{ fetched.weather.temperature }}'));
    expect(await calls()).toHaveLength(1);
  });

  it('A server that fails again and again is left alone', async () => {
    await apply({ fetches: [{ ...WEATHER, onFailure: 'default' }] });
    await sending.simulators.answerLive({ status: 500 });
    for (let sends = 0; sends < 7; sends++) {
      await send(push('{{ fetched.weather.temperature | default: "?" }}'));
    }
    expect(await calls()).toHaveLength(5);
  });

  it.each([
    ['giant', { body: JSON.stringify('x'.repeat(9000)) }],
    ['deep', { body: '['.repeat(1000) + ']'.repeat(1000) }],
    ['slow', { delayMs: 1500 }],
    ['moved', { status: 302 }],
    ['empty', { body: '' }],
  ])('An answer that is %s is a failure', async (_kind, answer) => {
    await apply({ fetches: [{ ...POINTS, timeout: '1s' }] });
    await sending.simulators.answerLive(answer);
    expect((await send(push('{{ fetched.points.last }}'))).ends).toEqual({ 'SKIPPED FETCH_FAILED': 3 });
  });

  it('A value is escaped for its place', async () => {
    await apply({ fetches: [WEATHER] });
    await sending.simulators.answerLive({ json: { html: '<script>1</script>', __proto__: 1 } });
    const message = { ...push('<p>{{ fetched.weather.html }}</p>'), platforms: ['EMAIL'], transactional: true };
    await sending.bulk({ message, target: { tag: 'all' } });
    await sending.drain();
    const [mail] = await sending.simulators.mails();
    expect(mail?.payload.html).toContain('&lt;script&gt;1&lt;/script&gt;');
  });

  it('Headers are stored sealed, stay when they are left out, and are in no file that is read back', async () => {
    await apply({ fetches: [{ ...WEATHER, headers: { authorization: 'Bearer s3cret' } }] });
    await apply({ fetches: [{ ...WEATHER, cache: '1s' }] });
    const { db } = sending.gateway.fresh;
    const rows = await db.rows("SELECT s.*, encode(s.sealed, 'escape') AS text FROM delivery.live_source AS s", []);
    expect(JSON.stringify(rows)).not.toContain('s3cret');
    await send(push('{{ fetched.weather.temperature }}'));
    expect(await calls()).toMatchObject([{ headers: { authorization: 'Bearer s3cret' } }]);
  });

  it('A dry run asks nothing, and names what the send will ask', async () => {
    await apply({ fetches: [POINTS] });
    const dry = await sending.post('sendBulkNotification/dryRun', {
      message: push('{{ fetched.points.last }}'),
      target: { tag: 'all' },
    });
    expect(dry).toMatchObject({ fetches: ['points'], blanks: { people: 0 }, planned: 3 });
    expect(await calls()).toEqual([]);
  });

  it('Fetched data goes with the person', async () => {
    await apply({ fetches: [{ ...POINTS, cache: '1h' }] });
    await send(push('{{ fetched.points.last }}'));
    const { db } = sending.gateway.fresh;
    const count = () =>
      db.row(
        `SELECT (SELECT count(*) FROM delivery.live_answer) AS answers, count(*) FILTER (WHERE v.data::text LIKE '%p/3%') AS own FROM delivery.live_value AS v`,
        [],
      );
    expect(await count()).toMatchObject({ answers: 3, own: 1 });
    const row = await db.row<{ uid: number }>(
      `SELECT v.uid FROM delivery.live_value AS v WHERE v.data::text LIKE '%p/3%'`,
      [],
    );
    await db.tx(async (tx) => {
      await sending.gateway.app.get(DeliveryErasureService).erase(tx, sending.gateway.appId, {
        uids: [row?.uid ?? 0],
        places: [],
        extIds: [],
        tokens: [],
        addresses: [],
      });
    });
    expect(await count()).toMatchObject({ answers: 0, own: 0 });
  });

  it('Explain shows what each fetch answered, when, from a cache or not, and why a person was skipped', async () => {
    await apply({ fetches: [{ ...WEATHER, cache: '10m' }, POINTS] });
    await send(push('{{ fetched.weather.temperature }}'));
    const text = '{{ fetched.weather.temperature }} {{ fetched.points.last }}';
    const key = await sending.bulk({ message: push(text), target: { tag: 'all' } });
    await sending.drain();
    const [whole, own] = await fetchedOf(key, 'p/2');
    expect(whole).toMatchObject({ name: 'weather', per: 'campaign', cached: true, failure: null });
    expect(whole).toMatchObject({ value: { temperature: 21 } });
    expect(own).toMatchObject({ name: 'points', per: 'person', cached: false, value: { last: 'p/2' }, failure: null });
    expect(Math.abs(Date.parse(own?.at ?? '') - Date.now())).toBeLessThan(60_000);

    await sending.simulators.answerLive({ status: 503 });
    const failed = await sending.bulk({ message: push('{{ fetched.points.last }}'), target: { tag: 'all' } });
    await sending.drain();
    expect(await fetchedOf(failed, 'p/2')).toMatchObject([{ name: 'points', value: null, failure: 'HTTP_503' }]);
  });

  it('A value of a person is hidden from a key without the scope private, and gone with the person', async () => {
    await apply({ fetches: [POINTS] });
    const key = await sending.bulk({ message: push('{{ fetched.points.last }}'), target: { tag: 'all' } });
    await sending.drain();
    const { appId, app, fresh } = sending.gateway;
    const row = await fresh.db.row<{ uid: number }>(
      `SELECT v.uid FROM delivery.live_value AS v WHERE v.data::text LIKE '%p/2%'`,
      [],
    );
    const uid = row?.uid ?? 0;
    const reports = app.get(LiveReportService);
    const by = { kind: 'member' } as const;
    expect(await reports.list(appId, key, uid, { seesPrivate: false, by })).toMatchObject([
      { name: 'points', value: '***', failure: null },
    ]);
    expect(await reports.list(appId + 1, key, uid, { seesPrivate: true, by })).toEqual([]);
    await fresh.db.tx(async (tx) => {
      await app
        .get(DeliveryErasureService)
        .erase(tx, appId, { uids: [uid], places: [], extIds: [], tokens: [], addresses: [] });
    });
    expect(await reports.list(appId, key, uid, { seesPrivate: true, by })).toEqual([]);
  });

  it('A message that reads what nothing fetches is refused with field and place', async () => {
    expect(await refusal(push('Hi {{ fetched.nothing.x }}'))).toMatchObject({
      status: 400,
      code: 2004,
      error: expect.stringMatching(/line 1, column 7|1:7/) as string,
    });
    await apply({ fetches: [POINTS] });
    expect(await refusal(push('Hi {{ fetched.points.x }}', { inbox: true }))).toMatchObject({
      status: 400,
      code: 2004,
    });
  });
});
