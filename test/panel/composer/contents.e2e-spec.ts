import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { enterPanel } from '../../support/panel/entering/enter-panel.js';
import { activate, awaitEditor, choose, tabTo, typeAt } from '../../support/panel/keyboard/keyboard.js';
import {
  closePage,
  findBarriers,
  findBrowsers,
  launchBrowser,
  seeText,
  textOf,
  type StoryBrowser,
} from '../../support/panel/panel-browser.js';

const kinds = findBrowsers('a campaign with several contents');
const SOON = { timeout: 30_000, interval: 50 };
const PEOPLE = 6;
/** Fields that are typed into, and things that are pressed, with two for a choice. */
const MOST_PRESSES = 30;

describe.each(kinds)('Campaign with several contents in %s', (kind) => {
  let browser: StoryBrowser;
  let sending: Sending;
  let page: Page;
  let presses: number;
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
    presses = 0;
    page = await enterPanel(browser, sending.gateway, { name: 'Ada', role: 'marketer' });
  });
  afterEach(() => closePage(page));

  const push = async (name: string) => {
    presses += 1;
    await activate(page, name);
  };
  const pick = async (name: string, entry: string) => {
    presses += 2;
    await choose(page, name, entry);
  };
  const type = async (name: string, text: string) => {
    presses += 1;
    await typeAt(page, name, text);
  };
  /** The button that sends to as many as the check counted. */
  const findSend = () =>
    vi.waitFor(async () => {
      const [, name] = /(Send to \d+ recipients)/.exec(await textOf(page)) ?? [];
      expect(name).toBeDefined();
      return name ?? '';
    }, SOON);

  it('Push, e-mail and SMS go to one audience in one campaign, by the keyboard alone', async () => {
    await push('Campaigns');
    await seeText(page, 'New campaign');
    await push('New campaign');
    await seeText(page, 'Preview');
    await type('Name of the campaign', 'Spring');
    await type('Title', 'Spring is here');
    await type('Text', 'By push');
    await pick('Choose a channel', 'E-mail');
    await seeText(page, 'An e-mail has its own content');
    await type('Subject', 'Spring by mail');
    await pick('Choose a block', 'Heading');
    await tabTo(page, 'Text');
    await awaitEditor(page);
    presses += 1;
    await page.keyboard.type('By mail');
    await pick('Choose a block', 'Footer');
    await pick('Add a content', 'SMS');
    await type('Text', 'By SMS');
    await seeText(page, 'Channels of each person');
    await tabTo(page, 'All channels');
    presses += 1;
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await seeText(page, 'Each person gets Push, then E-mail, then SMS');
    await seeText(page, 'Saved at');
    expect(await findBarriers(page)).toEqual([]);
    await push('Check');
    await push(await findSend());
    await seeText(page, 'Campaign launched');
    expect(presses).toBeLessThanOrEqual(MOST_PRESSES);

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
    await push('Campaigns');
    await seeText(page, 'New campaign');
    await push('New campaign');
    await seeText(page, 'Preview');
    await type('Name of the campaign', 'Autumn');
    await type('Text', 'By push');
    await pick('Choose a channel', 'SMS');
    await seeText(page, 'Write each content first, or remove it: SMS.');
    await type('Text', 'By SMS');
    await push('Move earlier: SMS');
    await seeText(page, 'Saved at');
    await page.reload();
    await seeText(page, 'Channels of each person');
    const contents = () =>
      page.$$eval('[aria-label="Contents"] button', (buttons) => buttons.map(({ textContent }) => textContent));
    expect(await contents()).toEqual(['SMS', 'Push']);
    await push('Remove SMS');
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
    expect(await findBarriers(page)).toEqual([]);
  });

  it('A check blocks an unknown value and a missing unsubscribe link, and names the language', async () => {
    await page.goto(`${page.url().split('/panel')[0]}/panel/apps/shop/campaigns/new`);
    await seeText(page, 'Preview');
    await type('Name of the campaign', 'Winter');
    await type('Text', 'Hello @{Cityy|you}');
    await push('Check');
    await seeText(page, 'There is no attribute Cityy');
    const send = await findSend();
    expect(await page.$$eval('button:disabled', (buttons) => buttons.map(({ textContent }) => textContent))).toContain(
      send,
    );
    await seeText(page, 'It cannot be sent.');
  });

  it('A content for the inbox is added, and a test sends all contents at once', async () => {
    await push('Campaigns');
    await seeText(page, 'New campaign');
    await push('New campaign');
    await seeText(page, 'Preview');
    await type('Name of the campaign', 'Winter');
    await type('Text', 'By push');
    await pick('Choose a channel', 'Inbox of the app');
    await type('Text', 'In the inbox');
    await seeText(page, 'All 2 contents');
    await type('Preview as', 'u1');
    await seeText(page, 'u1 (shown above)');
    expect(await findBarriers(page)).toEqual([]);
    await push('Send a test to 1 person');
    await vi.waitFor(async () => expect((await textOf(page)).split('Test results').length).toBeGreaterThan(2), SOON);
    await push('Check');
    await seeText(page, 'Inbox of the app');
    await push(await findSend());
    await seeText(page, 'Campaign launched');
    const rows = await sending.gateway.fresh.db.rows<{ only: boolean }>(
      `SELECT coalesce((d.message ->> 'inboxOnly')::boolean, false) AS only FROM delivery.dispatch AS d
        WHERE d.message ->> 'title' = 'Winter' AND NOT d.options ? 'isTest' ORDER BY d.content`,
    );
    expect(rows).toEqual([{ only: false }, { only: true }]);
  });
});
