import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { NEIGHBOURS } from '../../support/panel/compose/warning-fixtures.js';
import { tabTo, typeAt, typeMoment } from '../../support/panel/keyboard/keyboard.js';
import { findBarriers, findBrowsers, press, seeText, textOf } from '../../support/panel/panel-browser.js';
import { ME } from '../../support/panel/panel-fixtures.js';
import type { PanelSite } from '../../support/panel/panel-site.js';
import { useRecordedPanel } from '../../support/panel/recorded/recorded-panel.js';

const kinds = findBrowsers('when a campaign leaves');
const SOON = { timeout: 20_000, interval: 50 };
const ASKED = 'GET /apps/shop/compose/neighbours';

describe.each(kinds)('Start time of a campaign in %s', (kind) => {
  const recorded = useRecordedPanel(kind);
  let site: PanelSite;
  let page: Page;

  beforeEach(async () => {
    ({ site, page } = recorded());
    const member = { ...ME.member, timeZone: 'Europe/Berlin' };
    site.on('GET /me', { body: { ...ME, member } }).on(ASKED, { body: NEIGHBOURS });
    await page.goto(`${site.origin}/panel/apps/shop/campaigns/new`);
    await seeText(page, 'Preview');
    await typeAt(page, 'Name of the campaign', 'Spring');
    await typeAt(page, 'Text', 'Members see it first.');
    await press(page, 'radio', 'At a set time');
  });

  async function type(day: string, time: string): Promise<void> {
    await tabTo(page, 'Day and time');
    await typeMoment(page, day, time);
  }
  const checks = () => site.requestsOf('POST /apps/shop/compose/check');
  /** Checks, and waits for the answer: until it is there, the button takes no other press. */
  const check = async (times: number): Promise<void> => {
    await press(page, 'button', 'Check');
    await vi.waitFor(() => expect(checks()).toHaveLength(times), SOON);
    await page.waitForFunction('document.querySelector("[data-pending]") === null');
  };

  it('The composer shows what else leaves around the start time', async () => {
    await type('02012030', '0330PM');
    await seeText(page, 'Other campaigns within a day');
    await seeText(page, '12,300');
    await seeText(page, '500 users');
    const askedAt = () => site.requestsOf(ASKED).at(-1)?.search.get('at');
    await vi.waitFor(() => expect(askedAt()).toBe('2030-02-01T14:30:00.000Z'), SOON);
    await page.evaluate('scrollTo(0, 0)');
    expect(await findBarriers(page)).toEqual([]);
  });

  it('A start time that the clock skips is refused in words', async () => {
    await type('03312030', '0230AM');
    await seeText(page, 'The clock of Europe/Berlin skips this time: it is set forward then.');
    expect(await textOf(page)).toContain('Still needed: the day and time.');
  });

  it('The composer asks which of two times is meant when the clock shows one twice, and uses that one', async () => {
    await type('10272030', '0230AM');
    await seeText(page, 'The clock of Europe/Berlin shows this time twice');
    expect(await textOf(page)).toContain('Still needed: the day and time.');
    await page.evaluate('scrollTo(0, 0)');
    expect(await findBarriers(page)).toEqual([]);
    await press(page, 'radio', 'The second (UTC+01:00)');
    await vi.waitFor(async () => expect(await textOf(page)).not.toContain('shows this time twice'), SOON);
    await check(1);
    expect(checks()[0]?.body).toMatchObject({ schedule: { startTime: '2030-10-27T01:30:00.000Z' } });
    await press(page, 'radio', 'The first (UTC+02:00)');
    await check(2);
    expect(checks()[1]?.body).toMatchObject({ schedule: { startTime: '2030-10-27T00:30:00.000Z' } });
  });
});
