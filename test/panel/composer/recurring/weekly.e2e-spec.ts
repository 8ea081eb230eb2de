import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { SeriesRunnerService } from '#libs/notifications';
import { startSending, type Sending } from '../../../support/contract/sending.js';
import { enterPanel } from '../../../support/panel/entering/enter-panel.js';
import { CountedKeyboard } from '../../../support/panel/keyboard/counted-keyboard.js';
import {
  closePage,
  findBrowsers,
  launchBrowser,
  seeText,
  type StoryBrowser,
} from '../../../support/panel/panel-browser.js';
import { findBarriersInBothSizes } from '../../../support/panel/phone/phone.js';

const kinds = findBrowsers('a weekly campaign on a real gateway');
const SOON = { timeout: 30_000, interval: 50 };
const PEOPLE = 12;
/** From the home. */
const MOST_PRESSES = 12;

describe.each(kinds)('Weekly campaign in %s', (kind) => {
  let browser: StoryBrowser;
  let sending: Sending;
  let page: Page;
  beforeAll(async () => {
    [browser, sending] = await Promise.all([launchBrowser(kind), startSending()]);
    await sending.post(
      'registerUsers',
      Array.from({ length: PEOPLE }, (_, n) => {
        return { extId: `u${n}`, platform: 'IOS', deviceToken: n.toString(16).padStart(64, '0') };
      }),
    );
    page = await enterPanel(browser, sending.gateway, { name: 'Ada', role: 'marketer' });
  });
  afterEach(() => closePage(page));
  afterAll(async () => {
    await Promise.all([browser?.close(), sending?.close()]);
  });

  it('A weekly campaign is scheduled in twelve presses, and its page shows its runs', async () => {
    const keyboard = new CountedKeyboard(page);
    await keyboard.push('New campaign');
    await seeText(page, 'Preview');
    await keyboard.type('Name of the campaign', 'Weekly news');
    await keyboard.type('Text', 'What is new this week.');
    await keyboard.step('Now');
    await keyboard.moment('Day and time', '02042030', '1000AM');
    await keyboard.step('Once', 2);
    await seeText(page, 'Next runs');
    await seeText(page, `${PEOPLE} people match now`);
    expect(await findBarriersInBothSizes(page)).toEqual([]);
    await keyboard.push('Check');
    await seeText(page, `Schedule for ${PEOPLE} recipients`);
    await keyboard.push(`Schedule for ${PEOPLE} recipients`);
    await seeText(page, 'Campaign launched');
    expect(keyboard.presses).toBeLessThanOrEqual(MOST_PRESSES);

    const { db } = sending.gateway.fresh;
    const [series] = await db.rows<{ key: number; days: string }>(
      `SELECT notification_key AS key, rule ->> 'days' AS days FROM delivery.series`,
    );
    expect(series?.days).toBe('FREQ=WEEKLY;BYDAY=MO');
    await keyboard.push('See the campaign');
    await vi.waitFor(async () => expect(page.url()).toContain(`/campaigns/${series?.key}`), SOON);
    await seeText(page, 'Repeats');
    await seeText(page, 'No run yet.');
    await seeText(page, `${PEOPLE} recipients now`);
    expect(await findBarriersInBothSizes(page)).toEqual([]);

    await db.affected(
      `UPDATE delivery.series SET next_at = now() - interval '1 second', options = options - 'late'
        WHERE notification_key = $1`,
      [series?.key ?? 0],
    );
    expect(await sending.gateway.app.get(SeriesRunnerService).runDue()).toBe(1);
    await sending.drain();
    expect(await sending.ends(series?.key ?? 0)).toEqual({ SUCCESS: PEOPLE });
    await page.reload();
    await seeText(page, 'Finished');
    expect(await findBarriersInBothSizes(page)).toEqual([]);
  });
});
