import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { activate, typeAt } from '../../support/panel/keyboard/keyboard.js';
import { findBarriers, findBrowsers, seeText, textOf } from '../../support/panel/panel-browser.js';
import type { PanelSite } from '../../support/panel/panel-site.js';
import { useRecordedPanel } from '../../support/panel/recorded/recorded-panel.js';
import { CATEGORIES, REVIEW } from '../../support/panel/setup-fixtures.js';

const kinds = findBrowsers('live data in the set-up');
const SOON = { timeout: 20_000, interval: 50 };
const PLACE = '/apps/shop/setup/fetches';

describe.each(kinds)('Live data in the set-up in %s', (kind) => {
  const recorded = useRecordedPanel(kind);
  let site: PanelSite;
  let page: Page;

  beforeEach(() => {
    ({ site, page } = recorded());
    const stored = { ...CATEGORIES, section: 'fetches', entries: 0, text: 'fetches: []\n', value: [], base: 'base-7' };
    site.on(`GET ${PLACE}`, { body: stored });
  });

  it('A fetch is written in a form, and its headers leave the page in the request alone', async () => {
    const fetch = { name: 'stock', url: 'https://shop.example/stock', headers: { Authorization: 'Bearer s3cret: x' } };
    site.on(`POST ${PLACE}/review`, {
      body: {
        ...REVIEW,
        differences: [{ change: 'add', subject: 'fetches: stock', from: null, to: null }],
        lines: [],
        value: [fetch],
        earlier: [],
        text: 'fetches: []\n',
        base: 'base-7',
      },
    });
    await page.goto(`${site.origin}/panel${PLACE}`);
    await seeText(page, 'No live data yet.');
    await activate(page, 'Add a fetch');
    await typeAt(page, 'Name', 'stock');
    await typeAt(page, 'Address (URL)', 'https://shop.example/stock');
    await typeAt(page, 'Headers (secret)', 'Authorization: Bearer s3cret: x');
    expect(await findBarriers(page)).toEqual([]);
    await activate(page, 'Review');
    await vi.waitFor(() => expect(site.requestsOf(`POST ${PLACE}/review`)).toHaveLength(1), SOON);
    const [text] = site.requestsOf(`POST ${PLACE}/review`).map(({ body }) => (body as { text: string }).text);
    expect(JSON.parse(text ?? '')).toEqual({ fetches: [fetch] });
    await seeText(page, 'New fetch: stock');
    expect(await textOf(page)).not.toContain('s3cret');
  });
});
