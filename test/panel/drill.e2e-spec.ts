import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DRILL_WAIT, JUDGED_DRILL, NO_DRILL, RUNNING_DRILL } from '../support/panel/drill-fixtures.js';
import { activate, typeAt } from '../support/panel/keyboard/keyboard.js';
import { findBarriers, findBrowsers, seeText, textOf } from '../support/panel/panel-browser.js';
import { CAMPAIGN, ME } from '../support/panel/panel-fixtures.js';
import { type PanelSite, refusal } from '../support/panel/panel-site.js';
import { useRecordedPanel } from '../support/panel/recorded/recorded-panel.js';

const kinds = findBrowsers('the fault drill');
const SOON = { timeout: 20_000, interval: 50 };
const PATH = '/apps/shop/campaigns/1234/drills';
const OVER = { ...CAMPAIGN, state: 'FINISHED', finishedAt: CAMPAIGN.asOf, sent: 1_189_297, waiting: 0 };
const [shop, ...others] = ME.apps;
const REHEARSER = { ...ME, apps: [{ ...shop, permissions: [...(shop?.permissions ?? []), 'rehearse'] }, ...others] };

describe.each(kinds)('Fault drill in %s', (kind) => {
  const recorded = useRecordedPanel(kind);
  let site: PanelSite;
  let page: Page;

  beforeEach(() => {
    ({ site, page } = recorded());
    site
      .on('GET /me', { body: REHEARSER })
      .on('GET /apps/shop/campaigns/1234', { body: OVER })
      .on(`GET ${PATH}`, { body: NO_DRILL });
  });
  const open = () => page.goto(`${site.origin}/panel/apps/shop/campaigns/1234`);

  it('A fault drill is started by the keyboard, is watched, and ends with a verdict', async () => {
    site.on(`POST ${PATH}`, refusal(400, 'malformed', 'reset must not be greater than 0.5'));
    await open();
    await seeText(page, 'Fault drill');
    await activate(page, 'Start a drill');
    await seeText(page, 'A copy goes to the simulators');
    expect(await findBarriers(page)).toEqual([]);
    await typeAt(page, 'Connection is lost, % of attempts', '60');
    await page.keyboard.press('Enter');
    await seeText(page, 'reset must not be greater than 0.5');
    site.on(`POST ${PATH}`, { body: RUNNING_DRILL });
    site.on(`GET ${PATH}`, { body: { possible: true, items: [RUNNING_DRILL], wait: DRILL_WAIT } });
    await page.keyboard.press('Enter');
    await seeText(page, 'The copy is being sent');
    await seeText(page, '8 of 100 have no result yet. 7 of them were refused or cut, and are tried again from ');
    expect(await findBarriers(page)).toEqual([]);
    await vi.waitFor(() => expect(site.requests.findLast(({ method }) => method === 'POST')).toBeDefined(), SOON);
    expect(site.requests.findLast(({ method }) => method === 'POST')).toMatchObject({
      path: PATH,
      body: { unavailable: 0.2, reset: 0.6, timeout: 0.02, size: 1000 },
    });
    site.on(`GET ${PATH}`, { body: { possible: true, items: [JUDGED_DRILL] } });
    await seeText(page, 'Nothing was lost');
    expect(await textOf(page)).toMatch(/24\s+twice\s+43\s+listed/);
    expect(await findBarriers(page)).toEqual([]);
  });

  it('A member who may start no drill is shown none, before there is one', async () => {
    site.on('GET /me', { body: ME }).on(`GET ${PATH}`, { body: { ...NO_DRILL, possible: true } });
    await open();
    await seeText(page, 'Not delivered, by reason');
    expect(await textOf(page)).not.toContain('Fault drill');
  });

  it('A campaign with a real account offers no fault drill, and a verdict says when something was lost', async () => {
    site.on(`GET ${PATH}`, { body: { possible: false, items: [] } });
    await open();
    await seeText(page, 'Not delivered, by reason');
    expect(await textOf(page)).not.toContain('Fault drill');
    const verdict = { ...JUDGED_DRILL.verdict, lost: 2, unlisted: 1 };
    site.on(`GET ${PATH}`, { body: { possible: false, items: [{ ...JUDGED_DRILL, verdict }] } });
    await open();
    await seeText(page, '2 lost, and 1 came twice without being listed.');
    expect(await textOf(page)).not.toContain('still waited');
    const late = { ...JUDGED_DRILL.verdict, waiting: 7 };
    site.on(`GET ${PATH}`, { body: { possible: false, items: [{ ...JUDGED_DRILL, verdict: late }] } });
    await open();
    await seeText(page, 'After 45 minutes 7 still waited.');
    expect(await textOf(page)).not.toContain('Start a drill');
  });
});
