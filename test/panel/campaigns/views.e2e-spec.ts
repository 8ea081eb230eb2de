import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { activate, choose, typeAt } from '../../support/panel/keyboard/keyboard.js';
import { findBarriers, findBrowsers, press, seeText } from '../../support/panel/panel-browser.js';
import type { PanelSite } from '../../support/panel/panel-site.js';
import { useRecordedPanel } from '../../support/panel/recorded/recorded-panel.js';

const kinds = findBrowsers('saved views of campaigns');
const SOON = { timeout: 20_000, interval: 50 };

describe.each(kinds)('Saved views of campaigns in %s', (kind) => {
  const recorded = useRecordedPanel(kind);
  let site: PanelSite;
  let page: Page;
  let views: { id: string; name: string; filters: object }[];
  beforeEach(async () => {
    ({ site, page } = recorded());
    views = [];
    site
      .on('GET /apps/shop/views', () => ({ body: { items: views } }))
      .on('POST /apps/shop/views', ({ body }) => {
        const { name, filters } = body as { name: string; filters: object };
        views = [{ id: '7', name, filters }];
        return { body: views[0] };
      })
      .on('POST /apps/shop/views/7', ({ body }) => {
        views = views.map((view) => ({ ...view, ...(body as object) }));
        return { body: views[0] };
      })
      .on('POST /apps/shop/views/7/remove', () => {
        views = [];
        return { status: 204 };
      });
    await page.goto(`${site.origin}/panel/apps/shop/campaigns`);
    await seeText(page, 'November digest');
  });

  it('A member saves a view with a label, renames it and removes it, by the keyboard', async () => {
    await choose(page, 'Label', 'news');
    await vi.waitFor(async () => expect(await page.evaluate('location.search')).toBe('?label=news'), SOON);
    await vi.waitFor(
      () => expect(site.requestsOf('GET /apps/shop/campaigns').at(-1)?.search.get('label')).toBe('news'),
      SOON,
    );
    await activate(page, 'Saved views');
    await press(page, 'menuitem', 'Save these filters');
    await typeAt(page, 'Name of the view', 'Letters');
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await seeText(page, 'Saved as “Letters”');
    expect(views).toEqual([{ id: '7', name: 'Letters', filters: { label: 'news' } }]);
    await activate(page, 'Saved views');
    await press(page, 'menuitem', 'Rename “Letters”');
    await typeAt(page, 'Name of the view', ' of spring');
    await page.keyboard.press('Enter');
    await seeText(page, 'Saved as “');
    await page.goto(`${site.origin}/panel/apps/shop/campaigns`);
    await activate(page, 'Saved views');
    await press(page, 'menuitem', views[0]?.name ?? '');
    await vi.waitFor(async () => expect(await page.evaluate('location.search')).toBe('?label=news'), SOON);
    await activate(page, 'Saved views');
    await press(page, 'menuitem', `Remove “${views[0]?.name}”`);
    await seeText(page, 'The view is removed');
    expect(views).toEqual([]);
    expect(await findBarriers(page)).toEqual([]);
  });
});
