import { get } from 'node:http';
import { fetch } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Lab } from '../lab.js';
import { DeliveryLog, type Delivery } from '../server/delivery-log.js';
import { showDelivery } from './show-delivery.js';
import type { ShownPage } from '../shown/shown.types.js';

let lab: Lab;
beforeAll(async () => {
  lab = await Lab.open();
});
afterAll(() => lab.close());
beforeEach(() => lab.reset());

const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8';
const ask = (path: string, headers: Record<string, string> = {}): ReturnType<typeof fetch> =>
  fetch(lab.simulators.controlUrl + path, { headers });

describe('Pages of the simulators', () => {
  it.each(['/', '/deliveries', '/deliveries?provider=apns'])(
    'The path %s answers a browser with a page and a program with JSON',
    async (path) => {
      const page = await ask(path, { accept: BROWSER });
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(page.headers.get('content-security-policy')).toMatch(
        /default-src 'none'; script-src 'self'; style-src 'self';/,
      );
      expect(await page.text()).not.toMatch(/<script>|<style|\sstyle=|\son\w+=/);
      for (const accept of ['*/*', 'application/json', '']) {
        const answer = await ask(path, { accept });
        expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
        expect(await answer.json()).toHaveProperty(path === '/' ? 'error' : 'deliveries');
      }
    },
  );

  it.each([
    ['/deliveries/newest?provider=pigeon', 400],
    ['/deliveries/newest?before=x', 400],
    [`/deliveries/newest?text=${'a'.repeat(201)}`, 400],
    ['/deliveries/live?after=-1', 400],
    ['/deliveries/7/html', 404],
    ['/deliveries/x/html', 404],
    ['/assets/../package.json', 404],
    ['/assets/constructor', 404],
  ])('The invalid path %s answers %i', async (path, status) => {
    expect((await ask(path)).status).toBe(status);
  });

  it('The live stream allows sixteen pages, and another one after one has closed', async () => {
    const open = (): Promise<{ status: number | undefined; end: () => void }> =>
      new Promise((resolve, reject) => {
        const request = get(`${lab.simulators.controlUrl}/deliveries/live`, (response) => {
          response.on('error', () => undefined);
          resolve({ status: response.statusCode, end: () => request.destroy() });
        });
        request.on('error', reject);
      });
    const streams = await Promise.all(Array.from({ length: 16 }, open));
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
    expect((await open()).status).toBe(503);
    streams[0]?.end();
    await expect
      .poll(async () => {
        const { status, end } = await open();
        end();
        return status;
      })
      .toBe(200);
    streams.forEach(({ end }) => end());
  });
});

describe('Newest deliveries', () => {
  const fill = (log: DeliveryLog, count: number): void => {
    for (let i = 1; i <= count; i += 1) {
      log.accept(i % 2 === 0 ? 'sms' : 'apns', `token-${i}`, `m-${i}`, () => ({ Body: `text ${i}` }));
    }
  };

  it('The newest deliveries are listed page by page, as far back as the log goes', async () => {
    const log = new DeliveryLog(5);
    fill(log, 8);
    const first = await log.newestFirst({ limit: 3 });
    expect(first.deliveries.map(({ seq }) => seq)).toEqual([8, 7, 6]);
    const second = await log.newestFirst({ limit: 3, before: first.older ?? 0 });
    expect(second).toMatchObject({ deliveries: [{ seq: 5 }, { seq: 4 }] });
    expect(second.older).toBeUndefined();
  });

  it('The newest deliveries are filtered by provider, by a part of the address and by payload', async () => {
    const log = new DeliveryLog();
    fill(log, 20);
    const seqs = async (filter: object): Promise<number[]> =>
      (await log.newestFirst({ limit: 50, ...filter })).deliveries.map(({ seq }) => seq);
    expect(await seqs({ provider: 'sms', address: 'TOKEN-1' })).toEqual([18, 16, 14, 12, 10]);
    expect(await seqs({ matches: (payload: unknown) => JSON.stringify(payload).includes('text 7') })).toEqual([7]);
  });

  it('A search looks through a thousand deliveries at a time, and the caller can continue', async () => {
    const log = new DeliveryLog();
    fill(log, 2500);
    const looked: number[] = [];
    const filter = {
      limit: 1,
      matches: (payload: unknown) => {
        looked.push(1);
        return JSON.stringify(payload) === '{"Body":"text 1"}';
      },
    };
    const first = await log.newestFirst(filter);
    expect(first).toEqual({ deliveries: [], older: 1501 });
    expect(looked).toHaveLength(1000);
    const second = await log.newestFirst({ ...filter, before: 1501 });
    expect(await log.newestFirst({ ...filter, before: second.older ?? 0 })).toMatchObject({ deliveries: [{ seq: 1 }] });
  });

  it('The newest deliveries are JSON with the number from which the stream continues', async () => {
    const page = (await (await ask('/deliveries/newest')).json()) as ShownPage & { newest: number };
    expect(page).toEqual({ deliveries: [], newest: expect.any(Number) as number });
  });
});

describe('Cards of deliveries', () => {
  const draw = (provider: Delivery['provider'], payload: unknown) =>
    showDelivery({ seq: 1, provider, token: 't', messageId: 'm', sender: '', at: '', payload }).card;

  it.each<[Delivery['provider'], unknown, object]>([
    ['apns', { body: { aps: { alert: 'By hand' } } }, { device: 'iPhone', text: 'By hand', buttons: [] }],
    ['apns', { body: { aps: { 'content-available': 1 } } }, { note: expect.stringContaining('Silent') as string }],
    [
      'apns',
      { body: { aps: { alert: { 'loc-key': 'GREETING' } } } },
      { text: expect.stringContaining('GREETING') as string },
    ],
    [
      'fcm',
      {
        message: { data: { title: 'T', text: 'drawn', display: 'app', slider: '[{"title":"One","content":"First"}]' } },
      },
      { title: 'T', text: 'drawn', slides: [{ title: 'One', text: 'First' }] },
    ],
    ['fcm', { message: { data: { a: 'b' } } }, { note: expect.stringContaining('Silent') as string }],
    ['webpush', { headers: {} }, { note: expect.stringContaining('Encrypted') as string }],
    ['webpush', { body: 'plain' }, { text: 'plain' }],
    ['sms', { Body: 'a'.repeat(161), From: 'SHOP' }, { segments: 2, encoding: 'GSM-7', characters: 161, from: 'SHOP' }],
    ['smtp', { subject: 'S', from: { name: 'N', address: 'a@b' }, html: '<p>' }, { from: 'N <a@b>', hasHtml: true }],
  ])('The card of a delivery by %s shows the payload %j', (provider, payload, card) => {
    expect(draw(provider, payload)).toMatchObject(card);
  });

  it.each<Delivery['provider']>(['apns', 'fcm', 'webpush', 'smtp', 'sms'])(
    'Attack: the card of a delivery by %s stays small with any payload',
    (provider) => {
      const long = 'x'.repeat(1_000_000);
      const deep = JSON.parse(`${'{"a":['.repeat(2000)}${']}'.repeat(2000)}`) as object;
      const names = [
        'headers',
        'body',
        'message',
        'envelope',
        'attachments',
        'dkim',
        'from',
        'Body',
        'subject',
        'html',
        'text',
      ];
      const inner = [
        'aps',
        'alert',
        'title',
        'body',
        'buttons',
        'actions',
        'data',
        'notification',
        'android',
        'carousel',
        'content-state',
      ];
      for (const value of [null, 7, [], {}, true, long, [long, long], Array(10_000).fill(long.slice(0, 100)), deep]) {
        const fields = Object.fromEntries(inner.map((name) => [name, value]));
        const whole = Object.fromEntries(names.map((name) => [name, value]));
        const within = Object.fromEntries(names.map((name) => [name, { ...fields, aps: fields, data: fields }]));
        for (const payload of [value, whole, within]) {
          expect(JSON.stringify(draw(provider, payload)).length).toBeLessThan(150_000);
        }
      }
    },
  );
});
