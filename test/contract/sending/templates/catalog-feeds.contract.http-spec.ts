import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FeedLoadingService } from '#libs/catalogs';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../../support/contract/sending.js';

const FEED = { url: 'https://shop.example.com/items?a=1', simulator: true, headers: { 'X-Key': 'secret-1' } };
const CATALOG = { name: 'products', key: 'sku', fields: { title: 'STRING', price: 'DOUBLE' } };
let sending: Sending;

beforeAll(async () => {
  sending = await startSending();
});
afterAll(() => sending.close());
beforeEach(async () => {
  await sending.simulators.clear();
  await sending.gateway.fresh.db.affected('DELETE FROM catalogs.catalog', []);
});

const apply = (feed: object | undefined): Promise<{ differences: { subject: string }[] }> =>
  sending.gateway.app
    .get(ApplyService)
    .apply({ app: 'shop', catalogs: [{ ...CATALOG, ...(feed && { feed }) }] }, { dryRun: false });

/** Makes the feed due, and fetches it with an answer. */
async function fetchWith(reply: object): Promise<{ feed: Record<string, unknown>; items: number; version: number }> {
  await sending.gateway.fresh.db.affected('UPDATE catalogs.feed SET due_at = now()', []);
  await sending.simulators.answerLive(reply);
  await sending.gateway.app.get(FeedLoadingService, { strict: false }).fetchDue();
  return state();
}

async function state(): Promise<{ feed: Record<string, unknown>; items: number; version: number }> {
  const { json } = await sending.gateway.call('/rest/3.0/catalogs', { method: 'GET' });
  const [catalog] = (json as { list: { feed: Record<string, unknown>; items: number; version: number }[] }).list;
  if (!catalog) {
    throw new Error('There is no catalog');
  }
  return catalog;
}

const items = (count: number, from = 0) =>
  Array.from({ length: count }, (_none, n) => ({ sku: `k${from + n}`, price: n }));

describe('Feeds of catalogs', () => {
  it('A feed is fetched with its headers when it is due, and not before', async () => {
    await apply({ ...FEED, every: '30m' });
    const done = await fetchWith({
      json: items(3),
      headers: { ETag: '"one"', 'Last-Modified': 'Mon, 30 Nov 2026 09:00:00 GMT' },
    });
    expect(done).toMatchObject({ items: 3, feed: { url: FEED.url, error: null, succeededAt: expect.any(Number) } });
    expect(Number(done.feed['dueAt']) - Date.now()).toBeGreaterThan(25 * 60_000);
    await sending.gateway.app.get(FeedLoadingService, { strict: false }).fetchDue();
    expect(await sending.simulators.liveCalls()).toMatchObject([
      { path: 'shop.example.com/items?a=1', headers: { 'x-key': 'secret-1' } },
    ]);
    const same = await fetchWith({ status: 304 });
    expect(same).toMatchObject({ items: 3, version: done.version, feed: { error: null } });
    const [, second] = await sending.simulators.liveCalls();
    expect(second?.headers).toMatchObject({
      'if-none-match': '"one"',
      'if-modified-since': 'Mon, 30 Nov 2026 09:00:00 GMT',
    });
  });

  it('A feed that changes during a call is called again at once, without the validators of the old answer', async () => {
    await apply(FEED);
    await sending.simulators.answerLive({ json: items(1), headers: { ETag: '"old"' }, delayMs: 500 });
    const loading = sending.gateway.app.get(FeedLoadingService, { strict: false });
    const call = loading.fetchDue();
    await expect.poll(async () => (await sending.simulators.liveCalls()).length).toBe(1);
    await apply({ ...FEED, headers: { 'X-Key': 'secret-2' } });
    await call;
    await loading.fetchDue();
    const [, second] = await sending.simulators.liveCalls();
    expect(second?.headers).toMatchObject({ 'x-key': 'secret-2' });
    expect(second?.headers['if-none-match']).toBeUndefined();
  });

  it('Applications take turns: slow feeds of one run one at a time, and hold up no feed of another', async () => {
    const { app, fresh } = sending.gateway;
    const named = (host: string, count: number) =>
      Array.from({ length: count }, (_none, n) => ({
        ...CATALOG,
        name: `${host}${n}`,
        feed: { ...FEED, url: `https://${host}.example.com/${n}` },
      }));
    await app.get(ApplyService).apply({ app: 'rival', catalogs: named('rival', 1) }, { dryRun: false });
    await app.get(ApplyService).apply({ app: 'shop', catalogs: named('shop', 3) }, { dryRun: false });
    await fresh.db.affected(
      `UPDATE catalogs.feed AS f SET tried_at = now() - interval '1 hour',
              due_at = now() - CASE WHEN f.url LIKE '%shop%' THEN interval '2 hours' ELSE interval '1 second' END`,
      [],
    );
    await sending.simulators.answerLive({ json: items(1), delayMs: 700 });
    const loading = app.get(FeedLoadingService, { strict: false });
    let most = 0;
    const watching = setInterval(() => {
      void fresh.db
        .rows<{ calls: number }>(
          `SELECT count(*)::integer AS calls FROM catalogs.feed AS f WHERE f.lease_until > now() GROUP BY f.app_id`,
        )
        .then((rows) => (most = Math.max(most, ...rows.map(({ calls }) => calls))));
    }, 100);
    await Promise.all([loading.fetchDue(), loading.fetchDue()]);
    clearInterval(watching);
    const hosts = (await sending.simulators.liveCalls()).map(({ path }) => path.split('.')[0]);
    expect(hosts).toHaveLength(4);
    expect(hosts.slice(0, 2).toSorted(), 'side by side').toEqual(['rival', 'shop']);
    expect(most, 'of one application').toBe(1);
    await app.get(ApplyService).apply({ app: 'rival', prune: true, catalogs: [] }, { dryRun: false });
    await app.get(ApplyService).apply({ app: 'shop', prune: true, catalogs: [] }, { dryRun: false });
  });

  it.each([
    [{ status: 503, body: 'no' }, 'HTTP_503'],
    [{ status: 302, body: '', headers: { Location: 'https://other.example/' } }, 'HTTP_302'],
    [{ body: '<html>' }, 'Line 1: The line is not JSON'],
    [{ body: '[{"sku":"k0","price":99}' }, 'Line 1: the list does not end'],
    [
      {
        json: [
          { sku: 'k0', price: 99 },
          { sku: 'k9', price: 'x' },
        ],
      },
      "Line 1: Field 'price' of item 'k9' should be a number",
    ],
    [{ body: '[]' }, 'The feed has no item'],
    [{ body: '' }, 'The file is empty'],
    [{ json: [{ sku: 'k0', price: 99 }] }, 'The feed has 1 items, and the catalog 4: less than half'],
  ])('The answer %j changes nothing and is shown as the last error', async (reply, error) => {
    await apply({ ...FEED, removesAbsent: true });
    const before = await fetchWith({ json: items(4), headers: { ETag: '"good"' } });
    const after = await fetchWith(reply);
    expect(after).toMatchObject({ items: 4, version: before.version });
    expect(after.feed['error']).toContain(error);
    expect(after.feed['succeededAt']).toBe(before.feed['succeededAt']);
    expect(await fetchWith({ json: items(4) })).toMatchObject({ version: before.version, feed: { error: null } });
    expect((await sending.simulators.liveCalls()).at(-1)?.headers['if-none-match']).toBe('"good"');
  });

  it('Items that a feed does not have go only where the feed says so', async () => {
    await apply(FEED);
    await fetchWith({ json: items(4) });
    expect(await fetchWith({ json: items(4, 2) })).toMatchObject({ items: 6 });
    await apply({ ...FEED, removesAbsent: true });
    expect(await fetchWith({ json: items(3, 2) })).toMatchObject({ items: 3 });
  });

  it('CSV is read where the feed says so, and a removed feed is asked no more', async () => {
    await apply({ ...FEED, format: 'csv' });
    expect(await fetchWith({ body: 'sku,price\nA,1.5\n', contentType: 'text/csv' })).toMatchObject({ items: 1 });
    expect((await apply(undefined)).differences.map(({ subject }) => subject)).toEqual(['catalogs: products: feed']);
    expect((await state()).feed).toBeUndefined();
    expect((await apply(undefined)).differences).toEqual([]);
  });

  it('Stored headers stay where the file has none, and no answer shows them', async () => {
    await apply(FEED);
    const { headers: _headers, ...rest } = FEED;
    expect((await apply(rest)).differences).toEqual([]);
    await fetchWith({ json: items(1) });
    expect((await sending.simulators.liveCalls())[0]?.headers['x-key']).toBe('secret-1');
    expect(JSON.stringify(await state())).not.toContain('secret-1');
    const rows = await sending.gateway.fresh.db.rows<{ sealed: Buffer }>('SELECT sealed FROM catalogs.feed');
    expect(rows[0]?.sealed.toString('latin1')).not.toContain('secret-1');
  });

  it.each([
    [{ url: 'https://127.0.0.1/items' }, 'feed.url should be an https address of the public internet'],
    [{ url: 'http://shop.example.com/items' }, 'feed.url'],
    [{ every: '1m' }, 'feed.every should be a duration from 5m to 7d'],
    [{ headers: { Host: 'a.example' } }, 'feed.headers'],
    [{ format: 'xml' }, 'feed.format'],
  ])('The feed with %j is refused by the path of its fault', async (change, fault) => {
    await expect(apply({ ...FEED, ...change })).rejects.toThrow(fault);
  });
});
