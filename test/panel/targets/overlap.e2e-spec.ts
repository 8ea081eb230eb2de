import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SegmentCalculatorService, SegmentService } from '#libs/audience';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../support/contract/gateway.js';
import { addShoppers } from '../../support/contract/shoppers.js';
import { enterPanel } from '../../support/panel/entering/enter-panel.js';
import { activate, chooseAt, openAt, typeAt } from '../../support/panel/keyboard/keyboard.js';
import {
  closePage,
  findBarriers,
  findBrowsers,
  findColourBarriers,
  launchBrowser,
  press,
  seeText,
  type StoryBrowser,
} from '../../support/panel/panel-browser.js';
import { choose, typeInto } from '../../support/panel/targets/typed-lines.js';
import { MEMBERS, sampleShoppers, type Shopper } from '../../support/rooms/grouped-targets.js';

const SOON = { timeout: 30_000, interval: 50 };
const SHOPPERS = sampleShoppers(120, 3);
const BARS = 'ol[aria-label="Each user once, by combination of audiences"] > li';
const SHOWN = 12;
const COMPARE = '::-p-aria([name="Choose a segment Compare with"][role="button"])';

type Meaning = (shopper: Shopper) => boolean;
const isVip: Meaning = ({ tags }) => tags.includes('vip');
/** Segments beside that of the members. */
const SETS: [name: string, target: object, matches: Meaning][] = [
  ['iphones', { installation: { platform: 'IOS' } }, ({ platform }) => platform === 'IOS'],
  ['lake', { profile: { city: 'Van' } }, ({ city }) => city === 'Van'],
  ['often', { profile: { visits: { $gte: 9 } } }, ({ visits }) => visits !== null && visits >= 9],
  ['paying', { event: { name: 'Paid', within: '30d' } }, ({ paid }) => paid > 0],
  ['recent', { tag: 'new' }, ({ tags }) => tags.includes('new')],
  ['trial', { profile: { plans: 'trial' } }, ({ plans }) => plans.includes('trial')],
];
const isMember: Meaning = ({ plans }) => plans.includes('plus');

describe.each(findBrowsers('the overlap of audiences on a real gateway'))('Overlap of audiences in %s', (kind) => {
  let browser: StoryBrowser;
  let gateway: TestGateway;
  let page: Page;
  beforeAll(async () => {
    [browser, gateway] = await Promise.all([launchBrowser(kind), startGateway()]);
    await addShoppers(gateway, SHOPPERS);
    const segments = [MEMBERS, ...SETS.map(([name, target]) => ({ name, target }))];
    await gateway.app.get(ApplyService).apply({ app: 'shop', segments }, { dryRun: false });
  }, 120_000);
  afterAll(async () => {
    await Promise.all([browser?.close(), gateway?.close()]);
  });
  beforeEach(async () => {
    page = await enterPanel(browser, gateway, { name: 'Ada', role: 'marketer' });
    await press(page, 'link', 'Audience');
    await seeText(page, `of ${SHOPPERS.length} users`);
    await choose(page, 'Line 1', 0, 'Tag');
    await typeInto(page, 'Line 1', 'vip');
    await seeText(page, `${SHOPPERS.filter(isVip).length} on its own`);
  });
  afterEach(() => closePage(page));

  async function compareWith(name: string): Promise<void> {
    await chooseAt(page, COMPARE, name);
    await page.locator(`::-p-aria([name="Remove ${name}"][role="button"])`).wait();
  }

  /** By plain code: the names of the combinations with their users, the largest first. */
  function combinationsOf(sets: readonly (readonly [name: string, matches: Meaning])[]): [string, number][] {
    const counts = new Map<number, number>();
    for (const shopper of SHOPPERS) {
      const bits = sets.reduce((sum, [, matches], place) => sum + (matches(shopper) ? 2 ** place : 0), 0);
      counts.set(bits, (counts.get(bits) ?? 0) + 1);
    }
    counts.delete(0);
    return [...counts]
      .toSorted(([a, users], [b, moreUsers]) => moreUsers - users || a - b)
      .map(([bits, users]) => {
        const isIn = (_: unknown, place: number): boolean => (bits & (2 ** place)) !== 0;
        const inside = sets.filter(isIn).map(([name]) => name);
        const outside = sets.filter((set, place) => !isIn(set, place)).map(([name]) => name);
        const all = inside.join(' + ');
        const text =
          outside.length === 0 ? all : inside.length === 1 ? `Only ${all}` : `${all}, without ${outside.join(', ')}`;
        return [text, users];
      });
  }

  const listBars = (): Promise<(string | null)[][]> =>
    page.$$eval(BARS, (bars) =>
      bars.map((bar) => [...bar.querySelectorAll('p > span, p > strong')].map((part) => part.textContent)),
    );

  const asTexts = (combinations: [string, number][]): string[][] =>
    combinations.map(([name, users]) => [name, String(users)]);

  it('A member sees by the keyboard the exact overlap of two and of three audiences, as bars and as tables, in light and dark', async () => {
    await compareWith('members');
    const both = SHOPPERS.filter((shopper) => isVip(shopper) && isMember(shopper)).length;
    const shared = [SHOPPERS.filter(isVip).length, both, both, SHOPPERS.filter(isMember).length].map(String);
    const cells = () => page.$$eval('[aria-label="Pairs"] td', (all) => all.map((cell) => cell.textContent));
    await vi.waitFor(async () => expect(await cells()).toEqual(shared), SOON);
    await compareWith('lake');
    const expected = combinationsOf([
      ['This audience', isVip],
      ['members', isMember],
      ['lake', ({ city }) => city === 'Van'],
    ]);
    await vi.waitFor(async () => expect(await listBars()).toEqual(asTexts(expected)), SOON);
    expect(await findBarriers(page)).toEqual([]);
    const dots = await page.$$eval(`${BARS}:first-child svg[viewBox]`, (all) => all.map((dot) => dot.textContent));
    expect(dots).toEqual(['1', '2', '3']);
    await page.evaluate('document.documentElement.dataset.theme = "dark"');
    expect(await findColourBarriers(page)).toEqual([]);
    await page.evaluate('document.documentElement.dataset.theme = "light"');
    await openAt(page, `figure:has(${BARS}) summary`);
    const rows = () =>
      page.$$eval(`figure:has(ol) details[open] tbody tr`, (all) =>
        all.map((row) => [...row.children].slice(0, 2).map((cell) => cell.textContent)),
      );
    await vi.waitFor(async () => expect(await rows()).toEqual(asTexts(expected)), SOON);
    expect(await findBarriers(page)).toEqual([]);
  });

  it('A member saves the users of an exact combination of audiences as a segment', async () => {
    await compareWith('members');
    await compareWith('lake');
    const inVan: Meaning = ({ city }) => city === 'Van';
    const save = 'Save as a segment: This audience + members, without lake';
    await page.locator(`::-p-aria([name="${save}"][role="button"])`).wait();
    await activate(page, save);
    await page.locator('[role=group][aria-label^="A segment of exactly"] input').wait();
    await page.focus('[role=group][aria-label^="A segment of exactly"] input');
    await page.keyboard.type('both but no lake');
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await seeText(page, 'both but no lake is a segment now.');
    await gateway.app.get(SegmentCalculatorService).calculateDue(gateway.appId);
    const stored = await gateway.app.get(SegmentService).list(gateway.appId, 0);
    expect(stored.find(({ name }) => name === 'both but no lake')?.userCount).toBe(
      SHOPPERS.filter((shopper) => isVip(shopper) && isMember(shopper) && !inVan(shopper)).length,
    );
  });

  it('A member sees the largest combinations of eight audiences, how many are left out, and all of them on demand', async () => {
    await compareWith('members');
    for (const [name] of SETS) {
      await compareWith(name);
    }
    const expected = combinationsOf([
      ['This audience', isVip],
      ['members', isMember],
      ...SETS.map(([name, , matches]) => [name, matches] as const),
    ]);
    await vi.waitFor(async () => expect(await listBars()).toEqual(asTexts(expected.slice(0, SHOWN))), SOON);
    const rest = expected.slice(SHOWN);
    const users = rest.reduce((sum, [, n]) => sum + n, 0);
    await seeText(page, `And ${rest.length} smaller combinations with ${users} users together.`);
    await activate(page, 'Show all combinations');
    await vi.waitFor(async () => expect(await listBars()).toEqual(asTexts(expected)), SOON);
    expect(await findBarriers(page)).toEqual([]);
  });

  const listDrawn = (): Promise<(string | null)[]> =>
    page.$$eval('main a[href*="/users/"]', (links) => links.map((link) => link.textContent));

  it('A member sees some of an audience when they are requested right after the last key', async () => {
    const draw = await page.waitForSelector('::-p-aria([name="Show a sample"][role="button"])');
    await page.focus('[aria-label="Line 1"] input[type=text]');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('p');
    await draw?.evaluate((button) => (button as unknown as { click: () => void }).click());
    await vi.waitFor(async () => expect(await listDrawn()).toHaveLength(25), SOON);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(await listDrawn()).toHaveLength(25);
  });

  it('A member keeps seeing some of an audience when the segments of the application change', async () => {
    await activate(page, 'Show a sample');
    await vi.waitFor(async () => expect(await listDrawn()).toHaveLength(25), SOON);
    const drawn = await listDrawn();
    await typeAt(page, 'Name of the segment', 'important');
    await activate(page, 'Save the segment');
    await seeText(page, 'important is a segment now.');
    await openAt(page, COMPARE);
    await page.locator('::-p-aria([name="important"][role="option"])').wait();
    expect(await listDrawn()).toEqual(drawn);
  });
});
