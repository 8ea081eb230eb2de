import type { Page } from 'puppeteer-core';
import { describe, expect, it, vi } from 'vitest';
import { activate } from '../../support/panel/keyboard/keyboard.js';
import { findBarriers, findBrowsers, seeText } from '../../support/panel/panel-browser.js';
import { ME } from '../../support/panel/panel-fixtures.js';
import { useRecordedPanel } from '../../support/panel/recorded/recorded-panel.js';

const SOON = { timeout: 20_000, interval: 50 };

describe.each(findBrowsers('finding places'))('Finder in %s', (kind) => {
  const recorded = useRecordedPanel(kind);

  async function find(page: Page, text: string): Promise<void> {
    await page.keyboard.down('Control');
    await page.keyboard.press('k');
    await page.keyboard.up('Control');
    // Keys that come before the field has the focus would reach the page behind the dialog.
    await page.waitForFunction(`document.activeElement?.matches('[role=dialog] input') === true`);
    await page.keyboard.type(text);
  }

  const optionsOf = (page: Page): Promise<(string | null)[]> =>
    page.$$eval('[role=dialog] [role=menuitem]', (items) =>
      items.map((item) => (item as unknown as { textContent: string | null }).textContent),
    );

  it.each([
    ['calen', 'Calendar', '/panel/apps/shop/campaigns/calendar'],
    ['set-u', 'Set-up', '/panel/apps/shop/setup'],
    ['memb', 'members', '/panel/apps/shop/audience/segments?segment=3'],
  ])('The text %s finds the place %s by the keyboard', async (typed, name, place) => {
    const { site, page } = recorded();
    await page.goto(`${site.origin}/panel/apps/shop`);
    await seeText(page, 'Sending now');
    await find(page, typed);
    await vi.waitFor(async () => expect(await optionsOf(page)).toContain(name), SOON);
    // The list names its first line a moment after the line is there.
    await page.waitForFunction(
      `[...document.querySelectorAll('[aria-activedescendant]')].every((field) => document.getElementById(field.getAttribute('aria-activedescendant')))`,
    );
    expect(await findBarriers(page)).toEqual([]);
    const focused = (): Promise<unknown> =>
      page.evaluate(`document.querySelector('[role=menuitem][data-focused]')?.textContent ?? ''`);
    while ((await focused()) !== name) {
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Enter');
    await vi.waitFor(async () => expect(await page.evaluate('location.pathname + location.search')).toBe(place), SOON);
  });

  it('Enter right after the last key goes to the place that is typed, not to one of an earlier text', async () => {
    const { site, page } = recorded();
    await page.goto(`${site.origin}/panel/apps/shop`);
    await seeText(page, 'Sending now');
    await find(page, 'calen');
    await page.keyboard.press('Enter');
    const place = '/panel/apps/shop/campaigns/calendar';
    await vi.waitFor(async () => expect(await page.evaluate('location.pathname')).toBe(place), SOON);
  });

  it('A question mark lists the keys of the keyboard, but not while it is typed in the finder', async () => {
    const { site, page } = recorded();
    const nothing = { body: { items: [], next: null } };
    site.on('GET /apps/shop/campaigns', nothing).on('POST /apps/shop/users/search', nothing);
    await page.goto(`${site.origin}/panel/apps/shop`);
    await seeText(page, 'Sending now');
    await page.keyboard.type('?');
    await page.locator('::-p-aria([name="Keyboard shortcuts"][role="dialog"])').wait();
    await seeText(page, 'This list');
    expect(await findBarriers(page)).toEqual([]);
    await activate(page, 'Close');
    await vi.waitFor(async () => expect(await page.$('[role=dialog]')).toBeNull(), SOON);
    await find(page, '?');
    await seeText(page, 'No match for this name or id.');
    expect(await page.$$('[role=dialog]')).toHaveLength(1);
  });

  it('The navigation has the templates without the permission templates.write, and the media only with it', async () => {
    const { site, page } = recorded();
    const apps = ME.apps.map((app) => ({
      ...app,
      permissions: app.permissions.filter((permission) => permission !== 'templates.write'),
    }));
    site.on('GET /me', { body: { ...ME, apps } });
    await page.goto(`${site.origin}/panel/apps/shop/templates`);
    await seeText(page, 'Newsletter');
    const places = await page.$$eval('nav a', (links) => links.map(({ textContent }) => textContent));
    expect(places).toContain('Templates');
    expect(places).not.toContain('Media');
  });
});
