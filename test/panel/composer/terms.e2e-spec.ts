import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApplyService, AuthenticatorService } from '#libs/tenancy';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { activate, tabTo, typeAt, typeMoment } from '../../support/panel/keyboard/keyboard.js';
import { enterPanel } from '../../support/panel/entering/enter-panel.js';
import {
  closePage,
  findBarriers,
  findBrowsers,
  launchBrowser,
  openPage,
  seeText,
  textOf,
  type StoryBrowser,
} from '../../support/panel/panel-browser.js';

const kinds = findBrowsers('what a campaign has beside its message');
const SOON = { timeout: 30_000, interval: 50 };
const PEOPLE = 12;

describe.each(kinds)('Speed, limit, categories and times of a campaign in %s', (kind) => {
  let browser: StoryBrowser;
  let sending: Sending;
  let page: Page;
  beforeAll(async () => {
    [browser, sending] = await Promise.all([launchBrowser(kind), startSending()]);
    const { app } = sending.gateway;
    const settings = { approval: { approvers: 1 } };
    const categories = [{ name: 'News' }, { name: 'Offers' }];
    await app.get(ApplyService).apply({ app: 'shop', settings, categories }, { dryRun: false });
    app.get(AuthenticatorService).clearCache();
    await sending.post(
      'registerUsers',
      Array.from({ length: PEOPLE }, (_, n) => ({
        extId: `u${n}`,
        platform: 'IOS',
        deviceToken: n.toString(16).padStart(64, '0'),
      })),
    );
    const refusing = ['u0', 'u1', 'u2'].map((extId) => ({ extId, category: 'News', enable: false }));
    await sending.post('setCategoryPreferences', refusing);
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), sending?.close()]);
  });
  beforeEach(async () => {
    page = await openPage(browser);
    const { gateway } = sending;
    page = await enterPanel(browser, gateway, { name: 'Ada', role: 'marketer' });
    await page.goto(`${gateway.base}/panel/apps/shop/campaigns/new`);
    await seeText(page, 'Preview');
  });
  afterEach(() => closePage(page));

  const see = (text: string) => seeText(page, text);
  const readField = (label: string) =>
    page.evaluate(
      `[...document.querySelectorAll('input')].find(({ labels }) => labels?.[0]?.textContent === ${JSON.stringify(label)})?.value`,
    );

  it('Terms of a campaign are typed, kept over a reload, refused at their field, counted, and shown for approval', async () => {
    await typeAt(page, 'Name of the campaign', 'Spring');
    await typeAt(page, 'Text', 'Everything 20 % off');
    await activate(page, 'More: categories, label, time to live');
    await activate(page, 'News');
    await typeAt(page, 'Label', 'sale');
    await typeAt(page, 'Time to live', '90x');
    await see('Opted in to the categories');
    await tabTo(page, 'Now');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await see('In the time zone of each person; if it is not known');
    await tabTo(page, 'Day and time');
    await typeMoment(page, '02012999', '0930AM');
    await see('First time zone:');
    await activate(page, 'More: speed, limit, control group, priority');
    await typeAt(page, 'Recipients per batch', '2');
    await typeAt(page, 'Maximum recipients', '8');
    expect(await findBarriers(page)).toEqual([]);

    await activate(page, 'Check');
    await see('A field is not valid. See the message at the field.');
    await see('This field is needed.');
    expect(await findBarriers(page)).toEqual([]);
    await typeAt(page, 'Minutes between batches', '60');
    await vi.waitFor(async () => expect(await textOf(page)).not.toContain('This field is needed.'), SOON);
    await see('Saved at');
    await page.reload();
    await see('Preview');
    await vi.waitFor(async () => expect(await readField('Minutes between batches')).toBe('60'), SOON);
    expect(await readField('Time to live')).toBe('90');
    expect(await readField('Day and time')).toBe('2999-02-01T09:30');

    await activate(page, 'Check');
    await see('Ask to send to 8 recipients');
    await see('They are beyond the maximum number of recipients of the campaign.');
    await see('Sending takes at least 3 hours.');
    expect(await findBarriers(page)).toEqual([]);
    await activate(page, 'Ask to send to 8 recipients');
    await see('Waiting for approval');
    await activate(page, 'See the request');
    for (const text of ['1 Feb 2999, 09:30', '2 recipients in 1 hour', 'News', 'sale', '3 days 18 hours']) {
      await see(text);
    }
    expect(await findBarriers(page)).toEqual([]);
    const { db } = sending.gateway.fresh;
    expect(
      await db.rows(
        'SELECT options, message, pace_size AS size, pace_interval_s AS seconds FROM delivery.dispatch WHERE app_id = $1',
        [sending.gateway.appId],
      ),
    ).toMatchObject([
      {
        options: { localTime: '2999-02-01T09:30', limits: { all: 8 }, categoryIds: [1] },
        message: { categories: ['News'], labels: 'sale', ttlSeconds: 90 * 3600 },
        size: 2,
        seconds: 3600,
      },
    ]);
  });
});
