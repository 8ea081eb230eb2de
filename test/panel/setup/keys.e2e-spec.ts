import type { Browser, Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  closePage,
  findBarriers,
  findBrowsers,
  launchBrowser,
  openPage,
  press,
  seeText,
  tabTo,
} from '../../support/panel/panel-browser.js';
import { NEW_SECRET } from '../../support/panel/key-fixtures.js';
import { answerAll } from '../../support/panel/panel-fixtures.js';
import { PanelSite } from '../../support/panel/panel-site.js';

const kinds = findBrowsers('the keys of the panel');
const SOON = { timeout: 20_000, interval: 50 };

describe.each(kinds)('who looks after keys in %s', (kind) => {
  let browser: Browser;
  let site: PanelSite;
  let page: Page;
  const sent = (start: string) => site.requests.filter(({ method, path }) => `${method} ${path}` === start);

  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(kind), PanelSite.open()]);
  }, 120_000);
  afterAll(async () => {
    await Promise.all([browser?.close(), site?.close()]);
  });
  beforeEach(async () => {
    answerAll(site);
    page = await openPage(browser);
    await page.goto(`${site.origin}/panel/apps/shop/keys`);
    await seeText(page, 'shop page');
  });
  afterEach(async () => {
    await closePage(page);
    site.reset();
    expect(site.violations).toEqual([]);
  });

  it('makes one by the keyboard, and sees its secret once', async () => {
    await tabTo(page, 'Make a key');
    await page.keyboard.press('Enter');
    await seeText(page, 'Only these parts');
    expect(await findBarriers(page)).toEqual([]);
    await tabTo(page, 'Name');
    await page.keyboard.type('crm');
    await tabTo(page, 'Only these parts');
    await page.keyboard.type('users, events');
    await page.keyboard.press('Enter');
    await seeText(page, NEW_SECRET.secret);
    expect(await findBarriers(page)).toEqual([]);
    expect(sent('POST /apps/shop/keys')[0]?.body).toEqual({ kind: 'rest', name: 'crm', scopes: ['users', 'events'] });
    await tabTo(page, 'Done');
    await page.keyboard.press('Enter');
    await vi.waitFor(async () => expect(await page.content()).not.toContain(NEW_SECRET.secret), SOON);
  });

  it('gives one a new secret, and ends another after a question', async () => {
    site.on('POST /apps/shop/keys/1/rotate', { body: NEW_SECRET });
    site.on('POST /apps/shop/keys/2/revoke', { status: 204 });
    await press(page, 'button', 'New secret for backend');
    await seeText(page, 'Both secrets are valid for 24 hours');
    await press(page, 'button', 'New secret');
    await seeText(page, NEW_SECRET.secret);
    expect(sent('POST /apps/shop/keys/1/rotate')[0]?.body).toEqual({ overlapHours: 24 });
    await press(page, 'button', 'Done');
    await vi.waitFor(async () => expect(await page.$('[role=dialog]')).toBeNull(), SOON);
    await press(page, 'button', 'End the key reports');
    await seeText(page, 'This cannot be undone');
    await press(page, 'button', 'End');
    await seeText(page, 'The key has ended');
    expect(sent('POST /apps/shop/keys/2/revoke')).toHaveLength(1);
  });
});
