import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startGateway, type TestGateway } from '../../support/contract/gateway.js';
import { addShoppers } from '../../support/contract/shoppers.js';
import { activate } from '../../support/panel/keyboard/keyboard.js';
import { enterPanel } from '../../support/panel/entering/enter-panel.js';
import {
  closePage,
  findBarriers,
  findBrowsers,
  launchBrowser,
  press,
  seeText,
  type StoryBrowser,
} from '../../support/panel/panel-browser.js';
import { choose as chooseIn, typeInto } from '../../support/panel/targets/typed-lines.js';
import { PLACE, sampleShoppers, type Shopper } from '../../support/rooms/grouped-targets.js';

const kinds = findBrowsers('groups of clauses on a real gateway');
const SOON = { timeout: 30_000, interval: 50 };
const SHOPPERS = sampleShoppers(120, 3);

describe.each(kinds)('Audiences by groups in %s', (kind) => {
  let browser: StoryBrowser;
  let gateway: TestGateway;
  let page: Page;
  beforeAll(async () => {
    [browser, gateway] = await Promise.all([launchBrowser(kind), startGateway()]);
    await addShoppers(gateway, SHOPPERS);
  }, 120_000);
  afterAll(async () => {
    await Promise.all([browser?.close(), gateway?.close()]);
  });
  beforeEach(async () => {
    page = await enterPanel(browser, gateway, { name: 'Ada', role: 'marketer' });
    await press(page, 'link', 'Audience');
    await seeText(page, `of ${SHOPPERS.length} users`);
  });
  afterEach(() => closePage(page));

  const fitting = (matches: (shopper: Shopper) => boolean): number => SHOPPERS.filter(matches).length;

  const choose = (part: string, place: number, name: string) => chooseIn(page, part, place, name);
  const type = (part: string, text: string) => typeInto(page, part, text);

  async function seeFigure(figure: number): Promise<void> {
    const total = `document.querySelector('main [aria-busy=false] strong')?.textContent`;
    await vi.waitFor(async () => expect(await page.evaluate(total)).toBe(String(figure)), SOON);
  }

  const target = async (): Promise<unknown> =>
    JSON.parse((await page.evaluate('document.querySelector("textarea").value')) as string);

  it('A member counts the users of either of two conditions by the keyboard, and sees some of them', async () => {
    const inVan = ({ city }: Shopper) => city === 'Van';
    const isVip = ({ tags }: Shopper) => tags.includes('vip');
    const isOnIos = ({ platform }: Shopper) => platform === 'IOS';
    await choose('Line 1', 0, 'Device');
    await type('Line 1', 'IOS');
    await activate(page, 'Add a group');
    await choose('Line 2.1', 0, 'Tag');
    await type('Line 2.1', 'vip');
    await activate(page, 'Add a line to group 2');
    await choose('Line 2.2', 1, 'City');
    await type('Line 2.2', 'va');
    const suggestion = `Van · ${fitting(inVan)}`;
    await page.locator(`::-p-aria([name="${suggestion}"][role="button"])`).wait();
    await activate(page, suggestion);
    const either = (shopper: Shopper) => inVan(shopper) || isVip(shopper);
    await seeFigure(fitting((shopper) => isOnIos(shopper) && either(shopper)));
    await seeText(page, `alone ${fitting(isOnIos)} · here ${fitting(isOnIos)}`);
    await seeText(page, `alone ${fitting(either)} · here ${fitting((shopper) => isOnIos(shopper) && either(shopper))}`);
    await seeText(page, `alone ${fitting(isVip)}`);
    expect(await findBarriers(page)).toEqual([]);
    await choose('Group 2', 0, 'none of these');
    await seeFigure(fitting((shopper) => isOnIos(shopper) && !either(shopper)));
    expect(await target()).toEqual({
      all: [{ installation: { platform: ['IOS'] } }, { none: [{ tag: ['vip'] }, { profile: { city: ['Van'] } }] }],
    });
    await activate(page, 'Show some of them');
    const listDrawn = async () =>
      (await page.$$eval('main a[href*="/users/"]', (links) => links.map((link) => link.textContent))) as string[];
    const size = Math.min(
      25,
      fitting((shopper) => isOnIos(shopper) && !either(shopper)),
    );
    await vi.waitFor(async () => expect(await listDrawn()).toHaveLength(size), SOON);
    const drawn = await listDrawn();
    const byId = new Map(SHOPPERS.map((shopper) => [shopper.extId, shopper]));
    const people = drawn.flatMap((extId) => byId.get(extId) ?? []);
    expect(people.length).toBe(drawn.length);
    expect(people.every((shopper) => isOnIos(shopper) && !either(shopper))).toBe(true);
  });

  it('A stored target is found in the lines, and its overlap with a segment is shown', async () => {
    const stored = { tag: 'vip', none: [{ location: { ...PLACE, radius: 5 } }] };
    const isIn = ({ tags, platform, isNear }: Shopper) => tags.includes('vip') && !(platform !== null && isNear);
    await page.click('summary');
    await page.focus('textarea');
    await page.keyboard.down('Control');
    await page.keyboard.press('a');
    await page.keyboard.up('Control');
    await page.keyboard.type(JSON.stringify(stored));
    await seeText(page, 'has a device around');
    await seeFigure(fitting(isIn));
    await page.locator('::-p-aria([name="Choose a segment Compare with"][role="button"])').click();
    await page.locator('::-p-aria([name="members"][role="option"])').click();
    await page.locator('::-p-aria([name="Remove members"][role="button"])').wait();
    const isMember = ({ plans }: Shopper) => plans.includes('plus');
    const both = fitting((shopper) => isIn(shopper) && isMember(shopper));
    const cells = () => page.$$eval('[aria-label="Two by two"] td', (all) => all.map((cell) => cell.textContent));
    const shared = [fitting(isIn), both, both, fitting(isMember)].map(String);
    await vi.waitFor(async () => expect(await cells()).toEqual(shared), SOON);
    expect(await findBarriers(page)).toEqual([]);
  });
});
