import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CALENDAR, timeIn } from '../support/panel/campaigns/calendar-fixtures.js';
import { activate } from '../support/panel/keyboard/keyboard.js';
import { findBarriers, findBrowsers, press, seeText, textOf } from '../support/panel/panel-browser.js';
import { ME } from '../support/panel/panel-fixtures.js';
import type { PanelSite } from '../support/panel/panel-site.js';
import { useRecordedPanel } from '../support/panel/recorded/recorded-panel.js';

const kinds = findBrowsers('the calendar of campaigns');
const SOON = { timeout: 20_000, interval: 50 };
const today = timeIn(0).slice(0, 10);
const tomorrow = timeIn(1).slice(0, 10);

describe.each(kinds)('Calendar of campaigns in %s', (kind) => {
  const recorded = useRecordedPanel(kind);
  let site: PanelSite;
  let page: Page;
  beforeEach(() => {
    ({ site, page } = recorded());
    site.on('GET /apps/shop/campaigns', ({ search }) => ({
      body: {
        items: CALENDAR.filter(({ state }) => !search.has('state') || state === search.get('state')),
        next: null,
      },
    }));
  });
  const go = (path = '') => page.goto(`${site.origin}/panel/apps/shop/campaigns/calendar${path}`);
  /** Day of the cell that has the focus, or that holds what has it. */
  const dayInFocus = () => page.evaluate("document.activeElement.closest('[data-day]')?.dataset.day");

  /** Presses Tab until a day has the focus. */
  const tabToDay = async (): Promise<void> => {
    for (let stops = 0; stops < 60 && !(await page.evaluate("'day' in document.activeElement.dataset")); stops += 1) {
      await page.keyboard.press('Tab');
    }
  };

  it('A member walks through the calendar by the keyboard, from the list to a campaign', async () => {
    await page.goto(`${site.origin}/panel/apps/shop/campaigns`);
    await seeText(page, 'Tomorrow');
    await press(page, 'link', 'Calendar');
    await seeText(page, 'Weekend in İzmir');
    expect(await textOf(page), 'four fit').not.toContain('Late birds');
    expect(await findBarriers(page)).toEqual([]);
    await tabToDay();
    expect(await dayInFocus()).toBe(today);
    await page.keyboard.press('ArrowRight');
    await vi.waitFor(async () => expect(await dayInFocus()).toBe(tomorrow), SOON);
    expect(await page.evaluate('location.search')).toBe(`?day=${tomorrow}`);
    await page.keyboard.press('ArrowLeft');
    await vi.waitFor(async () => expect(await dayInFocus()).toBe(today), SOON);
    await page.keyboard.press('PageDown');
    await vi.waitFor(async () => expect(await dayInFocus()).not.toBe(today), SOON);
    await page.keyboard.press('PageUp');
    await activate(page, '1 more');
    await seeText(page, 'Late birds');
    expect(await page.evaluate('location.search')).toBe(`?view=week&day=${today}`);
    expect(await findBarriers(page)).toEqual([]);
    await page.locator('a[href$="/campaigns/1304"]').click();
    await vi.waitFor(async () => expect(await page.evaluate('location.pathname')).toContain('/campaigns/1304'), SOON);
  });

  it('The calendar puts each campaign on the day and hour of the member', async () => {
    site.on('GET /me', { body: { ...ME, member: { ...ME.member, timeZone: 'Pacific/Kiritimati' } } });
    await go(`?view=week&day=${tomorrow}`);
    await seeText(page, 'Pacific/Kiritimati');
    await seeText(page, 'Weekend in İzmir');
    const cell = `document.querySelector('[data-day="${tomorrow}"]').innerText`;
    await vi.waitFor(async () => expect(String(await page.evaluate(cell))).toMatch(/00:30\s+Weekend/), SOON);
  });
});
