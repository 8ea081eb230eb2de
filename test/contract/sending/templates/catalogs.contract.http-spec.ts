import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApiKeyService, ApplyService } from '#libs/tenancy';
import { ItemLookupService, readCatalogs, selectItems, type ItemValue } from '#libs/catalogs';
import { Random } from '../../../support/templates/random-template.js';
import { startSending, type Sending } from '../../../support/contract/sending.js';

const TOKEN = (n: number) => `${n}`.padStart(64, 'c');
const CATALOGS = [
  {
    name: 'products',
    key: 'sku',
    fields: { title: 'STRING', price: 'DOUBLE', url: 'URL', brand: 'STRING', stock: 'INT', tags: 'STRING[]' },
    selections: [
      { name: 'cheapest', where: { stock: { atLeast: 1 } }, sort: 'price', limit: 2 },
      { name: 'similar', where: { stock: { above: 0 } }, same: ['brand'], sort: '-price', limit: 3 },
    ],
  },
  { name: 'brands', key: 'id', fields: { name: 'STRING' } },
];
let sending: Sending;

beforeAll(async () => {
  sending = await startSending();
  const attributes = [
    { code: 'name', dataType: 'STRING' },
    { code: 'cart', dataType: 'STRING', array: true },
  ];
  await apply({ attributes, catalogs: CATALOGS });
  await sending.post('registerUsers', [person(1, ['A1', 'B2']), person(2, ['B2']), person(3, ['gone'])]);
});
afterAll(() => sending.close());
beforeEach(async () => {
  await sending.simulators.clear();
  await store('products', [
    { sku: 'A1', title: 'Blue <shoes>', price: 59.9, url: 'https://shop.example/a1?x=1&y=2', brand: 'n' },
    { sku: 'B2', title: 'Hat', price: 20, url: null, brand: 'n' },
  ]);
  await store('brands', [{ id: 'n', name: 'North' }]);
});

function apply(file: object): Promise<unknown> {
  return sending.gateway.app.get(ApplyService).apply({ app: 'shop', ...file }, { dryRun: false });
}

function person(n: number, cart: string[]): object {
  const email = `c${n}@mail.example`;
  const profile = { name: `P${n}`, cart };
  return { extId: `c${n}`, platform: 'IOS', deviceToken: TOKEN(n), email, emailOptIn: true, profile, tags: ['all'] };
}

const store = (catalog: string, items: object[]): Promise<unknown> => sending.post(`catalogs/${catalog}/items`, items);

const push = (text: string, rest: object = {}): object => ({
  title: 'T',
  text,
  platforms: ['IOS'],
  ios: { title: 'T' },
  templates: 'liquid',
  ...rest,
});

/** Sends to all users. @returns what arrived, by the number of the person, and how it ended */
async function send(message: object): Promise<{ texts: Record<string, string>; ends: Record<string, number> }> {
  const key = await sending.bulk({ message, target: { tag: 'all' } });
  await sending.drain();
  const deliveries = [
    ...(await sending.simulators.deliveries('provider=apns')),
    ...(await sending.simulators.deliveries('provider=smtp')),
  ];
  const texts = deliveries.map(({ token, payload }): [string, string] => {
    const { body, html } = payload as { body?: { aps: { alert: { body: string } } }; html?: string };
    return [/(\d)(?:@.*)?$/.exec(token)?.[1] ?? '', html ?? body?.aps.alert.body ?? ''];
  });
  return { texts: Object.fromEntries(texts) as Record<string, string>, ends: await sending.ends(key) };
}

async function refusal(operation: string, body: object): Promise<unknown> {
  const { status, json } = await sending.gateway.call(`/rest/3.0/${operation}`, { body });
  return { status, ...(json as object) };
}

/** Every list with one value of each. */
function cross<T>(lists: readonly (readonly T[])[]): T[][] {
  return lists.reduce<T[][]>((before, list) => before.flatMap((given) => list.map((value) => [...given, value])), [[]]);
}

const count = async (): Promise<unknown> => {
  const { json } = await sending.gateway.call('/rest/3.0/catalogs', { method: 'GET' });
  return (json as { list: { name: string; items: number }[] }).list.find(({ name }) => name === 'products')?.items;
};

describe('Catalogs', () => {
  it('A push shows the items of the cart of each person, also those that other items name', async () => {
    const { texts } = await send(
      push(
        '{% for sku in cart %}{% assign p = catalogs.products[sku] %}{{ p.title | default: "?" }} ' +
          '{{ p.price }} {{ catalogs.brands[p.brand].name | default: "-" }}; {% endfor %}',
      ),
    );
    expect(texts).toEqual({ 1: 'Blue <shoes> 59.9 North; Hat 20 North; ', 2: 'Hat 20 North; ', 3: '?  -; ' });
  });

  it('An item or field that is not there has the rule of its place, as a placeholder has', async () => {
    const title = '{{ catalogs.products[cart[0]].title }}';
    expect((await send(push(`Hi ${title}`))).ends).toEqual({ SUCCESS: 2, 'FAILED MISSING_ATTRIBUTE': 1 });
    await sending.simulators.clear();
    const { texts } = await send(push('plain', { personalizedMessage: `Hi ${title}` }));
    expect(texts).toEqual({ 1: 'Hi Blue <shoes>', 2: 'Hi Hat', 3: 'plain' });
    await sending.simulators.clear();
    const guarded = await send(
      push(
        '{% unless catalogs.products[cart[0]] %}{% abort_message %}{% endunless %}{{ catalogs.products["A1"].price }}',
      ),
    );
    expect(guarded).toEqual({ texts: { 1: '59.9', 2: '59.9' }, ends: { SUCCESS: 2, 'SKIPPED ABORTED': 1 } });
  });

  it('Values of items are escaped for their place in the HTML and the links of an e-mail', async () => {
    const { texts } = await send({
      title: 'Hi',
      subject: 'S',
      from: 'shop@mail.example',
      platforms: ['EMAIL'],
      templates: 'liquid',
      text: '<p>{{ catalogs.products[cart[0]].title | default: "x" }}</p>',
    });
    expect(texts[1]).toContain('<p>Blue &lt;shoes&gt;</p>');
  });

  it('A batch is rendered with the items as they are when it is prepared', async () => {
    const text = push('{{ catalogs.products["A1"].price }}');
    expect((await send(text)).texts[1]).toBe('59.9');
    await sending.simulators.clear();
    const key = await sending.bulk({ message: text, target: { tag: 'all' } });
    await store('products', [{ sku: 'A1', price: 39.9 }]);
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 3 });
    const [first] = await sending.simulators.deliveries('provider=apns');
    expect(JSON.stringify(first?.payload)).toContain('39.9');
  });

  it('The dry run renders with the items that are there', async () => {
    const message = push('{% unless catalogs.products[cart[0]] %}{% abort_message %}{% endunless %}x');
    const dry = await sending.post('sendBulkNotification/dryRun', { message, target: { tag: 'all' } });
    expect(JSON.stringify(dry)).toContain('"ABORTED":1');
  });

  it.each([
    ['{{ catalogs.shoes["A1"].title }}', 'unknown catalog shoes (line 1, column 4)'],
    ['{{ catalogs.products["A1"].size }}', 'catalog products has no field size (line 1, column 4)'],
    [
      '{% for p in catalogs.products %}{% endfor %}',
      'a catalog is read by key, as in catalogs.products[key], and not as a whole (line 1, column 13)',
    ],
    [
      '{% for p in catalogs.products.cheepest %}{% endfor %}',
      'catalog products has no selection cheepest (line 1, column 13)',
    ],
    [
      '{% for p in catalogs.products.similar %}{% endfor %}',
      'selection similar is given brand, as in catalogs.products.similar[brand] (line 1, column 13)',
    ],
    ['{{ catalogs.products.cheapest.title }}', 'selection cheapest is a list, which has first, last and size'],
    ['{{ catalogs.products.cheapest[0].size }}', 'catalog products has no field size'],
    ['{{ catalogs[name].x }}', 'the name of a catalog follows catalogs'],
  ])('The fault of %j is refused with its place, in a campaign and in a definition', async (text, message) => {
    const refused = { status: 400, code: 2004 };
    const bulk = await refusal('sendBulkNotification', { message: push(text), target: { tag: 'all' } });
    expect(bulk).toMatchObject(refused);
    const defined = await refusal('createNotificationDefinition', push('x', { message: text, text: undefined }));
    expect(defined).toMatchObject(refused);
    expect(JSON.stringify(defined)).toContain(message);
  });

  it('A selection is a list of its items in order, for all people or for values of each person', async () => {
    await store('products', [
      { sku: 'S1', title: 'Cap', price: 9, stock: 3, brand: 'n' },
      { sku: 'S2', title: 'Scarf', price: 11, stock: 1, brand: 's' },
      { sku: 'S3', title: 'Coat', price: 200, stock: 0, brand: 's' },
      { sku: 'S4', title: 'Boots', price: 80, stock: 2, brand: 'n' },
    ]);
    const list = (selection: string): string => `{% for p in ${selection} %}{{ p.title }} {% else %}none {% endfor %}`;
    const text = `${list('catalogs.products.cheapest')}/ ${list('catalogs.products.similar[catalogs.products[cart[0]].brand]')}`;
    expect((await send(push(text))).texts).toEqual({
      1: 'Cap Scarf / Boots Cap ',
      2: 'Cap Scarf / Boots Cap ',
      3: 'Cap Scarf / none ',
    });
    await sending.simulators.clear();
    await store('products', [{ sku: 'S1', stock: 0 }]);
    await sending.post('catalogs/products/items/remove', { keys: ['S2'] });
    expect((await send(push(text))).texts[1]).toBe('Boots / Boots ');
    const message = push('{% if catalogs.products.cheapest.size < 2 %}{% abort_message %}{% endif %}x');
    const dry = await sending.post('sendBulkNotification/dryRun', { message, target: { tag: 'all' } });
    expect(JSON.stringify(dry)).toContain('"ABORTED":3');
    await sending.post('catalogs/products/items/remove', { keys: ['S1', 'S3', 'S4'] });
  });

  it('Postgres and plain code choose the same items in the same order', async () => {
    const random = new Random(7);
    const fields = { n: 'DOUBLE', day: 'DATE', at: 'TIME_STAMP', text: 'STRING', sold: 'BOOLEAN', tags: 'STRING[]' };
    const selections = [
      {
        name: 'a',
        where: { n: { above: -1, below: 7.5 }, tags: { has: ['x', 'y'] } },
        same: ['text'],
        sort: 'n',
        limit: 50,
      },
      { name: 'b', where: { sold: { isNot: true } }, same: ['n', 'sold'], sort: '-text', limit: 5 },
      { name: 'c', where: { day: { atLeast: '2026-02-01' }, text: { isNot: ['', 'aa'] } }, sort: '-at', limit: 7 },
      { name: 'd', where: { at: { atMost: '2026-01-01T12:00:00+02:00' } }, same: ['day'], limit: 50 },
      { name: 'e', where: { key: { is: ['k1', 'k2', 'k300'] } }, sort: '-n', limit: 2 },
    ];
    const values = {
      n: [-3.5, -1, 0, 2, 7, 1e21],
      day: ['2026-01-31', '2026-02-01', '2025-12-31'],
      at: ['2026-01-01T10:00:00Z', '2026-01-01T12:00:00+02:00', '2026-01-01T10:00:01Z'],
      text: ['', 'a', 'aa', 'ab', 'é', '😀', 'ｚ', 'x'.repeat(300)],
      sold: [true, false],
      tags: [[], ['x'], ['y', 'z'], ['z']],
    };
    const items = Array.from({ length: 400 }, (_none, n) => ({
      key: `k${n}`,
      ...Object.fromEntries(
        Object.entries(values).flatMap(([field, own]) =>
          random.below(6) === 0 ? [] : [[field, own[random.below(own.length)]]],
        ),
      ),
    }));
    const written = { name: 'random', key: 'key', fields };
    await apply({ catalogs: [{ ...written, selections: selections.slice(0, 2) }] });
    await store('random', items);
    // The other selections find items that are there.
    await apply({ catalogs: [{ ...written, selections }] });
    await store(
      'random',
      items.slice(0, 50).map(({ key }) => ({ key, n: 5, text: 'a', tags: ['y'] })),
    );
    await sending.post('catalogs/random/items/remove', { keys: ['k51', 'k52', 'k2'] });
    const { list } = (await sending.gateway.call('/rest/3.0/catalogs/items?name=random&limit=1000', { method: 'GET' }))
      .json as { list: { key: string; item: Record<string, ItemValue> }[] };
    const stored = list.map(({ key, item }) => ({ key, value: item }));
    const catalog = readCatalogs([{ ...written, selections }], 'catalogs').get('random');
    const wanted = (catalog?.selections ?? []).flatMap((selection) =>
      cross(selection.same.map((field) => values[field as 'n'])).map((given) => ({ selection, given })),
    );
    const batch = sending.gateway.app.get(ItemLookupService).openBatch(sending.gateway.appId);
    const found = await batch.renderAll(
      wanted,
      ({ selection, given }) =>
        batch.countParams('random', selection.name) === undefined
          ? []
          : batch.select('random', selection.name, given).map((item) => item['key']),
      () => [],
    );
    expect(wanted.length).toBeGreaterThan(20);
    expect([...found.values()].flat().length).toBeGreaterThan(100);
    for (const [{ selection, given }, keys] of found) {
      const chosen = catalog ? selectItems(catalog, selection, stored, given).map(({ key }) => key) : [];
      expect({ name: selection.name, given, keys }).toEqual({ name: selection.name, given, keys: chosen });
    }
  });

  it.each([
    [{ limit: 51 }, 'catalogs[0].selections[0].limit should be a whole number from 1 to 50'],
    [{ where: { size: { is: 1 } } }, 'catalogs[0].selections[0].where.size: the catalog has no field size'],
    [{ where: { stock: { has: 1 } } }, 'catalogs[0].selections[0].where.stock.has is no condition of a INT'],
    [{ where: { title: { above: 'a' } } }, 'catalogs[0].selections[0].where.title.above is no condition of a STRING'],
    [{ where: { stock: { atLeast: '1' } } }, 'catalogs[0].selections[0].where.stock.atLeast should be a whole number'],
    [{ where: { stock: {} } }, 'catalogs[0].selections[0].where.stock should have one of is'],
    [{ same: ['tags'] }, 'catalogs[0].selections[0].same[0] should be a field with one value'],
    [{ sort: '-size' }, 'catalogs[0].selections[0].sort: the catalog has no field size'],
  ])('The selection with %j is refused with the path of its fault', async (change, fault) => {
    const fields = { stock: 'INT', title: 'STRING', tags: 'STRING[]' };
    const catalog = { name: 'faulty', key: 'sku', fields, selections: [{ name: 's', limit: 3, ...change }] };
    await expect(apply({ catalogs: [catalog] })).rejects.toThrow(fault);
  });

  it.each([
    [[{ sku: 'C3' }, { sku: 'C4', price: 'dear' }], { code: 2004, faults: [{ index: 1, field: 'price' }] }, 'index 1'],
    [[{ sku: 'C3' }, { title: 'no key' }], { code: 2020, faults: [{ index: 1, field: 'sku' }] }, 'index 1'],
    [[{ sku: 'C3', colour: 'red' }], { code: 2004, faults: [{ index: 0, field: 'colour' }] }, 'C3'],
    [[{ sku: 'C3', url: 'javascript:alert(1)' }], { code: 2004, faults: [{ index: 0, field: 'url' }] }, 'C3'],
    [[{ sku: 'C3', title: 'x'.repeat(4001) }], { code: 2004, faults: [{ index: 0, field: 'title' }] }, 'C3'],
    [Array.from({ length: 1001 }, (_none, n) => ({ sku: `n${n}` })), { code: 2004 }, '1000'],
  ])(
    'Items with a fault are refused with item and field, and nothing is stored: case %#',
    async (items, shape, word) => {
      const before = await count();
      const answer = await refusal('catalogs/products/items', items);
      expect(answer).toMatchObject({ status: 400, ...shape });
      expect(JSON.stringify(answer)).toContain(word);
      expect(await count()).toBe(before);
    },
  );

  it('Items are added, changed field by field, listed by key and removed, and their number is exact', async () => {
    expect(await store('products', [{ sku: 'Z1', title: 'One' }, { sku: 'Z2' }])).toEqual({
      added: 2,
      changed: 0,
      items: 4,
    });
    expect(await store('products', [{ sku: 'Z1', price: 3 }, { sku: 'Z2' }])).toEqual({
      added: 0,
      changed: 1,
      items: 4,
    });
    const list = async (query: string): Promise<unknown> =>
      (await sending.gateway.call(`/rest/3.0/catalogs/items?name=products&${query}`, { method: 'GET' })).json;
    expect(await list('prefix=Z&limit=1')).toMatchObject({
      list: [{ key: 'Z1', item: { sku: 'Z1', title: 'One', price: 3 } }],
      next: 'Z1',
    });
    expect(await list('prefix=Z&limit=1&after=Z1')).toMatchObject({ list: [{ key: 'Z2' }], next: null });
    expect(await list('key=nope')).toMatchObject({ code: 5016 });
    expect(await sending.post('catalogs/products/items/remove', { keys: ['Z1', 'Z2', 'nope'] })).toEqual({
      removed: 2,
      items: 2,
    });
    expect(await refusal('catalogs/nope/items', [{ sku: 'x' }])).toMatchObject({ status: 400, code: 5003 });
  });

  it('Items of the application file are stored once, and a key or type stays while there are items', async () => {
    const fields = { name: 'STRING', founded: 'INT' };
    const makers = { name: 'makers', key: 'id', fields, items: [{ id: 'z', name: 'Zed', founded: 1900 }] };
    const differences = async (): Promise<unknown> =>
      ((await apply({ catalogs: [makers] })) as { differences: { subject: string }[] }).differences.map(
        ({ subject }) => subject,
      );
    expect(await differences()).toEqual(['catalogs: makers', 'catalogs: makers: 1 items']);
    expect(await differences()).toEqual([]);
    await expect(apply({ catalogs: [{ ...makers, key: 'name', items: [] }] })).rejects.toThrow('its key stays id');
    const retyped = { ...makers, fields: { name: 'STRING', founded: 'DATE' }, items: [] };
    await expect(apply({ catalogs: [retyped] })).rejects.toThrow('the type of founded stays INT');
    await expect(apply({ catalogs: [{ ...makers, items: [{ id: 'y', founded: 'x' }] }] })).rejects.toThrow(
      "catalogs[0].items[0]: Field 'founded' of item 'y' should be a whole number",
    );
  });

  it('A field that returns with another type has the values that this type accepts, and the others are gone', async () => {
    const old = { year: 'STRING', sizes: 'STRING[]', link: 'STRING', note: 'STRING' };
    const makers = { name: 'returning', key: 'id', fields: old };
    await apply({ catalogs: [makers] });
    await store('returning', [
      { id: 'a', year: '1900', sizes: ['S'], link: 'https://shop.example/a', note: 'x' },
      { id: 'b', year: 'long ago', sizes: ['M'], link: 'none', note: 'y' },
      { id: 'c' },
    ]);
    await apply({ catalogs: [{ ...makers, fields: { note: 'STRING' } }] });
    const selections = [{ name: 'linked', where: { year: { isNot: 1 } }, sort: 'year', limit: 3 }];
    const fields = { year: 'INT', sizes: 'STRING', link: 'URL', note: 'STRING' };
    await apply({ catalogs: [{ ...makers, fields, selections }] });
    const { json } = await sending.gateway.call('/rest/3.0/catalogs/items?name=returning', { method: 'GET' });
    expect((json as { list: { item: object }[] }).list.map(({ item }) => item)).toEqual([
      { id: 'a', link: 'https://shop.example/a', note: 'x' },
      { id: 'b', note: 'y' },
      { id: 'c' },
    ]);
    await store('returning', [{ id: 'a', year: 5 }]);
    const { texts } = await send(push('{% for m in catalogs.returning.linked %}{{ m.id }}{{ m.year }} {% endfor %}'));
    expect(texts[1]).toBe('a5 b c ');
  });

  it('Another application sees and changes no item of this one', async () => {
    const { app } = sending.gateway;
    const rival = await app.get(ApplyService).apply({ app: 'rival', catalogs: CATALOGS }, { dryRun: false });
    const { secret } = await app.get(ApiKeyService).createKey(rival.app.id, { kind: 'rest', name: 'rival' });
    const call = async (path: string, body?: object): Promise<unknown> => {
      const options = body ? { body } : { method: 'GET' };
      return (await sending.gateway.call(`/rest/3.0/${path}`, { key: secret, ...options })).json;
    };
    expect(await call('catalogs/items?name=products')).toEqual({ list: [], next: null });
    await call('catalogs/products/items', [{ sku: 'A1', title: 'Rival' }]);
    await call('catalogs/products/items/remove', { keys: ['B2'] });
    expect((await send(push('{{ catalogs.products[cart[0]].title | default: "?" }}'))).texts).toEqual({
      1: 'Blue <shoes>',
      2: 'Hat',
      3: '?',
    });
  });
});
