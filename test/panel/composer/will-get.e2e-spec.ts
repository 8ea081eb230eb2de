import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../support/contract/sending.js';
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

const kinds = findBrowsers('whether a person will get a campaign');

describe.each(kinds)('Forecast for one person in %s', (kind) => {
  let browser: StoryBrowser;
  let sending: Sending;
  let page: Page;
  beforeAll(async () => {
    [browser, sending] = await Promise.all([launchBrowser(kind), startSending()]);
    const attributes = [{ code: 'card', dataType: 'STRING', privateInfo: true }];
    await sending.gateway.app.get(ApplyService).apply({ app: 'shop', attributes }, { dryRun: false });
    await sending.post('registerUsers', [
      { extId: 'ada', platform: 'IOS', deviceToken: 'a'.repeat(64), tags: ['vip'] },
      { extId: 'bob', platform: 'IOS', deviceToken: 'b'.repeat(64) },
      {
        extId: 'carl',
        platform: 'CHROME',
        deviceToken: JSON.stringify((await sending.simulators.subscriptions(1))[0]),
        tags: ['vip'],
      },
    ]);
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), sending?.close()]);
  });
  afterEach(() => closePage(page));

  const isAskable = () => isMatched(page, '::-p-aria([name="Find out"][role="button"])', ':not(:disabled)');

  /** Names a person, and asks by the keyboard. */
  async function ask(extId: string): Promise<void> {
    await typeAt(page, 'As a person gets it', extId);
    await seeText(page, `Will ${extId} get it?`);
    await activate(page, 'Find out');
  }

  it('The forecast shows which clause excludes a person, which device is missing, and that an id is unknown', async () => {
    page = await enterPanel(browser, sending.gateway, { name: 'Ada', role: 'marketer' });
    await press(page, 'link', 'Campaigns');
    await press(page, 'link', 'New campaign');
    await seeText(page, 'Name a person above.');
    await typeAt(page, 'As a person gets it', 'ada');
    await seeText(page, 'The campaign is not complete yet.');
    expect(await isAskable()).toBe(false);
    await typeAt(page, 'Name of the campaign', 'For members');
    await typeAt(page, 'Text', 'Members see it first.');
    await press(page, 'button', 'Everybody Audience');
    await press(page, 'option', 'Described here');
    await choose(page, 'Line 1', 0, 'Tag');
    await typeInto(page, 'Line 1', 'vip');
    await ask('ada');
    await seeText(page, 'ada would get it now.');
    await seeText(page, 'has the tag vip');
    await seeText(page, 'iOS: would get it');
    await seeText(page, 'Android: no device there');
    expect(await findBarriers(page)).toEqual([]);

    await typeAt(page, 'As a person gets it', 'bob');
    await seeText(page, 'The campaign was changed since.');
    await activate(page, 'Find out');
    await seeText(page, 'bob would not get it: not in the audience.');
    expect(await page.$eval('[role=status] li', (line) => line.textContent)).toContain('does not hold');
    expect(await findBarriers(page)).toEqual([]);

    await ask('carl');
    await seeText(page, 'carl would not get it: in the audience, but nothing reaches them.');
    expect(await textOf(page)).toMatch(/iOS: no device there\s+Android: no device there/);
    await ask('nobody');
    await seeText(page, 'Nobody has the id nobody');
    expect(await findBarriers(page)).toEqual([]);
  });

  it('The forecast is refused for a message with data that the member may not see', async () => {
    page = await enterPanel(browser, sending.gateway, { name: 'Mia', role: 'marketer' });
    await press(page, 'link', 'Campaigns');
    await press(page, 'link', 'New campaign');
    await typeAt(page, 'Name of the campaign', 'Cards');
    await typeAt(page, 'Text', 'Your card @{card|of ours}');
    await ask('ada');
    await seeText(page, "The message looks at 'card', which is private: you lack the permission users.private");
    expect(await findBarriers(page)).toEqual([]);
  });
});
