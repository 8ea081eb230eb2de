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
    watches: [
      { kind: 'priceDrop', field: 'price' },
      { kind: 'backInStock', field: 'stock' },
    ],
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
    watches: [],
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

const CHANGES: Schemas['PanelItemChangeListDto'] = {
  items: [
    { ...changeOf(4, 'A-100'), old: 59.9, new: 49.9, state: 'RUNNING', people: 310 },
    { ...changeOf(3, 'A-101'), watch: 'backInStock', old: 0, new: 12, people: 100_000, isComplete: false },
    { ...changeOf(2, 'A-102'), old: 20, new: 18.5, people: 31 },
    { ...changeOf(1, 'A-103'), old: 9, new: 8, state: 'FAILED', error: 'UNKNOWN_EVENT' },
  ],
};

function changeOf(changeId: number, key: string): Schemas['PanelItemChangeDto'] {
  const at = hoursAgo(5 - changeId);
  return {
    changeId,
    watch: 'priceDrop',
    key,
    old: 1,
    new: 0,
    at,
    state: 'DONE',
    people: 0,
    isComplete: true,
    error: null,
  };
}

/** A catalog with a feed that fails, and one without. */
export function answerCatalogs(site: PanelSite): PanelSite {
  return site
    .on('GET /apps/shop/catalogs', { body: { items: CATALOGS } })
    .on('GET /apps/shop/catalogs/products/items', { body: ITEMS })
    .on('GET /apps/shop/catalogs/products/changes', { body: CHANGES })
    .on('GET /apps/shop/catalogs/stores/items', { body: { items: [], next: null } });
}
