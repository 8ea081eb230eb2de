import type { components } from '../../../../openapi/panel.d.ts';
import type { PanelSite } from '../panel-site.js';

type Schemas = components['schemas'];

const HOUR_MS = 3_600_000;
const hoursAgo = (count: number): string => new Date(Date.now() - count * HOUR_MS).toISOString();

const CATALOGS: Schemas['PanelCatalogDto'][] = [
  {
    name: 'products',
    key: 'sku',
    fields: { title: 'STRING', price: 'DOUBLE', sizes: 'STRING[]' },
    items: 125_000,
    selections: ['cheapest', 'similar[category]'],
    changedAt: hoursAgo(3),
    feed: {
      url: 'https://shop.example/products.json',
      triedAt: hoursAgo(1),
      succeededAt: hoursAgo(3),
      dueAt: hoursAgo(-1),
      error: 'HTTP_503',
    },
  },
  {
    name: 'stores',
    key: 'id',
    fields: { city: 'STRING' },
    items: 12,
    selections: [],
    changedAt: hoursAgo(50),
    feed: null,
  },
];

const ITEMS: Schemas['PanelItemListDto'] = {
  items: [
    {
      key: 'A-100',
      item: { sku: 'A-100', title: 'Blue shoes', price: 59.9, sizes: ['S', 'M'] },
      changedAt: hoursAgo(3),
    },
    { key: 'A-101', item: { sku: 'A-101', title: 'A hat with a long name that nobody wears' }, changedAt: hoursAgo(9) },
  ],
  next: 'A-101',
};

/** A catalog with a feed that fails, and one without. */
export function answerCatalogs(site: PanelSite): PanelSite {
  return site
    .on('GET /apps/shop/catalogs', { body: { items: CATALOGS } })
    .on('GET /apps/shop/catalogs/products/items', { body: ITEMS })
    .on('GET /apps/shop/catalogs/stores/items', { body: { items: [], next: null } });
}
