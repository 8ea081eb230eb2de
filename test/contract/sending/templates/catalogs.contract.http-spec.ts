import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApiKeyService, ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../../support/contract/sending.js';

const TOKEN = (n: number) => `${n}`.padStart(64, 'c');
const CATALOGS = [
  { name: 'products', key: 'sku', fields: { title: 'STRING', price: 'DOUBLE', url: 'URL', brand: 'STRING' } },
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
    ['{{ catalogs[name].x }}', 'the name of a catalog follows catalogs'],
  ])('The fault of %j is refused with its place, in a campaign and in a definition', async (text, message) => {
    const refused = { status: 400, code: 2004 };
    const bulk = await refusal('sendBulkNotification', { message: push(text), target: { tag: 'all' } });
    expect(bulk).toMatchObject(refused);
    const defined = await refusal('createNotificationDefinition', push('x', { message: text, text: undefined }));
    expect(defined).toMatchObject(refused);
    expect(JSON.stringify(defined)).toContain(message);
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
