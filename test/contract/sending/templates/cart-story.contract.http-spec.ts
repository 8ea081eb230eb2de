import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../../support/contract/sending.js';

/** Currency and language of a person, with the price of an item as the person reads it. */
const PEOPLE = [
  { n: 1, currency: 'EUR', language: 'de', price: 1234.5, read: /1\.234,50\s€/u },
  { n: 2, currency: 'TRY', language: 'tr', price: 1234.5, read: /₺1\.234,50/u },
  { n: 3, currency: 'JPY', language: 'ja', price: 1234.5, read: /[¥￥]1,23[45]/u },
] as const;
const CART = [
  '{% for sku in cart %}{% if catalogs.products[sku].stock == 0 %}{% abort_message %}{% endif %}',
  '<p>{{ catalogs.products[sku].title }}: {{ price | money: currency }}</p>{% endfor %}',
].join('');

let sending: Sending;
beforeAll(async () => {
  sending = await startSending();
  await sending.gateway.app.get(ApplyService).apply(
    {
      app: 'shop',
      attributes: [
        { code: 'cart', dataType: 'STRING', array: true },
        { code: 'currency', dataType: 'STRING' },
        { code: 'price', dataType: 'DOUBLE' },
      ],
      catalogs: [{ name: 'products', key: 'sku', fields: { title: 'STRING', stock: 'INT' } }],
    },
    { dryRun: false },
  );
  await sending.post(
    'registerUsers',
    PEOPLE.map(({ n, currency, language, price }) => ({
      extId: `shopper-${n}`,
      email: `shopper${n}@mail.example`,
      emailOptIn: true,
      profile: { cart: n === 1 ? ['A1', 'B2', 'C3'] : ['A1', 'B2'], currency, price, language },
      tags: ['all'],
    })),
  );
});
afterAll(() => sending.close());
beforeEach(async () => {
  await sending.simulators.clear();
  await sending.post('catalogs/products/items', [
    { sku: 'A1', title: 'Blue shoes', stock: 4 },
    { sku: 'B2', title: 'Hat & scarf', stock: 2 },
    { sku: 'C3', title: 'Gloves', stock: 1 },
  ]);
});

const MAIL = {
  title: 'Your cart',
  platforms: ['EMAIL'],
  text: CART,
  templates: 'liquid',
  transactional: true,
  languages: Object.fromEntries(PEOPLE.map(({ language }) => [language, { title: 'Your cart', text: CART }])),
};

async function send(): Promise<number> {
  const key = await sending.bulk({ message: MAIL, target: { tag: 'all' } });
  await sending.drain();
  return key;
}

describe('A mail about a cart', () => {
  it('Each person reads the items and prices in the own currency, as the language writes them', async () => {
    expect(await sending.ends(await send())).toEqual({ SUCCESS: PEOPLE.length });
    const mails = await sending.simulators.deliveries('provider=smtp');
    for (const { n, read } of PEOPLE) {
      const payloads = mails.filter(({ token }) => token.startsWith(`shopper${n}@`)).map(({ payload }) => payload);
      const [{ html }] = payloads as [{ html: string }];
      expect(html).toContain('Hat &amp; scarf: ');
      expect(html.match(new RegExp(read, 'gu'))?.length ?? html, html).toBe(n === 1 ? 3 : 2);
    }
  });

  it('A person with a sold-out item gets no mail, and explain names the abort', async () => {
    await sending.post('catalogs/products/items', [{ sku: 'C3', stock: 0 }]);
    const key = await send();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 2, 'SKIPPED ABORTED': 1 });
    const explained = await sending.post('targeting/explain', { notificationKey: key, extId: 'shopper-1' });
    expect(explained).toMatchObject({
      notification: {
        outlook: [{ platform: 'EMAIL', ready: 0, skipped: { ABORTED: 1 } }],
        results: [{ status: 'SKIPPED', reason: 'ABORTED' }],
      },
    });
    const dry = await sending.post('sendBulkNotification/dryRun', { message: MAIL, target: { tag: 'all' } });
    expect(dry).toMatchObject({
      blanks: { places: [{ kind: 'aborted', people: 1, isForAll: false }] },
    });
  });
});
