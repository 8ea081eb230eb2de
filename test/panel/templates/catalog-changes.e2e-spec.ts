import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ItemEventService } from '#libs/events';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../support/contract/gateway.js';
import { enterPanel } from '../../support/panel/entering/enter-panel.js';
import { activate } from '../../support/panel/keyboard/keyboard.js';
import {
  findBarriers,
  findBrowsers,
  launchBrowser,
  seeText,
  textOf,
  type StoryBrowser,
} from '../../support/panel/panel-browser.js';

const EVENTS = [
  { code: 'Wished', attributes: [{ code: 'sku', dataType: 'STRING', privateInfo: true }] },
  { code: 'Liked', attributes: [{ code: 'item', dataType: 'STRING' }] },
  // Its key has to be private beside a private attribute.
  { code: 'BackInStock', attributes: [{ code: 'key', dataType: 'STRING', privateInfo: true }] },
];
const CATALOG = {
  name: 'products',
  key: 'sku',
  fields: { title: 'STRING', price: 'DOUBLE', stock: 'INT' },
  watch: {
    priceDrop: { field: 'price', events: ['Liked'], attribute: 'item' },
    backInStock: { field: 'stock', events: ['Wished'], attribute: 'sku' },
  },
};

describe.each(findBrowsers('changes of a catalog'))('Changes of a catalog in %s', (kind) => {
  let browser: StoryBrowser;
  let gateway: TestGateway;
  beforeAll(async () => {
    [browser, gateway] = await Promise.all([launchBrowser(kind), startGateway()]);
    await gateway.app.get(ApplyService).apply({ app: 'shop', events: EVENTS, catalogs: [CATALOG] }, { dryRun: false });
    const people = Array.from({ length: 3 }, (_none, n) => ({ extId: `p${n}` }));
    await post('registerUsers', people);
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), gateway?.close()]);
  });

  const post = async (operation: string, body: unknown): Promise<void> => {
    const answer = await gateway.call(`/rest/3.0/${operation}`, { body });
    expect(answer.status, answer.text).toBe(200);
  };
  const store = (item: object): Promise<void> => post('catalogs/products/items', [item]);
  /** Works on all changes, whatever pause a watch has. */
  const record = async (): Promise<void> => {
    for (let open = 1; open > 0;) {
      await gateway.fresh.db.affected('UPDATE catalogs.watch SET due_at = now()', []);
      await gateway.app.get(ItemEventService, { strict: false }).recordDue();
      open = await gateway.fresh.db.affected(
        'UPDATE catalogs.item_change AS c SET at = c.at WHERE c.done_at IS NULL',
        [],
      );
    }
  };
  /** Cells of the row of a change. */
  const rowOf = (page: Page, words: string): Promise<string[]> =>
    page.$$eval(
      'table tr',
      (rows, sought) => {
        const row = rows.find(({ textContent }) => textContent?.includes(sought));
        return [...(row?.querySelectorAll('td, th') ?? [])].map(({ textContent }) => textContent ?? '');
      },
      words,
    );

  it('A marketer finds the changes of a watched catalog, and how many people each reached', async () => {
    const page = await enterPanel(browser, gateway, { name: 'Ada', role: 'marketer' });
    await page.goto(`${gateway.base}/panel/apps/shop/templates?catalogs=all`);
    await activate(page, 'products');
    await seeText(page, 'No change yet');
    expect(await findBarriers(page)).toEqual([]);
    await store({ sku: 'A-1', title: 'Shoes', price: 59.9, stock: 0 });
    await post('fireEvents', [
      { extId: 'p0', name: 'Liked', item: 'A-1' },
      { extId: 'p1', name: 'Liked', item: 'A-1' },
      { extId: 'p2', name: 'Wished', sku: 'A-1' },
    ]);
    await store({ sku: 'A-1', price: 49.9, stock: 4 });
    await record();
    await page.reload();
    await seeText(page, 'Price drop · price 59.9 → 49.9');
    expect(await rowOf(page, 'Price drop')).toEqual(expect.arrayContaining(['A-1', '2', 'done']));
    expect(await findBarriers(page)).toEqual([]);
  });

  it('A member who sees no private values does not see how many people private values found', async () => {
    const page = await enterPanel(browser, gateway, { name: 'Bob', role: 'marketer' });
    await page.goto(`${gateway.base}/panel/apps/shop/templates?catalogs=products`);
    await seeText(page, 'Back in stock · stock 0 → 4');
    expect(await rowOf(page, 'Back in stock')).toEqual(expect.arrayContaining(['hidden', 'done']));
    const owner = await enterPanel(browser, gateway, { name: 'Eve', role: 'owner' });
    await owner.goto(`${gateway.base}/panel/apps/shop/templates?catalogs=products`);
    await seeText(owner, 'Back in stock · stock 0 → 4');
    expect(await rowOf(owner, 'Back in stock')).toEqual(expect.arrayContaining(['1', 'done']));
  });

  it('A change that makes no event names the reason', async () => {
    await gateway.app.get(ApplyService).apply(
      {
        app: 'shop',
        catalogs: [{ ...CATALOG, watch: { priceDrop: { field: 'price', events: ['Gone'], attribute: 'item' } } }],
      },
      { dryRun: false },
    );
    await store({ sku: 'A-1', price: 39.9 });
    await record();
    const page = await enterPanel(browser, gateway, { name: 'Cem', role: 'marketer' });
    await page.goto(`${gateway.base}/panel/apps/shop/templates?catalogs=products`);
    await seeText(page, 'An event of the watch is not defined.');
    expect(await textOf(page)).not.toContain('Back in stock');
    expect(await findBarriers(page)).toEqual([]);
  });
});
