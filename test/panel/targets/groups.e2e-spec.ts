import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SegmentCalculatorService } from '#libs/audience';
import { TaggingRunnerService } from '#libs/users/imports';
import { startGateway, type TestGateway } from '../../support/contract/gateway.js';
import { addShoppers } from '../../support/contract/shoppers.js';
import { enterPanel } from '../../support/panel/entering/enter-panel.js';
import { activate, takeOption, typeAt } from '../../support/panel/keyboard/keyboard.js';
import {
  closePage,
  findBarriers,
  findBrowsers,
  findColourBarriers,
  launchBrowser,
  press,
  seeText,
  textOf,
  type StoryBrowser,
} from '../../support/panel/panel-browser.js';
import { choose, typeInto } from '../../support/panel/targets/typed-lines.js';
import { sampleShoppers, type Shopper } from '../../support/rooms/grouped-targets.js';

const SOON = { timeout: 30_000, interval: 50 };
const SHOPPERS = sampleShoppers(120, 3);
const isVip = ({ tags }: Shopper): boolean => tags.includes('vip');
const isMember = ({ plans }: Shopper): boolean => plans.includes('plus');
const countOf = (matches: (shopper: Shopper) => boolean): number => SHOPPERS.filter(matches).length;

describe.each(findBrowsers('groups and tags of audiences on a real gateway'))(
  'Groups and tags of audiences in %s',
  (kind) => {
    let browser: StoryBrowser;
    let gateway: TestGateway;
    let page: Page;
    beforeAll(async () => {
      [browser, gateway] = await Promise.all([launchBrowser(kind), startGateway()]);
      await addShoppers(gateway, SHOPPERS);
      await gateway.app.get(SegmentCalculatorService).calculateDue(gateway.appId);
    }, 120_000);
    afterAll(async () => {
      await Promise.all([browser?.close(), gateway?.close()]);
    });
    beforeEach(async () => {
      page = await enterPanel(browser, gateway, { name: 'Ida', role: 'admin' });
    });
    afterEach(() => closePage(page));

    /** The work of a scheduler. */
    const runDue = () => gateway.app.get(TaggingRunnerService).runDue();
    /** By the rows. */
    const countTagged = async (tag: string): Promise<number | undefined> =>
      (
        await gateway.fresh.db.row<{ n: number }>(
          `SELECT count(*)::int AS n FROM users.app_user AS u JOIN users.tag AS t ON t.app_id = u.app_id AND t.tag_id = ANY (u.tags)
         WHERE t.name = $1`,
          [tag],
        )
      )?.n;

    async function openAudience(): Promise<void> {
      await press(page, 'link', 'Audience');
      await seeText(page, `of ${SHOPPERS.length} users`);
    }

    async function seeFigure(figure: number): Promise<void> {
      const total = `document.querySelector('main [aria-busy=false] strong')?.textContent`;
      await vi.waitFor(async () => expect(await page.evaluate(total)).toBe(String(figure)), SOON);
    }

    const target = async (): Promise<unknown> =>
      JSON.parse((await page.evaluate('document.querySelector("textarea").value')) as string);

    it('A member counts the users of either of two conditions by the keyboard, and sees some of them', async () => {
      await openAudience();
      const inVan = ({ city }: Shopper) => city === 'Van';
      const isVip = ({ tags }: Shopper) => tags.includes('vip');
      const isOnIos = ({ platform }: Shopper) => platform === 'IOS';
      await choose(page, 'Line 1', 0, 'Device');
      await typeInto(page, 'Line 1', 'IOS');
      await activate(page, 'Add a group');
      await choose(page, 'Line 2.1', 0, 'Tag');
      await typeInto(page, 'Line 2.1', 'vip');
      await activate(page, 'Add a line to group 2');
      await choose(page, 'Line 2.2', 1, 'City');
      await typeInto(page, 'Line 2.2', 'va');
      const suggestion = `Van · ${countOf(inVan)}`;
      await page.locator(`::-p-aria([name="${suggestion}"][role="button"])`).wait();
      await activate(page, suggestion);
      const either = (shopper: Shopper) => inVan(shopper) || isVip(shopper);
      await seeFigure(countOf((shopper) => isOnIos(shopper) && either(shopper)));
      await seeText(page, `${countOf(isOnIos)} on its own · ${countOf(isOnIos)} with the lines above`);
      await seeText(
        page,
        `${countOf(either)} on its own · ${countOf((shopper) => isOnIos(shopper) && either(shopper))} with the lines above`,
      );
      await seeText(page, `${countOf(isVip)} on its own`);
      expect(await findBarriers(page)).toEqual([]);
      await choose(page, 'Group 2', 0, 'none of these');
      await seeFigure(countOf((shopper) => isOnIos(shopper) && !either(shopper)));
      expect(await target()).toEqual({
        all: [{ installation: { platform: ['IOS'] } }, { none: [{ tag: ['vip'] }, { profile: { city: ['Van'] } }] }],
      });
      await activate(page, 'Show a sample');
      const listDrawn = async () =>
        (await page.$$eval('main a[href*="/users/"]', (links) => links.map((link) => link.textContent))) as string[];
      const size = Math.min(
        25,
        countOf((shopper) => isOnIos(shopper) && !either(shopper)),
      );
      await vi.waitFor(async () => expect(await listDrawn()).toHaveLength(size), SOON);
      const drawn = await listDrawn();
      const byId = new Map(SHOPPERS.map((shopper) => [shopper.extId, shopper]));
      const people = drawn.flatMap((extId) => byId.get(extId) ?? []);
      expect(people.length).toBe(drawn.length);
      expect(people.every((shopper) => isOnIos(shopper) && !either(shopper))).toBe(true);
    });

    it('A member tags exactly a combination of the overlap, sees the progress, and takes the tag off again', async () => {
      const chosen = countOf((shopper) => isVip(shopper) && !isMember(shopper));
      await openAudience();
      await choose(page, 'Line 1', 0, 'Tag');
      await typeInto(page, 'Line 1', 'vip');
      await seeText(page, `${countOf(isVip)} on its own`);
      await page.focus('::-p-aria([name="Choose a segment Compare with"][role="button"])');
      await page.keyboard.press('Enter');
      await takeOption(page, 'members');
      await activate(page, 'Save as a tag: Only This audience');
      await page.focus('[role=group][aria-label^="A tag for exactly"] input[type=text]');
      await page.keyboard.type('vip only');
      expect(await findBarriers(page)).toEqual([]);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await seeText(page, `vip only: ${chosen} people.`);
      expect(await countTagged('vip only'), 'nothing happens in the request').toBe(0);
      await press(page, 'link', 'How far it is');
      await seeText(page, `0 of ${chosen}`);
      expect(await findBarriers(page)).toEqual([]);
      await page.evaluate('document.documentElement.dataset.theme = "dark"');
      expect(await findColourBarriers(page)).toEqual([]);
      await page.evaluate('document.documentElement.dataset.theme = "light"');
      await runDue();
      await seeText(page, `${chosen} of ${chosen}`);
      expect(await countTagged('vip only')).toBe(chosen);

      await activate(page, 'Take off: vip only');
      await seeText(page, 'Everybody who has the tag now loses it');
      expect(await findBarriers(page)).toEqual([]);
      await activate(page, 'Take the tag off');
      await seeText(page, 'waits to be taken off');
      await runDue();
      await seeText(page, 'taken off');
      expect(await countTagged('vip only')).toBe(0);
    });

    it('A member tags the members of a segment, stops it, and sees why an empty audience is refused', async () => {
      await page.goto(`${gateway.base}/panel/apps/shop/audience/segments`);
      await press(page, 'link', 'members');
      await seeText(page, 'Tag this audience');
      await typeAt(page, 'Tag', 'plus people');
      await activate(page, 'Give the tag');
      await seeText(page, `plus people: ${countOf(isMember)} people.`);
      await press(page, 'link', 'How far it is');
      await activate(page, 'Stop: plus people');
      await seeText(page, 'Stopped. Who is done stays as they are.');
      await runDue();
      expect(await countTagged('plus people')).toBe(0);

      await openAudience();
      await choose(page, 'Line 1', 0, 'Tag');
      await typeInto(page, 'Line 1', 'nobody has this');
      await seeText(page, '0 on its own');
      await typeAt(page, 'Tag', 'x');
      await activate(page, 'Give the tag');
      await seeText(page, 'Nobody is in the audience');
      expect(await findBarriers(page)).toEqual([]);
    });

    it('Tagging is offered only to members who may import', async () => {
      await closePage(page);
      page = await enterPanel(browser, gateway, { name: 'Max', role: 'marketer' });
      await press(page, 'link', 'Audience');
      await seeText(page, 'Save as a segment');
      expect(await textOf(page)).not.toContain('Tag this audience');
    });
  },
);
