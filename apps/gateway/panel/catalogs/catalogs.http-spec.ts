import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ItemService } from '#libs/catalogs';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';

const CATALOG = {
  name: 'products',
  key: 'sku',
  fields: { title: 'STRING', price: 'DOUBLE' },
  selections: [{ name: 'same', same: ['title'], limit: 3 }],
  watch: { priceDrop: { field: 'price', events: ['AddToCartEvent'], attribute: 'productId' } },
  feed: { url: 'https://shop.example/items.json' },
};
let gateway: TestGateway;
let marketer: PanelMember;
let support: PanelMember;
beforeAll(async () => {
  gateway = await startGateway();
  const { appId, app } = gateway;
  await app.get(ApplyService).apply({ app: 'shop', catalogs: [CATALOG] }, { dryRun: false });
  const { app: other } = await app.get(ApplyService).apply({ app: 'other', catalogs: [CATALOG] }, { dryRun: false });
  const items = app.get(ItemService, { strict: false });
  await items.upsert(appId, 'products', [{ sku: 'A1', title: 'Shoes' }, { sku: 'A2' }, { sku: 'B1' }]);
  await items.upsert(other.id, 'products', [{ sku: 'OTHER' }]);
  [marketer, support] = await Promise.all([
    signIn(gateway, [{ role: 'marketer', appId }]),
    signIn(gateway, [{ role: 'support', appId }]),
  ]);
});
afterAll(() => gateway.close());

describe('Catalogs in the panel', () => {
  it('Writers of campaigns see catalogs with fields, selections, items and feed', async () => {
    expect((await marketer.get('/apps/shop/catalogs')).json).toEqual({
      items: [
        {
          name: 'products',
          key: 'sku',
          fields: { title: 'STRING', price: 'DOUBLE' },
          items: 3,
          selections: ['same[title]'],
          watches: [{ kind: 'priceDrop', field: 'price' }],
          changedAt: expect.any(String),
          feed: {
            url: 'https://shop.example/items.json',
            triedAt: null,
            succeededAt: null,
            dueAt: expect.any(String),
            error: null,
          },
        },
      ],
    });
    expect((await support.get('/apps/shop/catalogs')).status).toBe(403);
  });

  it('Items are found by the beginning of their key, page by page, and never those of another application', async () => {
    const first = await marketer.get('/apps/shop/catalogs/products/items?prefix=A&limit=1');
    expect(first.json).toMatchObject({ items: [{ key: 'A1', item: { sku: 'A1', title: 'Shoes' } }], next: 'A1' });
    const second = await marketer.get('/apps/shop/catalogs/products/items?prefix=A&limit=1&after=A1');
    expect(second.json).toMatchObject({ items: [{ key: 'A2' }], next: null });
    expect((await marketer.get('/apps/shop/catalogs/products/items?prefix=O')).json).toEqual({ items: [], next: null });
    expect((await marketer.get('/apps/shop/catalogs/nope/items')).status).toBe(404);
    expect((await marketer.get('/apps/shop/catalogs/products/items?limit=51')).status).toBe(400);
  });

  it('Changes of watched fields are shown with their people, and never those of another application', async () => {
    const items = gateway.app.get(ItemService, { strict: false });
    await items.upsert(gateway.appId, 'products', [{ sku: 'C1', price: 9 }]);
    await items.upsert(gateway.appId, 'products', [{ sku: 'C1', price: 7.5 }]);
    expect((await marketer.get('/apps/shop/catalogs/products/changes')).json).toEqual({
      items: [
        {
          changeId: expect.any(Number),
          watch: 'priceDrop',
          key: 'C1',
          old: 9,
          new: 7.5,
          at: expect.any(String),
          state: 'WAITING',
          people: 0,
          isComplete: true,
          error: null,
        },
      ],
    });
    expect((await marketer.get('/apps/shop/catalogs/nope/changes')).status).toBe(404);
    expect((await support.get('/apps/shop/catalogs/products/changes')).status).toBe(403);
  });
});
