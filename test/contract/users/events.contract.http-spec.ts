import { describe, expect, it } from 'vitest';
import { gzipSync } from 'node:zlib';
import examples from '../examples/events.json' with { type: 'json' };
import type { Answer } from '../../support/contract/gateway.js';
import { eventsContract } from '../../support/contract/events-contract.js';

const shop = eventsContract();
const { fire, storedOf, unmatched, everything } = shop;

describe('Examples of the specification', () => {
  it.each(examples)(
    'The example $id is answered as published, and its event is stored',
    async ({ path, method, body, expect: { status } }) => {
      const answer = await shop.gateway.call(path, { method, body });
      expect([answer.status, answer.text]).toEqual([status, '']);
      const [{ extId, name, ...attrs } = { extId: '', name: '' }] = body;
      expect(await storedOf(extId)).toMatchObject([{ name, attrs }]);
    },
  );
});

describe('4.7 fireEvents', () => {
  it('fireEvents answers 200 with a body of zero length (decisions 1)', async () => {
    const answer = await fire([{ extId: 'one', name: 'ShareEvent', itemId: 'i1', channel: 'mail' }]);
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(answer.headers.get('content-length')).toBe('0');
    expect(await storedOf('one')).toMatchObject([{ name: 'ShareEvent', attrs: { itemId: 'i1', channel: 'mail' } }]);
  });

  it('fireEvents takes the order-cancel event, and many events of many users at once (specification 6)', async () => {
    const cancel = { name: 'OrderCancelEvent', paymentMethod: 'card', subTotal: 10, itemCount: 2, grandTotal: 11.5 };
    expect(
      (
        await fire([
          { extId: 'b', ...cancel },
          { extId: 'c', ...cancel },
          { extId: 'b', ...cancel },
        ])
      ).status,
    ).toBe(200);
    expect([(await storedOf('b')).length, (await storedOf('c')).length]).toEqual([2, 1]);
  });

  it('fireEvents takes an event by its exact code or name, with the attributes of its bases (specification 6)', async () => {
    await fire([
      { extId: 'named', name: 'Late cancel', grandTotal: 1 },
      { extId: 'named', name: 'LateCancel', grandTotal: 2 },
      { extId: 'named', name: 'QuickOrder', grandTotal: 3, paymentMethod: 'cash' },
      { extId: 'named', name: 'ScreenViewEvent', pageName: 'home' },
      { extId: 'named', name: 'n:vw', ep: 'basket' },
    ]);
    expect((await storedOf('named')).map(({ name, attrs }) => [name, attrs])).toEqual([
      ['LateCancel', { grandTotal: 1 }],
      ['LateCancel', { grandTotal: 2 }],
      ['QuickOrder', { grandTotal: 3, paymentMethod: 'cash' }],
      ['1', { ep: 'home' }],
      ['1', { ep: 'basket' }],
    ]);
    expect(await fire([{ extId: 'named', name: 'LateCancel' }])).toMatchObject({
      status: 400,
      json: { code: 2004, error: expect.stringContaining('grandTotal') as string },
    });
  });

  it('fireEvents reads ISO 8601 timestamps (specification 6)', async () => {
    const times = { at: '2026-01-15T10:30:00Z', day: '2026-01-15' };
    await fire([
      { extId: 'times', name: 'ShareEvent', itemId: 'i', ...times },
      { extId: 'times', name: 'ShareEvent', itemId: 'i', at: '2026-01-15T13:30:00+03:00', day: 1768435200000 },
    ]);
    const stored = { itemId: 'i', at: Date.UTC(2026, 0, 15, 10, 30), day: Date.UTC(2026, 0, 15) };
    expect((await storedOf('times')).map(({ attrs }) => attrs)).toEqual([stored, stored]);
  });

  it('fireEvents creates a missing user, and leaves an existing one unchanged (decisions 3)', async () => {
    await shop.gateway.call('/rest/3.0/setProfileAttributes', {
      body: [{ extId: 'known', profile: { name: 'Jo' } }],
    });
    await fire([
      { extId: 'known', name: 'LoginEvent' },
      { extId: 'unknown', name: 'LoginEvent' },
    ]);
    const profileOf = (extId: string): Promise<Answer> =>
      shop.gateway.call(`/rest/3.0/getProfileAttributes?extId=${extId}`, { method: 'GET' });
    expect((await profileOf('known')).json).toEqual({ extId: 'known', profile: { name: 'Jo' } });
    expect((await profileOf('unknown')).json).toEqual({ extId: 'unknown', profile: {} });
  });

  it('fireEvents reports attributes that the event does not have, and keeps them with it', async () => {
    const event = {
      extId: 'typo',
      name: 'ShareEvent',
      itemId: 'i',
      chanel: 'mail',
      depth: { a: 1 },
      timestamp: new Date().toISOString(),
      no: false,
    };
    expect((await fire([event, { ...event, chanel: '\0' }])).status).toBe(200);
    expect((await storedOf('typo')).map(({ attrs }) => attrs)).toEqual([
      { itemId: 'i', $undefined: { chanel: 'mail', depth: '(object)' } },
      { itemId: 'i', $undefined: { chanel: '(text)', depth: '(object)' } },
    ]);
    const { unmatchedEvents } = (await shop.gateway.call('/rest/3.0/app/unmatched-events', { method: 'GET' })).json as {
      unmatchedEvents: { name: string; attribute?: string }[];
    };
    const told = unmatchedEvents.filter(({ attribute }) => attribute !== undefined);
    expect(told).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'ShareEvent', attribute: 'chanel', lastExample: '{"chanel":"mail"}' }),
        expect.objectContaining({ name: 'ShareEvent', attribute: 'depth' }),
      ]),
    );
    expect(told.map(({ attribute }) => attribute)).not.toContain('timestamp');
  });

  it('fireEvents answers 200 to an undefined name, keeps it apart, and creates no user (decisions 3)', async () => {
    const before = await unmatched();
    const answer = await fire([
      { extId: 'nobody', name: 'shareevent', itemId: 'i', deep: { __proto__: null, text: '\0 \ud800' } },
      { extId: 'nobody', name: 'shareevent' },
      { extId: 'somebody', name: 'LoginEvent' },
    ]);
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(await unmatched()).toEqual({ ...before, shareevent: 2 });
    const shown = await shop.gateway.call('/rest/3.0/app/unmatched-events', { method: 'GET' });
    const { unmatchedEvents } = shown.json as { unmatchedEvents: object[] };
    expect(unmatchedEvents[0]).toEqual({
      name: 'shareevent',
      count: 2,
      firstSeen: expect.any(Number) as number,
      lastSeen: expect.any(Number) as number,
      lastExample: expect.stringContaining('{') as string,
    });
    const remaining = { method: 'GET', key: shop.elsewhere.keys.rest };
    expect((await shop.gateway.call('/rest/3.0/app/unmatched-events', remaining)).json).toEqual({
      unmatchedEvents: [],
    });
    expect([(await storedOf('nobody')).length, (await storedOf('somebody')).length]).toEqual([0, 1]);
    const profile = await shop.gateway.call('/rest/3.0/getProfileAttributes?extId=nobody', { method: 'GET' });
    expect(profile).toMatchObject({ status: 400, json: { code: 5016 } });
  });

  it('fireEvents matches a name as soon as it is defined', async () => {
    await fire([{ extId: 'soon', name: 'SoonEvent' }]);
    expect(await storedOf('soon')).toEqual([]);
    await shop.other.applying.apply({ app: 'shop', events: [{ code: 'SoonEvent' }] }, { dryRun: false });
    await fire([{ extId: 'soon', name: 'SoonEvent' }]);
    expect(await storedOf('soon')).toMatchObject([{ name: 'SoonEvent' }]);
  });

  it('fireEvents tolerates undefined attributes, null values and keys such as __proto__ (decisions 3)', async () => {
    const raw =
      '[{"extId":"lenient","name":"ShareEvent","itemId":"first","itemId":"last","channel":null,"colour":{"a":[1]},' +
      '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"text":"\\u0000"}]';
    const answer = await shop.gateway.call('/rest/3.0/fireEvents', {
      raw,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(200);
    expect((await storedOf('lenient')).map(({ attrs }) => attrs)).toEqual([
      { itemId: 'last', $undefined: { colour: '(object)', text: '(text)' } },
    ]);
    expect({}).not.toHaveProperty('polluted');
  });

  it('fireEvents takes 1000 different extIds, counts repeated ones once, and refuses 1001 (specification 8)', async () => {
    const select = (count: number): object[] =>
      Array.from({ length: count }, (_, n) => ({ extId: `m${n}`, name: 'LoginEvent' }));
    expect((await fire([...select(1000), ...select(10)])).status).toBe(200);
    expect(await storedOf('m3')).toHaveLength(2);
    const before = await everything();
    expect(await fire(select(1001))).toMatchObject({
      status: 400,
      json: { code: 2004, error: expect.stringContaining('1001') as string },
    });
    expect(await everything()).toEqual(before);
  });

  it.each([
    ['itemId', { itemId: 1 }, 'itemId'],
    ['an inherited attribute', { name: 'QuickOrder', grandTotal: '540' }, 'grandTotal'],
    ['a whole number', { name: 'OrderCancelEvent', grandTotal: 1, itemCount: 1.5 }, 'itemCount'],
    ['a number out of range', { name: 'OrderCancelEvent', grandTotal: 1, itemCount: 2 ** 40 }, 'itemCount'],
    ['a timestamp', { itemId: 'i', at: '15.01.2026' }, 'at'],
    ['a day that is none', { itemId: 'i', day: '2026-02-30' }, 'day'],
    ['a list', { itemId: 'i', tags: 'one' }, 'tags'],
    ['an entry of a list', { itemId: 'i', tags: ['one', 2] }, 'tags'],
    ['an object for a text', { itemId: {} }, 'itemId'],
    ['text that cannot be stored', { itemId: 'a\0b' }, 'itemId'],
    ['half a surrogate pair', { itemId: '\ud800' }, 'itemId'],
    ['a text that is too long', { itemId: 'x'.repeat(10_000) }, 'itemId'],
    ['a mandatory one that is missing', { channel: 'mail' }, 'itemId'],
    ['a mandatory one that is null', { itemId: null }, 'itemId'],
    ['a mandatory inherited one', { name: 'LateCancel', paymentMethod: 'card' }, 'grandTotal'],
  ])(
    'fireEvents refuses the whole request for %s, and names attribute and place (decisions 3)',
    async (_what, event, attribute) => {
      const before = await everything();
      const answer = await fire([
        { extId: 'refused', name: 'LoginEvent' },
        { extId: 'refused', name: 'NotDefined' },
        { extId: 'refused', name: 'ShareEvent', ...event },
      ]);
      expect(answer).toMatchObject({
        status: 400,
        json: { code: 2004, error: expect.stringMatching(`'${attribute}'.*\\(at index 2\\)`) as string },
      });
      expect(await everything()).toEqual(before);
    },
  );

  it.each([
    [[], 2020, 'extId is required'],
    [{ extId: 'a', name: 'LoginEvent' }, 2004, 'The body should be an array of objects'],
    ['text', 2004, 'The body should be an array of objects'],
    [null, 2004, 'The body should be an array of objects'],
    [[null], 2004, 'The body should be an array of objects (at index 0)'],
    [[['a']], 2004, 'The body should be an array of objects (at index 0)'],
    [[{}], 2020, 'extId is required (at index 0)'],
    [[{ extId: 'a' }], 2020, 'name is required (at index 0)'],
    [[{ name: 'LoginEvent' }], 2020, 'extId is required (at index 0)'],
    [[{ extId: '', name: 'LoginEvent' }], 2020, 'extId is required (at index 0)'],
    [[{ extId: 'a', name: '' }], 2020, 'name is required (at index 0)'],
    [[{ extId: 'a', name: null }], 2020, 'name is required (at index 0)'],
    [[{ extId: 'a', name: 'LoginEvent' }, { extId: 'b' }], 2020, 'name is required (at index 1)'],
    [[{ extId: 5, name: 'LoginEvent' }], 2004, "Field 'extId' should be a text (at index 0)"],
    [[{ extId: ['a'], name: 'LoginEvent' }], 2004, "Field 'extId' should be a text (at index 0)"],
    [[{ extId: 'a', name: 7 }], 2004, "Field 'name' should be a text (at index 0)"],
    [[{ extId: 'x'.repeat(10_000), name: 'LoginEvent' }], 2004, "Field 'extId' should have at most 255 characters"],
    [[{ extId: 'a', name: 'x'.repeat(256) }], 2004, "Field 'name' should have at most 255 characters"],
    [[{ extId: 'a\0', name: 'LoginEvent' }], 2004, "Field 'extId' has a NUL"],
    [[{ extId: '\udc00', name: 'LoginEvent' }], 2004, "Field 'extId' has a NUL character or half a surrogate"],
    [[{ extId: 'a', name: '\ud800' }], 2004, "Field 'name' has a NUL character or half a surrogate"],
  ])('fireEvents refuses a malformed body and changes nothing (decisions 2, case %#)', async (body, code, error) => {
    const before = await everything();
    expect(await fire(body)).toMatchObject({
      status: 400,
      json: { code, error: expect.stringContaining(error) as string },
    });
    expect(await everything()).toEqual(before);
  });

  it.each([
    ['', {}],
    ['[{"extId":"a","name":"LoginEvent"', {}],
    ['['.repeat(100_000), {}],
    [new Uint8Array([0x5b, 0x22, 0xff, 0x22, 0x5d]), {}],
  ])('fireEvents refuses invalid JSON with 2009 (decisions 2, case %#)', async (raw, headers) => {
    const answer = await shop.gateway.call('/rest/3.0/fireEvents', {
      raw,
      headers: { 'content-type': 'application/json', ...headers },
    });
    expect(answer).toMatchObject({ status: 400, json: { code: 2009 } });
  });

  it('Another media type is refused with 415, a wrong method with 405, and an unknown path with 404 (decisions 9)', async () => {
    const path = '/rest/3.0/fireEvents';
    const problem = (status: number, instance = path) => ({
      status,
      json: { type: 'about:blank', title: expect.any(String) as string, status, instance },
    });
    const before = await everything();
    const headers = { 'content-type': 'text/xml' };
    expect(await shop.gateway.call(path, { raw: '<events/>', headers })).toMatchObject(problem(415));
    const wrong = await shop.gateway.call(path, { method: 'GET' });
    expect(wrong).toMatchObject(problem(405));
    expect(wrong.headers.get('allow')).toBe('POST');
    expect(await shop.gateway.call('/rest/3.0/fireEvent', { body: [] })).toMatchObject(
      problem(404, '/rest/3.0/fireEvent'),
    );
    expect(await everything()).toEqual(before);
  });

  it('fireEvents refuses a body that grows past 5 MB when it is unpacked (specification 8)', async () => {
    const raw = new Uint8Array(gzipSync(`[${' '.repeat(6 * 1024 * 1024)}]`));
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const answer = await shop.gateway.call('/rest/3.0/fireEvents', { raw, headers });
    expect(answer).toMatchObject({ status: 400, json: { code: 2004 } });
  });

  it('fireEvents requires a rest key with the scope events (specification 5)', async () => {
    const body = [{ extId: 'a', name: 'LoginEvent' }];
    expect(await fire(body, 'no such key')).toMatchObject({ status: 401, json: { code: 2010 } });
    for (const key of ['mobile', 'js', 'users-only']) {
      expect(await fire(body, key)).toMatchObject({ status: 403, json: { code: 2022 } });
    }
  });

  it('Applications do not share definitions, events, users or unmatched names', async () => {
    const { appId, keys } = shop.elsewhere;
    await fire([{ extId: 'shared', name: 'ShareEvent', itemId: 'mine' }]);
    const [events, names] = [await storedOf('shared'), await unmatched()];
    await fire(
      [
        { extId: 'shared', name: 'ShareEvent', itemId: 7 },
        { extId: 'shared', name: 'LoginEvent' },
      ],
      keys.rest,
    );
    expect(await storedOf('shared')).toEqual(events);
    expect(await unmatched()).toEqual(names);
    expect((await storedOf('shared', appId)).map(({ name }) => name)).toEqual(['3']);
    expect(await unmatched(appId)).toEqual({ ShareEvent: 1 });
  });
});
