import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { tabTo } from '../../support/panel/keyboard/keyboard.js';
import { findBarriers, findBrowsers, press, seeText, textOf } from '../../support/panel/panel-browser.js';
import type { PanelSite } from '../../support/panel/panel-site.js';
import { useRecordedPanel } from '../../support/panel/recorded/recorded-panel.js';

const kinds = findBrowsers('reports');
const FILE = 'GET /apps/shop/reports.csv';
const SAVE = 'Save as CSV';
const SOON = { timeout: 20_000, interval: 50 };

describe.each(kinds)('Reports in %s', (kind) => {
  const recorded = useRecordedPanel(kind);
  let site: PanelSite;
  let page: Page;
  beforeEach(() => {
    ({ site, page } = recorded());
  });
  const search = async () => new URLSearchParams((await page.evaluate('location.search')) as string);
  /** The query of the file. */
  const saved = async () => {
    site.on(FILE, { page: 'day,planned\r\n2026-02-01,1\r\ntotal,1\r\n' });
    await press(page, 'button', SAVE);
    await seeText(page, 'Saved: 2 lines.');
    return Object.fromEntries(site.requestsOf(FILE).at(-1)?.search ?? []);
  };

  it('Reports are grouped by the keyboard, show every rate and its base, and are saved as they are shown', async () => {
    await page.goto(`${site.origin}/panel/apps/shop`);
    await press(page, 'link', 'Reports');
    await seeText(page, 'Each campaign counts on the day it was launched, in UTC');
    await seeText(page, 'a person with two of them counts twice');
    expect(await textOf(page)).toContain('Opens are an estimate');
    expect(await page.$$('tbody tr')).not.toHaveLength(0);
    await tabTo(page, 'Day');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await seeText(page, 'Without a label');
    expect((await search()).get('by')).toBe('label');
    expect(await textOf(page)).toMatch(/% of [\d,]+/);
    const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
    expect(await saved()).toEqual({ from: day, to: day, zone: 'UTC', by: 'label' });
    expect(await findBarriers(page)).toEqual([]);
    await page.goto(`${site.origin}/panel/apps/shop/reports?by=platform`);
    await seeText(page, 'No result yet, or platform not known');
  });

  it('Reports have the days of the address, and keep a range that no report has in the fields', async () => {
    const path = '/panel/apps/shop/reports?from=2026-02-01&to=2026-02-10&by=campaign';
    await page.goto(site.origin + path);
    await seeText(page, 'November digest');
    expect(await saved()).toMatchObject({ from: '2026-02-01', to: '2026-02-10' });
    await page.evaluate(`(() => {
      const input = document.querySelector('input[type=date]');
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, '2025-02-01');
      input.dispatchEvent(new Event('input', { bubbles: true }));
    })()`);
    await seeText(page, 'At most 92 days.');
    expect((await search()).get('from'), 'nothing is asked').toBe('2026-02-01');
    await press(page, 'radio', '7 days');
    await vi.waitFor(async () => expect((await search()).get('from')).not.toBe('2026-02-01'), SOON);
    expect(await textOf(page)).not.toContain('At most 92 days.');
    expect(await findBarriers(page)).toEqual([]);
  });
});
