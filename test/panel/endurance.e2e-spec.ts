import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  findBrowser,
  launchBrowser,
  openPage,
  press,
  seeText,
  type StoryBrowser,
} from '../support/panel/panel-browser.js';
import { AUDIT_ROWS } from '../support/panel/audit-fixtures.js';
import { answerAll, RECIPIENTS, SPRING } from '../support/panel/panel-fixtures.js';
import { PanelSite } from '../support/panel/panel-site.js';

/** Between ten screens; the first rounds fill what the page keeps anyway. */
const WARM_UP = 40;
const NAVIGATIONS = 200;
const MOST_GROWTH = 10 * 1024 * 1024;
const LONG = 10_000;
const MOST_ROWS = 60;
const TURNS = 10;
/** The size of a page that a list asks for. */
const PAGE = 50;
/** The row of each list. */
const ROWS: Readonly<Record<string, (n: number) => object>> = {
  '/apps/shop/campaigns': (n) => ({ ...SPRING, key: String(LONG - n), name: `row ${n}.`, state: 'FINISHED' }),
  '/apps/shop/campaigns/1234/recipients': (n) => ({ ...RECIPIENTS[0], uid: String(n), extId: `row ${n}.` }),
  '/apps/shop/audit': (n) => ({ ...AUDIT_ROWS[0], number: LONG - n, subject: `row ${n}.` }),
};
const LISTS = [
  { place: '/apps/shop/campaigns', of: '/apps/shop/campaigns', after: 'Older' },
  { place: '/apps/shop/campaigns/1234/recipients', of: '/apps/shop/campaigns/1234/recipients', after: 'Next page' },
  { place: '/apps/shop/audit', of: '/apps/shop/audit', after: 'Older' },
] as const;
const SOON = { timeout: 60_000, interval: 100 };

/** Only Chromium reports the size of the heap. */
describe.skipIf(findBrowser('chrome') === undefined)('Panel in long use', () => {
  let browser: StoryBrowser;
  let site: PanelSite;
  let page: Page;
  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser('chrome'), PanelSite.open()]);
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), site?.close()]);
  });
  beforeEach(async () => {
    answerAll(site);
    page = await openPage(browser);
  });

  /** Ten navigations to ten screens. */
  async function goRound(): Promise<void> {
    await press(page, 'link', 'Campaigns');
    await seeText(page, 'November digest');
    await page.locator('a[href$="/campaigns/1234"]').click();
    await seeText(page, 'All recipients accounted for');
    await press(page, 'link', 'Recipients');
    await seeText(page, 'customer-101');
    await press(page, 'link', 'Users');
    await seeText(page, 'Newest people');
    await press(page, 'link', 'Provider accounts');
    await seeText(page, 'InvalidProviderToken');
    await press(page, 'link', 'API keys');
    await seeText(page, 'shop page');
    await press(page, 'link', 'Audit log');
    await seeText(page, 'campaign 1234');
    await press(page, 'link', 'Members');
    await seeText(page, 'Mira Holt');
    await press(page, 'link', 'Test inbox');
    await seeText(page, 'Spring is here');
    await press(page, 'link', 'Home');
    await seeText(page, 'Sending now');
  }

  async function heapOf(): Promise<number> {
    const session = await page.createCDPSession();
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    await session.detach();
    return usedSize;
  }

  it('The panel keeps no memory of screens that were left, and has one stream', async () => {
    await page.goto(`${site.origin}/panel/apps/shop`);
    await seeText(page, 'Sending now');
    for (let done = 0; done < WARM_UP; done += 10) {
      await goRound();
    }
    const before = await heapOf();
    for (let done = 0; done < NAVIGATIONS; done += 10) {
      await goRound();
    }
    expect((await heapOf()) - before).toBeLessThan(MOST_GROWTH);
    await vi.waitFor(() => expect(site.listeners).toBe(1), SOON);
  }, 240_000);

  it.each(LISTS)(
    'A list of 10,000 rows is shown page by page, with never more than sixty rows: $place',
    async ({ place, of, after }) => {
      const rows = ROWS[of] ?? (() => ({}));
      const limits = new Set<number>();
      site.on(`GET ${of}`, ({ search }) => {
        const limit = Number(search.get('limit') ?? 0);
        const from = Number(search.get('after') ?? 0);
        limits.add(limit);
        const items = Array.from({ length: limit }, (_, n) => rows(from + n));
        return { body: { items, next: from + limit < LONG ? String(from + limit) : null } };
      });
      await page.goto(`${site.origin}/panel${place}`);
      for (let from = 0; from < TURNS * PAGE; from += PAGE) {
        await seeText(page, `row ${from}.`);
        await seeText(page, `row ${from + PAGE - 1}.`);
        expect(await page.evaluate(`document.querySelectorAll('main tbody tr').length`)).toBeLessThanOrEqual(MOST_ROWS);
        await press(page, 'button', after);
      }
      await seeText(page, `row ${TURNS * PAGE}.`);
      await page.goto(`${site.origin}/panel${place}${place.includes('?') ? '&' : '?'}after=${LONG - PAGE}`);
      await seeText(page, `row ${LONG - 1}.`);
      expect([...limits]).toEqual([PAGE]);
      expect(await page.evaluate(`document.querySelectorAll('main tbody tr').length`)).toBeLessThanOrEqual(MOST_ROWS);
    },
  );
});
