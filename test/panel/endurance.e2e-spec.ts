import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { findBrowser, launchBrowser, openPage, press, seeText } from '../support/panel/panel-browser.js';
import { answerAll } from '../support/panel/panel-fixtures.js';
import { PanelSite } from '../support/panel/panel-site.js';

/** Between screens of the rail, and back; the first of them fill what the page keeps anyway. */
const WARM_UP = 40;
const NAVIGATIONS = 200;
const MOST_GROWTH = 10 * 1024 * 1024;
const SOON = { timeout: 60_000, interval: 100 };

/** Only Chromium tells how large the heap is. */
describe.skipIf(findBrowser('chrome') === undefined)('the panel, used for a long time', () => {
  let browser: Browser;
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

  /** Home, campaigns, a campaign, users: four navigations. */
  async function goRound(): Promise<void> {
    await press(page, 'link', 'Campaigns');
    await seeText(page, 'November digest');
    await page.locator('a[href$="/campaigns/1234"]').click();
    await seeText(page, 'Adds up');
    await press(page, 'link', 'Users');
    await seeText(page, 'Find a person to see everything');
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

  it('keeps no memory of screens that were left, and one stream', async () => {
    await page.goto(`${site.origin}/panel/apps/shop`);
    await seeText(page, 'Sending now');
    for (let done = 0; done < WARM_UP; done += 4) {
      await goRound();
    }
    const before = await heapOf();
    for (let done = 0; done < NAVIGATIONS; done += 4) {
      await goRound();
    }
    expect((await heapOf()) - before).toBeLessThan(MOST_GROWTH);
    await vi.waitFor(() => expect(site.listeners).toBe(1), SOON);
  });
});
