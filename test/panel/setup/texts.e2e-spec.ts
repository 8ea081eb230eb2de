import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { activate, choose, retypeAt, typeAt } from '../../support/panel/keyboard/keyboard.js';
import { findBarriers, findBrowsers, press, seeText } from '../../support/panel/panel-browser.js';
import type { PanelSite } from '../../support/panel/panel-site.js';
import { useRecordedPanel } from '../../support/panel/recorded/recorded-panel.js';

const kinds = findBrowsers('texts of definitions in the set-up');
const SOON = { timeout: 20_000, interval: 50 };
const TEMPLATES = 12;

const use = (index: number, isNewest: boolean) => ({
  notificationKey: 1000 + index,
  name: `letter ${index}`,
  title: 'Letter',
  version: isNewest ? 2 : 1,
  isNewest,
  texts: isNewest ? [] : [{ field: 'text', before: 'Hi. Old shop', after: 'Hi. New shop' }],
});
const usesOf = (isNewest: boolean) => ({
  newest: 2,
  uses: Array.from({ length: TEMPLATES }, (_, index) => use(index, isNewest)),
});
const blocksOf = (outdated: number) => ({ items: [{ name: 'footer', version: 2, uses: TEMPLATES, outdated }] });

describe.each(kinds)('Texts of definitions in %s', (kind) => {
  const recorded = useRecordedPanel(kind);
  let site: PanelSite;
  let page: Page;

  beforeEach(() => {
    ({ site, page } = recorded());
  });

  it('A block changed in twelve templates is read before and after, and brought to all of them', async () => {
    site
      .on('GET /apps/shop/blocks', { body: blocksOf(TEMPLATES) })
      .on('GET /apps/shop/blocks/footer', { body: usesOf(false) });
    await page.goto(`${site.origin}/panel/apps/shop/setup`);
    await press(page, 'link', 'Blocks in use');
    await seeText(page, 'Version 2, in 12 templates.');
    await page.click('summary');
    await seeText(page, 'Hi. Old shop');
    await seeText(page, 'Hi. New shop');
    expect(await findBarriers(page)).toEqual([]);
    site
      .on('POST /apps/shop/blocks/footer/renew', { body: { renewed: TEMPLATES } })
      .on('GET /apps/shop/blocks', { body: blocksOf(0) })
      .on('GET /apps/shop/blocks/footer', { body: usesOf(true) });
    await activate(page, 'Use the newest version in all 12 templates');
    await seeText(page, '12 templates have the newest version.');
    expect(site.requestsOf('POST /apps/shop/blocks/footer/renew').map(({ body }) => body)).toEqual([
      { notificationKeys: Array.from({ length: TEMPLATES }, (_, index) => 1000 + index) },
    ]);
    await seeText(page, 'Newest version');
  });

  it('Texts are translated beside their sources, and states of a language are in sight for drafts, journeys and definitions', async () => {
    const progress = [{ language: 'de', missing: 0, translated: 1, changed: 1 }];
    const definition = { notificationKey: 1000, name: 'letter', title: 'Letter', languages: progress };
    const units = [
      { id: 'title', kind: 'text', source: 'Letter', translation: 'Brief', state: 'translated' },
      { id: 'text', kind: 'text', source: 'Hello you', translation: 'Hallo', state: 'changed' },
    ];
    const draftUnits = [{ id: '0.block.1.alt', kind: 'text', source: 'Shoes', translation: null, state: 'missing' }];
    const misfit = {
      path: 'units.0.block.1.alt',
      code: 'malformed',
      text: 'English',
      reason: { code: 'translation_lacks', values: ['name'] },
    };
    site
      .on('GET /apps/shop/translations', { body: { items: [definition] } })
      .on('GET /apps/shop/draft-translations', { body: { items: [{ draftId: 12, name: 'Spring', languages: [] }] } })
      .on('GET /apps/shop/draft-translations/12', { body: { languages: [], units: draftUnits, xliff: '<xliff/>' } })
      .on('POST /apps/shop/draft-translations/12', { status: 400, body: { requestId: 'r', problems: [misfit] } })
      .on('GET /apps/shop/series-translations', {
        body: { items: [{ notificationKey: 77, title: 'Weekly offers', languages: progress }] },
      })
      .on('GET /apps/shop/journey-translations', { body: { items: [{ name: 'cart', languages: progress }] } })
      .on('GET /apps/shop/translations/1000', { body: { languages: progress, units, xliff: '<xliff/>' } })
      .on('POST /apps/shop/translations/1000', { status: 204 });
    await page.goto(`${site.origin}/panel/apps/shop/setup/translations`);
    await seeText(page, '1 source changed since');
    await seeText(page, 'cart');
    await seeText(page, 'Weekly offers');
    await activate(page, 'Translate Spring');
    await choose(page, 'Choose a language', 'German');
    await typeAt(page, 'Block 2, description of the picture, translated', 'Schuhe');
    await activate(page, 'Store');
    await seeText(page, 'Block 2, description of the picture: the value name is missing.');
    expect(await findBarriers(page)).toEqual([]);
    await page.reload();
    await seeText(page, 'letter');
    await activate(page, 'Translate letter');
    await seeText(page, 'The main text has changed since this was translated.');
    expect(await findBarriers(page)).toEqual([]);
    await retypeAt(page, 'Text, translated', 'Hallo du');
    await activate(page, 'Store');
    await vi.waitFor(
      () =>
        expect(site.requestsOf('POST /apps/shop/translations/1000').map(({ body }) => body)).toEqual([
          { language: 'de', units: [{ id: 'text', source: 'Hello you', translation: 'Hallo du' }] },
        ]),
      SOON,
    );
  });
});
