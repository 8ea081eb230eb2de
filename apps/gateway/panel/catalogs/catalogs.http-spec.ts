import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ItemService } from '#libs/catalogs';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';

const CATALOG = {
  name: 'products',
  key: 'sku',
  fields: { title: 'STRING' },
  selections: [{ name: 'same', same: ['title'], limit: 3 }],
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
          fields: { title: 'STRING' },
          items: 3,
          selections: ['same[title]'],
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
});
