import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { addShoppers } from '../../support/contract/shoppers.js';
import { enterPanel } from '../../support/panel/entering/enter-panel.js';
import { activate, typeAt } from '../../support/panel/keyboard/keyboard.js';
import {
  closePage,
  findBarriers,
  findBrowsers,
  isMatched,
  launchBrowser,
  press,
  seeText,
  textOf,
  type StoryBrowser,
} from '../../support/panel/panel-browser.js';
import { choose, typeInto } from '../../support/panel/targets/typed-lines.js';
import { sampleShoppers, type Shopper } from '../../support/rooms/grouped-targets.js';

const kinds = findBrowsers('the audience of a campaign on a real gateway');
const SOON = { timeout: 30_000, interval: 50 };
const SHOPPERS = sampleShoppers(120, 3);

describe.each(kinds)('Audience of a campaign in %s', (kind) => {
  let browser: StoryBrowser;
  let sending: Sending;
  let page: Page;
  beforeAll(async () => {
    [browser, sending] = await Promise.all([launchBrowser(kind), startSending()]);
    await addShoppers(sending.gateway, SHOPPERS);
    const attributes = [{ code: 'card', dataType: 'STRING', privateInfo: true }];
    await sending.gateway.app.get(ApplyService).apply({ app: 'shop', attributes }, { dryRun: false });
    await sending.post('registerUsers', [
      { extId: 'ada', platform: 'IOS', deviceToken: 'a'.repeat(64), tags: ['friend'] },
      { extId: 'bob', platform: 'IOS', deviceToken: 'b'.repeat(64) },
      {
        extId: 'carl',
        platform: 'CHROME',
        deviceToken: JSON.stringify((await sending.simulators.subscriptions(1))[0]),
        tags: ['friend'],
      },
    ]);
  }, 120_000);
  afterAll(async () => {
    await Promise.all([browser?.close(), sending?.close()]);
  });
  afterEach(() => closePage(page));

  const count = (matches: (shopper: Shopper) => boolean): number => SHOPPERS.filter(matches).length;
  const isEnabled = (button: string) =>
    isMatched(page, `::-p-aria([name="${button}"][role="button"])`, ':not(:disabled)');

  /** Enters the panel and opens an empty campaign. */
  async function open(name: string): Promise<void> {
    page = await enterPanel(browser, sending.gateway, { name, role: 'marketer' });
    await page.goto(`${sending.gateway.base}/panel/apps/shop/campaigns/new`);
    await seeText(page, 'Preview');
  }

  async function describeHere(tag: string): Promise<void> {
    await press(page, 'button', 'Everybody Audience');
    await press(page, 'option', 'New conditions');
    await seeText(page, 'Complete every line first, or remove it.');
    await choose(page, 'Line 1', 0, 'Tag');
    await typeInto(page, 'Line 1', tag);
  }

  /** Names a person, and asks by the keyboard. */
  async function ask(extId: string): Promise<void> {
    await typeAt(page, 'Preview as', extId);
    await seeText(page, `Will ${extId} get it?`);
    await activate(page, 'Check person');
  }

  it('A campaign to groups goes to as many as the description, the check and the button say', async () => {
    const isIn = ({ tags, city }: Shopper) => tags.includes('vip') && city !== 'Van';
    await open('Ada');
    await typeAt(page, 'Name of the campaign', 'For members');
    await typeAt(page, 'Text', 'Members see it first.');
    await describeHere('vip');
    await activate(page, 'Add a group');
    await choose(page, 'Group 2', 0, 'none of these');
    await seeText(page, 'Complete every line of the audience first, or remove it.');
    expect(await isEnabled('Check')).toBe(false);
    await choose(page, 'Line 2.1', 1, 'City');
    await typeInto(page, 'Line 2.1', 'Van');
    const [ios, android] = (['IOS', 'ANDROID'] as const).map((name) =>
      count((shopper) => isIn(shopper) && shopper.platform === name),
    );
    await seeText(page, 'Reachable, by platform');
    await vi.waitFor(
      async () =>
        expect(await textOf(page)).toMatch(
          new RegExp(`iOS\\s+${ios}\\s+${ios}\\s+Android\\s+${android}\\s+${android}`),
        ),
      SOON,
    );
    expect(await findBarriers(page)).toEqual([]);

    await page.reload();
    await press(page, 'button', 'Check');
    const planned = count((shopper) => isIn(shopper) && shopper.platform !== null);
    await seeText(page, `Send to ${planned} recipients`);
    await press(page, 'button', `Send to ${planned} recipients`);
    await seeText(page, 'Campaign launched');

    const { db } = sending.gateway.fresh;
    const [launched] = await db.rows<{ key: number }>(
      `SELECT notification_key AS key FROM notifications.definition WHERE kind = 'campaign' AND app_id = $1`,
      [sending.gateway.appId],
    );
    await sending.drain();
    expect((await sending.dispatch(launched?.key ?? 0)).planned).toBe(planned);
  });

  it('The forecast shows which clause excludes a person, which device is missing, and that an id is unknown', async () => {
    await open('Ada');
    await seeText(page, 'Choose a person above.');
    await typeAt(page, 'Preview as', 'ada');
    await seeText(page, 'The campaign is not complete yet.');
    expect(await isEnabled('Check person')).toBe(false);
    await typeAt(page, 'Name of the campaign', 'For members');
    await typeAt(page, 'Text', 'Members see it first.');
    await describeHere('friend');
    await ask('ada');
    await seeText(page, 'ada would get it now.');
    await seeText(page, 'has the tag friend');
    await seeText(page, 'iOS: would get it');
    await seeText(page, 'Android: no device there');
    expect(await findBarriers(page)).toEqual([]);

    await typeAt(page, 'Preview as', 'bob');
    await seeText(page, 'The campaign has changed since.');
    await activate(page, 'Check person');
    await seeText(page, 'bob would not get it: not in the audience.');
    expect(await page.$eval('[role=status] li', (line) => line.textContent)).toContain('does not match');
    expect(await findBarriers(page)).toEqual([]);

    await ask('carl');
    await seeText(page, 'carl would not get it: in the audience, but not reachable.');
    expect(await textOf(page)).toMatch(/iOS: no device there\s+Android: no device there/);
    await ask('nobody');
    await seeText(page, 'There is no person with the id nobody');
    expect(await findBarriers(page)).toEqual([]);
  });

  it('The forecast is refused for a message with data that the member may not see', async () => {
    await open('Mia');
    await typeAt(page, 'Name of the campaign', 'Cards');
    await typeAt(page, 'Text', 'Your card @{card|of ours}');
    await ask('ada');
    await seeText(page, "The message looks at 'card', which is private: you lack the permission users.private");
    expect(await findBarriers(page)).toEqual([]);
  });
});
