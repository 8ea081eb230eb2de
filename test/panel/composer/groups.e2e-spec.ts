import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { addShoppers } from '../../support/contract/shoppers.js';
import { activate, typeAt } from '../../support/panel/keyboard/keyboard.js';
import { enterPanel } from '../../support/panel/entering/enter-panel.js';
import {
  closePage,
  findBarriers,
  findBrowsers,
  isMatched,
  launchBrowser,
  openPage,
  press,
  seeText,
  textOf,
  type StoryBrowser,
} from '../../support/panel/panel-browser.js';
import { choose, typeInto } from '../../support/panel/targets/typed-lines.js';
import { sampleShoppers, type Shopper } from '../../support/rooms/grouped-targets.js';

const kinds = findBrowsers('a campaign to groups on a real gateway');
const SOON = { timeout: 30_000, interval: 50 };
const SHOPPERS = sampleShoppers(120, 3);
const FIRST = 'Complete every line first, or remove it.';

describe.each(kinds)('Campaign to groups of conditions in %s', (kind) => {
  let browser: StoryBrowser;
  let sending: Sending;
  let page: Page;
  beforeAll(async () => {
    [browser, sending] = await Promise.all([launchBrowser(kind), startSending()]);
    await addShoppers(sending.gateway, SHOPPERS);
  }, 120_000);
  afterAll(async () => {
    await Promise.all([browser?.close(), sending?.close()]);
  });
  beforeEach(async () => {
    page = await openPage(browser);
    const { gateway } = sending;
    page = await enterPanel(browser, gateway, { name: 'Ada', role: 'marketer' });
  });
  afterEach(() => closePage(page));

  const count = (matches: (shopper: Shopper) => boolean): number => SHOPPERS.filter(matches).length;
  const seeFigure = (users: number) =>
    vi.waitFor(
      async () =>
        expect(await page.evaluate(`document.querySelector('main [aria-busy=false] strong')?.textContent`)).toBe(
          String(users),
        ),
      SOON,
    );
  const isCheckable = () => isMatched(page, '::-p-aria([name="Check"][role="button"])', ':not(:disabled)');

  it('A campaign to groups goes to as many as the description, the check and the button say', async () => {
    const isIn = ({ tags, city }: Shopper) => tags.includes('vip') && !(city === 'Van' || tags.includes('new'));
    await press(page, 'link', 'Campaigns');
    await press(page, 'link', 'New campaign');
    await seeText(page, `of ${SHOPPERS.length} users`);
    await typeAt(page, 'Name of the campaign', 'For members');
    await typeAt(page, 'Text', 'Members see it first.');
    await press(page, 'button', 'Everybody Audience');
    await press(page, 'option', 'Described here');
    await seeText(page, FIRST);
    expect(await isCheckable()).toBe(false);
    await choose(page, 'Line 1', 0, 'Tag');
    await typeInto(page, 'Line 1', 'vip');
    await seeFigure(count(({ tags }) => tags.includes('vip')));
    await activate(page, 'Add a group');
    await choose(page, 'Group 2', 0, 'none of these');
    await seeText(page, 'Complete every line of the audience first, or remove it.');
    expect(await isCheckable()).toBe(false);
    await choose(page, 'Line 2.1', 1, 'City');
    await typeInto(page, 'Line 2.1', 'Van');
    await press(page, 'button', 'Add a line to group 2');
    await choose(page, 'Line 2.2', 0, 'Tag');
    await typeInto(page, 'Line 2.2', 'new');
    await seeFigure(count(isIn));
    const [ios, android] = (['IOS', 'ANDROID'] as const).map((name) =>
      count((shopper) => isIn(shopper) && shopper.platform === name),
    );
    await seeText(page, 'Of these, by platform');
    await vi.waitFor(
      async () =>
        expect(await textOf(page)).toMatch(
          new RegExp(`iOS\\s+${ios}\\s+${ios}\\s+Android\\s+${android}\\s+${android}`),
        ),
      SOON,
    );
    expect(await findBarriers(page)).toEqual([]);

    await page.reload();
    await seeFigure(count(isIn));
    await press(page, 'button', 'Check');
    const planned = count((shopper) => isIn(shopper) && shopper.platform !== null);
    const button = `Send to ${planned} recipients`;
    await seeText(page, button);
    await press(page, 'button', 'Remove line 2.2');
    await seeText(page, 'Something was changed since the check');
    await press(page, 'button', 'Add a line to group 2');
    await choose(page, 'Line 2.2', 0, 'Tag');
    await typeInto(page, 'Line 2.2', 'new');
    await seeFigure(count(isIn));
    await press(page, 'button', 'Check');
    await vi.waitFor(async () => expect(await textOf(page)).not.toContain('Something was changed'), SOON);
    await press(page, 'button', button);
    await seeText(page, 'It is launched');

    const { db } = sending.gateway.fresh;
    const [launched] = await db.rows<{ key: number }>(
      `SELECT notification_key AS key FROM notifications.definition WHERE kind = 'campaign' AND app_id = $1`,
      [sending.gateway.appId],
    );
    await sending.drain();
    expect((await sending.dispatch(launched?.key ?? 0)).planned).toBe(planned);
  });
});
