import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SegmentCalculatorService } from '#libs/audience';
import { TaggingRunnerService } from '#libs/users';
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

const SHOPPERS = sampleShoppers(120, 3);
const isVip = ({ tags }: Shopper): boolean => tags.includes('vip');
const isMember = ({ plans }: Shopper): boolean => plans.includes('plus');
const countOf = (matches: (shopper: Shopper) => boolean): number => SHOPPERS.filter(matches).length;

describe.each(findBrowsers('tags for audiences on a real gateway'))('Tags for audiences in %s', (kind) => {
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

  it('A member tags exactly a combination of the overlap, sees the progress, and takes the tag off again', async () => {
    const chosen = countOf((shopper) => isVip(shopper) && !isMember(shopper));
    await press(page, 'link', 'Audience');
    await seeText(page, `of ${SHOPPERS.length} users`);
    await choose(page, 'Line 1', 0, 'Tag');
    await typeInto(page, 'Line 1', 'vip');
    await seeText(page, `alone ${countOf(isVip)}`);
    await page.focus('::-p-aria([name="Choose a segment Compare with"][role="button"])');
    await page.keyboard.press('Enter');
    await takeOption(page, 'members');
    await activate(page, 'Save as a tag: Only Described here');
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
    await seeText(page, 'Give them a tag');
    await typeAt(page, 'Tag', 'plus people');
    await activate(page, 'Give the tag');
    await seeText(page, `plus people: ${countOf(isMember)} people.`);
    await press(page, 'link', 'How far it is');
    await activate(page, 'Stop: plus people');
    await seeText(page, 'Stopped. Who is done stays as they are.');
    await runDue();
    expect(await countTagged('plus people')).toBe(0);

    await press(page, 'link', 'Audience');
    await seeText(page, `of ${SHOPPERS.length} users`);
    await choose(page, 'Line 1', 0, 'Tag');
    await typeInto(page, 'Line 1', 'nobody has this');
    await seeText(page, 'alone 0');
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
    expect(await textOf(page)).not.toContain('Give them a tag');
  });
});
