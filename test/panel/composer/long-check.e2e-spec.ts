import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { doneCheck, openCheck } from '../../support/panel/compose/check-answers.js';
import { CHECK } from '../../support/panel/compose/compose-fixtures.js';
import { findBarriers, findBrowsers, press, seeText, textOf } from '../../support/panel/panel-browser.js';
import { type PanelSite, refusal } from '../../support/panel/panel-site.js';
import { useRecordedPanel } from '../../support/panel/recorded/recorded-panel.js';

const kinds = findBrowsers('checks that take long');
const SOON = { timeout: 20_000, interval: 50 };
const SEND = 'Send to 1,234 recipients';

describe.each(kinds)('Check of a large campaign in %s', (kind) => {
  const recorded = useRecordedPanel(kind);
  let site: PanelSite;
  let page: Page;
  const stops = () => site.requestsOf('POST /apps/shop/checks/17/stop');

  beforeEach(async () => {
    ({ site, page } = recorded());
    await page.goto(`${site.origin}/panel/apps/shop/campaigns/new`);
    await seeText(page, 'Preview');
    await page.locator('::-p-aria([name="Name of the campaign"][role="textbox"])').fill('Spring');
    await page.locator('::-p-aria([name="Text"][role="textbox"])').fill('Is here');
    await seeText(page, '104 of 4,046 bytes');
    site
      .on('POST /apps/shop/compose/check', { body: openCheck(0) })
      .on('GET /apps/shop/checks/17', { body: openCheck(0.4) })
      .on('POST /apps/shop/checks/17/stop', { body: { ...openCheck(0.4), state: 'STOPPED' } });
    await press(page, 'button', 'Check');
  });

  it('A check shows its progress, and in the end the number of recipients to send to', async () => {
    await seeText(page, '40% counted');
    expect(await findBarriers(page)).toEqual([]);
    site.on('GET /apps/shop/checks/17', { status: 503 });
    await vi.waitFor(() => expect(site.requestsOf('GET /apps/shop/checks/17').length).toBeGreaterThan(2), SOON);
    site.on('GET /apps/shop/checks/17', { body: doneCheck(CHECK) });
    await seeText(page, SEND);
    expect(await textOf(page)).not.toContain('% counted');
    expect(await textOf(page)).not.toContain('ten minutes');
    expect(stops()).toEqual([]);
  });

  it('A check of a very large campaign explains which number counts', async () => {
    site.on('GET /apps/shop/checks/17', { body: doneCheck({ ...CHECK, planned: 200_001 }) });
    await seeText(page, 'More than 200,000 recipients are not counted again. For ten minutes');
    expect(await findBarriers(page)).toEqual([]);
  });

  it('A member stops a check', async () => {
    await seeText(page, '40% counted');
    await press(page, 'button', 'Stop counting');
    await vi.waitFor(() => expect(stops()).toHaveLength(1), SOON);
    await vi.waitFor(async () => expect(await textOf(page)).not.toContain('% counted'), SOON);
    expect(await textOf(page)).not.toContain(SEND);
  });

  it('A stopped, failed or refused check shows why there is no number', async () => {
    site.on('GET /apps/shop/checks/17', { body: { ...openCheck(0.4), state: 'STOPPED' } });
    await seeText(page, 'The check was stopped. Check it again.');
    const fault = { message: 'It could not be counted. Check it again', field: null };
    site.on('POST /apps/shop/compose/check', { body: { ...openCheck(1), state: 'FAILED', fault } });
    await press(page, 'button', 'Check');
    await seeText(page, 'It could not be counted. Check it again');
    site.on('POST /apps/shop/compose/check', refusal(403, 'FORBIDDEN', 'You may not.'));
    await press(page, 'button', 'Check');
    await seeText(page, 'You may not.');
  });
});
