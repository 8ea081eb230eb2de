import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { enterPanel } from '../../support/panel/entering/enter-panel.js';
import { CountedKeyboard } from '../../support/panel/keyboard/counted-keyboard.js';
import { awaitEditor, tabTo } from '../../support/panel/keyboard/keyboard.js';
import {
  closePage,
  findBrowsers,
  launchBrowser,
  seeText,
  textOf,
  type StoryBrowser,
} from '../../support/panel/panel-browser.js';
import { findBarriersInBothSizes } from '../../support/panel/phone/phone.js';

const kinds = findBrowsers('a campaign with several contents');
const SOON = { timeout: 30_000, interval: 50 };
const PEOPLE = 6;
const MOST_PRESSES = 30;

describe.each(kinds)('Campaign with several contents in %s', (kind) => {
  let browser: StoryBrowser;
  let sending: Sending;
  let page: Page;
  let keyboard: CountedKeyboard;
  beforeAll(async () => {
    [browser, sending] = await Promise.all([launchBrowser(kind), startSending()]);
    await sending.post(
      'registerUsers',
      Array.from({ length: PEOPLE }, (_, n) => ({
        extId: `u${n}`,
        platform: 'IOS',
        deviceToken: n.toString(16).padStart(64, '0'),
        profile: { email: `u${n}@example.com`, msisdn: `+4917600000${n}0` },
      })),
    );
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), sending?.close()]);
  });
  beforeEach(async () => {
    page = await enterPanel(browser, sending.gateway, { name: 'Ada', role: 'marketer' });
    keyboard = new CountedKeyboard(page);
  });
  afterEach(() => closePage(page));

  /** The button that sends to as many as the check counted. */
  const findSend = () =>
    vi.waitFor(async () => {
      const [, name] = /(Send to \d+ recipients)/.exec(await textOf(page)) ?? [];
      expect(name).toBeDefined();
      return name ?? '';
    }, SOON);

  it('Push, e-mail and SMS go to one audience in one campaign, by the keyboard alone', async () => {
    await keyboard.push('Campaigns');
    await seeText(page, 'New campaign');
    await keyboard.push('New campaign');
    await seeText(page, 'Preview');
    await keyboard.type('Name of the campaign', 'Spring');
    await keyboard.type('Title', 'Spring is here');
    await keyboard.type('Text', 'By push');
    await keyboard.choose('Choose a channel', 'E-mail');
    await seeText(page, 'An e-mail has its own content');
    await keyboard.type('Subject', 'Spring by mail');
    await keyboard.choose('Choose a block', 'Heading');
    await tabTo(page, 'Text');
    await awaitEditor(page);
    await keyboard.write('By mail');
    await keyboard.choose('Choose a block', 'Footer');
    await keyboard.choose('Add a content', 'SMS');
    await keyboard.type('Text', 'By SMS');
    await seeText(page, 'Channels of each person');
    await keyboard.step('All channels');
    await seeText(page, 'Each person gets Push, then E-mail, then SMS');
    await seeText(page, 'Saved at');
    expect(await findBarriersInBothSizes(page)).toEqual([]);
    await keyboard.push('Check');
    await keyboard.push(await findSend());
    await seeText(page, 'Campaign launched');
    expect(keyboard.presses).toBeLessThanOrEqual(MOST_PRESSES);

    const rows = await sending.gateway.fresh.db.rows<{ platforms: string[]; text: string; reach: string }>(
      `SELECT d.message -> 'platforms' AS platforms, d.message ->> 'text' AS text,
              d.options -> 'reach' ->> 'reach' AS reach
         FROM delivery.dispatch AS d WHERE d.app_id = $1 ORDER BY d.content`,
      [sending.gateway.appId],
    );
    expect(rows.map(({ platforms, reach }) => [platforms, reach])).toEqual([
      [['IOS', 'ANDROID'], 'first'],
      [['EMAIL'], 'first'],
      [['SMS'], 'first'],
    ]);
    expect([rows[0]?.text, rows[2]?.text]).toEqual(['By push', 'By SMS']);
    expect(rows[1]?.text).toContain('By mail');
  });

  it('Contents are kept in the draft, moved and removed, and no choice takes a platform away', async () => {
    await keyboard.push('Campaigns');
    await seeText(page, 'New campaign');
    await keyboard.push('New campaign');
    await seeText(page, 'Preview');
    await keyboard.type('Name of the campaign', 'Autumn');
    await keyboard.type('Text', 'By push');
    await keyboard.choose('Choose a channel', 'SMS');
    await seeText(page, 'Write each content first, or remove it: SMS.');
    await keyboard.type('Text', 'By SMS');
    await keyboard.push('Move earlier: SMS');
    await seeText(page, 'Saved at');
    await page.reload();
    await seeText(page, 'Channels of each person');
    const contents = () =>
      page.$$eval('[aria-label="Contents"] button', (buttons) => buttons.map(({ textContent }) => textContent));
    expect(await contents()).toEqual(['SMS', 'Push']);
    await keyboard.push('Remove SMS');
    await vi.waitFor(async () => expect(await textOf(page)).not.toContain('Channels of each person'), SOON);
    const chosen = () =>
      page.$$eval('[aria-label="Platforms"] button', (buttons) =>
        buttons.flatMap((button) =>
          button.getAttribute('aria-pressed') === 'true' || button.getAttribute('aria-checked') === 'true'
            ? [button.textContent]
            : [],
        ),
      );
    expect(await chosen()).toEqual(['iOS', 'Android']);
    expect(await findBarriersInBothSizes(page)).toEqual([]);
  });

  it('A check blocks an unknown value and a missing unsubscribe link, and names the language', async () => {
    await page.goto(`${page.url().split('/panel')[0]}/panel/apps/shop/campaigns/new`);
    await seeText(page, 'Preview');
    await keyboard.type('Name of the campaign', 'Winter');
    await keyboard.type('Text', 'Hello @{Cityy|you}');
    await keyboard.push('Check');
    await seeText(page, 'There is no attribute Cityy');
    const send = await findSend();
    expect(await page.$$eval('button:disabled', (buttons) => buttons.map(({ textContent }) => textContent))).toContain(
      send,
    );
    await seeText(page, 'It cannot be sent.');
  });

  it('A content for the inbox is added, and a test sends all contents at once', async () => {
    await keyboard.push('Campaigns');
    await seeText(page, 'New campaign');
    await keyboard.push('New campaign');
    await seeText(page, 'Preview');
    await keyboard.type('Name of the campaign', 'Winter');
    await keyboard.type('Text', 'By push');
    await keyboard.choose('Choose a channel', 'Inbox of the app');
    await keyboard.type('Text', 'In the inbox');
    await seeText(page, 'All 2 contents');
    await keyboard.type('Preview as', 'u1');
    await seeText(page, 'u1 (shown above)');
    expect(await findBarriersInBothSizes(page)).toEqual([]);
    await keyboard.push('Send a test to 1 person');
    await vi.waitFor(async () => expect((await textOf(page)).split('Test results').length).toBeGreaterThan(2), SOON);
    await keyboard.push('Check');
    await seeText(page, 'Inbox of the app');
    await keyboard.push(await findSend());
    await seeText(page, 'Campaign launched');
    const rows = await sending.gateway.fresh.db.rows<{ only: boolean }>(
      `SELECT coalesce((d.message ->> 'inboxOnly')::boolean, false) AS only FROM delivery.dispatch AS d
        WHERE d.message ->> 'title' = 'Winter' AND NOT d.options ? 'isTest' ORDER BY d.content`,
    );
    expect(rows).toEqual([{ only: false }, { only: true }]);
  });
});
