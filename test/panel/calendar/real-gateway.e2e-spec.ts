import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { enterPanel } from '../../support/panel/entering/enter-panel.js';
import { activate, choose, tabTo, typeAt } from '../../support/panel/keyboard/keyboard.js';
import {
  findBarriers,
  findBrowsers,
  launchBrowser,
  press,
  seeText,
  textOf,
  type StoryBrowser,
} from '../../support/panel/panel-browser.js';

const kinds = findBrowsers('the calendar on a real gateway');
const SOON = { timeout: 20_000, interval: 50 };

describe.each(kinds)('Calendar on a real gateway in %s', (kind) => {
  let browser: StoryBrowser;
  let sending: Sending;
  let page: Page;
  let owls: number;
  beforeAll(async () => {
    [browser, sending] = await Promise.all([launchBrowser(kind), startSending()]);
    await sending.post(
      'registerUsers',
      ['ada', 'bora', 'cem'].map((extId, n) => ({ extId, platform: 'IOS', deviceToken: String(n).padStart(64, 'a') })),
    );
    await sending.post('tagUsers', { tag: 'night', extIds: ['ada', 'bora'] });
    owls = await schedule('Night owls', { tag: 'night' }, '2030-05-15T09:30:00');
    await schedule('Everybody', { sendToAll: true }, '2030-05-15T12:00:00');
    page = await enterPanel(browser, sending.gateway, { name: 'Ida', role: 'admin' });
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), sending?.close()]);
  });

  const schedule = (title: string, target: object, startTime: string): Promise<number> =>
    sending.bulk({
      message: { title, text: 'Hello', platforms: ['IOS'], labels: title === 'Everybody' ? 'all' : 'news' },
      target,
      schedule: { startTime },
    });
  const dueAt = async (): Promise<string | undefined> =>
    (
      await sending.gateway.fresh.db.row<{ due: Date }>(
        'SELECT d.due_at AS due FROM delivery.dispatch AS d WHERE d.app_id = $1 AND d.notification_key = $2',
        [sending.gateway.appId, owls],
      )
    )?.due.toISOString();

  it('A member moves a campaign by the keyboard, and sees how many users two campaigns of a day share', async () => {
    await page.goto(`${sending.gateway.base}/panel/apps/shop/campaigns/calendar?view=week&day=2030-05-15`);
    await seeText(page, 'Night owls');
    await activate(page, 'Actions for Night owls');
    await press(page, 'menuitem', 'Compare its audience');
    await activate(page, 'Actions for Everybody');
    await press(page, 'menuitem', 'Compare with Night owls');
    await vi.waitFor(async () => expect(await textOf(page)).toMatch(/Both of them\s+2\b/), SOON);
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await activate(page, 'Actions for Night owls');
    await page.waitForSelector('[role="menuitem"]');
    await page.keyboard.press('Enter');
    await seeText(page, 'New day and time');
    await tabTo(page, 'New day and time');
    await page.keyboard.type('05172030');
    await seeText(page, 'New start:');
    await press(page, 'button', 'Move');
    await seeText(page, 'Moved to');
    await vi.waitFor(async () => expect(await dueAt()).toBe('2030-05-17T09:30:00.000Z'), SOON);
    await page.reload();
    const cell = `document.querySelector('[data-day="2030-05-17"]')?.innerText ?? ''`;
    await vi.waitFor(async () => expect(String(await page.evaluate(cell))).toContain('Night owls'), SOON);
  });

  it('A member finds saved filters again, also under another name, until they are removed', async () => {
    await page.goto(`${sending.gateway.base}/panel/apps/shop/campaigns`);
    await seeText(page, 'Night owls');
    await choose(page, 'Label', 'news');
    await vi.waitFor(async () => expect(await textOf(page)).not.toContain('Everybody'), SOON);
    await activate(page, 'Saved views');
    await press(page, 'menuitem', 'Save these filters');
    await typeAt(page, 'Name of the view', 'Letters');
    await page.keyboard.press('Enter');
    await seeText(page, 'Saved as “Letters”');
    await activate(page, 'Saved views');
    await press(page, 'menuitem', 'Rename “Letters”');
    await tabTo(page, 'Name of the view');
    await page.evaluate('document.activeElement.select()');
    await page.keyboard.type('Spring letters');
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await seeText(page, 'Saved as “Spring letters”');
    await page.goto(`${sending.gateway.base}/panel/apps/shop/campaigns`);
    await seeText(page, 'Everybody');
    await activate(page, 'Saved views');
    await press(page, 'menuitem', 'Spring letters');
    await vi.waitFor(async () => expect(await textOf(page)).not.toContain('Everybody'), SOON);
    expect(await page.evaluate('location.search')).toBe('?label=news');
    await activate(page, 'Saved views');
    await press(page, 'menuitem', 'Remove “Spring letters”');
    await seeText(page, 'The view is removed');
  });
});
