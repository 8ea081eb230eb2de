import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { activate } from '../../support/panel/keyboard/keyboard.js';
import { findBarriers, findBrowsers, seeText } from '../../support/panel/panel-browser.js';
import type { PanelSite } from '../../support/panel/panel-site.js';
import { useRecordedPanel } from '../../support/panel/recorded/recorded-panel.js';
import { CATEGORIES, REVIEW, SECTIONS } from '../../support/panel/setup-fixtures.js';

const kinds = findBrowsers('recommended rules in the panel');
const PLACE = '/apps/shop/setup';
const TITLE = 'Recommended rules';

describe.each(kinds)('Recommended rules in %s', (kind) => {
  const recorded = useRecordedPanel(kind);
  let site: PanelSite;
  let page: Page;
  beforeEach(() => {
    ({ site, page } = recorded());
    const items = SECTIONS.map((entry) => (entry.section === 'caps' ? { ...entry, entries: 0 } : entry));
    site.on(`GET ${PLACE}`, { body: { items } });
  });

  /** Answers with the two sections. */
  const answer = (caps: unknown, quietHours: unknown): void => {
    for (const [section, value] of Object.entries({ caps, quietHours })) {
      site
        .on(`GET ${PLACE}/${section}`, {
          body: { ...CATEGORIES, section, entries: null, value, base: `base-${section}` },
        })
        .on(`POST ${PLACE}/${section}/apply`, { body: REVIEW });
    }
  };

  it('One press takes over the rules that an application without any is offered in words', async () => {
    answer([], null);
    await page.goto(`${site.origin}/panel${PLACE}`);
    await seeText(page, TITLE);
    await seeText(page, 'A person gets at most three messages in 24 hours.');
    expect(await findBarriers(page)).toEqual([]);
    await activate(page, 'Apply these rules');
    await seeText(page, 'The recommended rules are applied.');
    const sent = site.requests.filter(({ path }) => path.endsWith('/apply')).map(({ path, body }) => ({ path, body }));
    expect(sent).toEqual([
      {
        path: `${PLACE}/caps/apply`,
        body: {
          base: 'base-caps',
          text: JSON.stringify({
            caps: [
              { name: 'day', most: 3, per: '24h', over: 'defer' },
              { name: 'week', most: 10, per: '7d' },
            ],
          }),
        },
      },
      {
        path: `${PLACE}/quietHours/apply`,
        body: {
          base: 'base-quietHours',
          text: JSON.stringify({ quietHours: { from: '21:00', to: '08:00', zone: 'user' } }),
        },
      },
    ]);
  });

  it('An application that has quiet hours is offered none', async () => {
    answer([], { from: '22:00', to: '07:00', zone: 'user' });
    await page.goto(`${site.origin}/panel${PLACE}`);
    await seeText(page, 'Events without a definition');
    expect(await page.evaluate('document.body.innerText')).not.toContain(TITLE);
  });
});
