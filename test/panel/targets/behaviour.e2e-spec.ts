import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../support/contract/gateway.js';
import { activate, typeAt } from '../../support/panel/keyboard/keyboard.js';
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
import { choose as chooseIn } from '../../support/panel/targets/typed-lines.js';

const kinds = findBrowsers('behaviour and reach on a real gateway');
const SOON = { timeout: 30_000, interval: 50 };
const NARROW = { width: 320, height: 800 };

/** Events, visits and consents of a user, by the number of the user. */
const customers = Array.from({ length: 240 }, (_, i) => ({
  extId: `c${i}`,
  bought: i % 4,
  price: 5 + (i % 3) * 5,
  isRecent: i % 5 === 0,
  platform: i % 2 === 0 ? 'IOS' : 'ANDROID',
  takesPush: i % 7 !== 0,
  method: i % 11 < 6 ? 'card' : 'cash',
}));
type Customer = (typeof customers)[number];

describe.each(kinds)('Audiences by behaviour in %s', (kind) => {
  let browser: StoryBrowser;
  let gateway: TestGateway;
  let page: Page;
  beforeAll(async () => {
    [browser, gateway] = await Promise.all([launchBrowser(kind), startGateway()]);
    const events = [{ code: 'Paid', attributes: [{ code: 'method', dataType: 'STRING' }] }];
    await gateway.app.get(ApplyService).apply({ app: 'shop', events }, { dryRun: false });
    const bodies: [path: string, body: unknown][] = [
      ['registerUsers', customers.map(({ extId, platform }) => ({ extId, platform, deviceToken: `token-${extId}` }))],
      ...customers.flatMap(({ extId, takesPush }): [string, unknown][] =>
        takesPush ? [] : [['disablePush', { extId }]],
      ),
      [
        'fireEvents',
        customers.flatMap(({ extId, bought, price, method }) => [
          { extId, name: 'Paid', method },
          ...Array.from({ length: bought }, () => ({ extId, name: 'ProductPurchaseEvent', price })),
        ]),
      ],
    ];
    for (const [path, body] of bodies) {
      const answer = await gateway.call(`/rest/3.0/${path}`, { body });
      expect(answer.status, answer.text).toBe(200);
    }
    await gateway.fresh.db.affected(
      `UPDATE users.installation AS i SET last_active_at = now() - CASE WHEN u.ext_id = ANY ($2) THEN 1 ELSE 20 END * interval '1 day'
       FROM users.app_user AS u WHERE u.vb = i.vb AND u.app_id = i.app_id AND u.uid = i.uid AND i.app_id = $1`,
      [gateway.appId, customers.filter(({ isRecent }) => isRecent).map(({ extId }) => extId)],
    );
  }, 120_000);
  afterAll(async () => {
    await Promise.all([browser?.close(), gateway?.close()]);
  });
  beforeEach(async () => {
    page = await enterPanel(browser, gateway, { name: 'Ada', role: 'marketer' });
    await press(page, 'link', 'Audience');
    await seeText(page, `of ${customers.length} users`);
  });
  afterEach(() => closePage(page));

  const choose = (part: string, place: number, name: string) => chooseIn(page, part, place, name);

  async function seeFigure(figure: number): Promise<void> {
    const total = `document.querySelector('main [aria-busy=false] strong')?.textContent`;
    await vi.waitFor(async () => expect(await page.evaluate(total)).toBe(String(figure)), SOON);
  }

  const fitting = (...tests: ((customer: Customer) => boolean)[]): number =>
    customers.filter((customer) => tests.every((test) => test(customer))).length;

  it('A member counts customers by purchases, visits, reach and a detail of an event, by the keyboard', async () => {
    const bought = ({ bought: times, price }: Customer) => times >= 2 && price >= 10;
    const isGone = ({ isRecent }: Customer) => !isRecent;
    const isReached = ({ platform, takesPush }: Customer) => platform === 'IOS' && takesPush;
    const paidByCard = ({ method }: Customer) => method === 'card';
    await choose('Line 1', 0, 'Product');
    await typeAt(page, 'At least how many times', '2');
    await typeAt(page, 'Days', '30');
    await activate(page, 'Add a condition to line 1');
    await choose('Condition 1 of line 1', 0, 'Price');
    await choose('Condition 1 of line 1', 1, 'is at least');
    await typeAt(page, 'Value', '10');
    await seeFigure(fitting(bought));
    await activate(page, 'Add a line');
    await choose('Line 2', 0, 'First or last seen');
    await choose('Line 2', 2, 'not in this time');
    await typeAt(page, 'Days', '7');
    await seeFigure(fitting(bought, isGone));
    await activate(page, 'Add a line');
    await choose('Line 3', 0, 'Reachability');
    await seeText(page, 'can be reached on iOS');
    await seeFigure(fitting(bought, isGone, isReached));
    await activate(page, 'Add a line');
    await choose('Line 4', 0, 'Behaviour');
    await choose('Line 4', 1, 'Paid');
    await choose('Line 4', 3, 'at any time');
    await activate(page, 'Add a condition to line 4');
    await typeAt(page, 'Values', 'card');
    const all = fitting(bought, isGone, isReached, paidByCard);
    await seeFigure(all);
    expect(all).toBeGreaterThan(0);
    expect(all).toBeLessThan(fitting(bought, isGone, isReached));
    await seeText(
      page,
      `${fitting(isReached)} on its own · ${fitting(bought, isGone, isReached)} with the lines above`,
    );
    expect(JSON.parse((await page.evaluate('document.querySelector("textarea").value')) as string)).toEqual({
      event: [{ name: 'Paid', where: { method: ['card'] } }],
      product: [{ action: 'bought', atLeast: 2, within: '30d', price: { atLeast: 10 } }],
      lastSeen: { within: '7d', not: true },
      reachable: { $and: ['IOS'] },
    });
    expect(await findBarriers(page)).toEqual([]);
    await page.setViewport(NARROW);
    await vi.waitFor(
      async () => expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(NARROW.width),
      SOON,
    );
  });

  it('A stored target is found in the lines, also with an event that no longer exists', async () => {
    const stored = {
      event: { name: 'Gone', from: '2030-01-01', to: '2030-02-01', where: { colour: ['red'] } },
      reachable: { $not: ['MACOS'] },
    };
    await page.click('summary');
    await page.focus('textarea');
    await page.keyboard.down('Control');
    await page.keyboard.press('a');
    await page.keyboard.up('Control');
    await page.keyboard.type(JSON.stringify(stored));
    await seeText(page, "Event 'Gone' is not defined");
    const chosen = ['Behaviour', 'Gone', 'did', 'between two days', 'colour', 'is one of'];
    const lists = await page.$$eval('[aria-label^="Line "] button[aria-haspopup]', (all) =>
      all.map((button) => button.textContent),
    );
    expect(lists).toEqual([...chosen, 'Reachability', 'MACOS', 'cannot be reached']);
    const typed = await page.$$eval('[aria-label^="Line "] input', (all) => all.map((field) => field.value));
    expect(typed).toEqual(['', '2030-01-01', '2030-02-01', 'red']);
    expect(await findBarriers(page)).toEqual([]);
    await choose('Line 1', 1, 'Paid');
    await seeText(page, 'cannot be reached on MACOS');
  });
});
