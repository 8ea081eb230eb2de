import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../support/contract/gateway.js';
import { chooseInLine, seeFigure } from '../support/panel/audience/audience-page.js';
import { activate, tabTo, takeOption, typeAt } from '../support/panel/keyboard/keyboard.js';
import { enterPanel } from '../support/panel/entering/enter-panel.js';
import {
  closePage,
  findBarriers,
  findBrowsers,
  launchBrowser,
  press,
  seeText,
  textOf,
  type StoryBrowser,
} from '../support/panel/panel-browser.js';

const kinds = findBrowsers('an audience on a real gateway');
const CITIES = ['Ankara', 'İzmir', 'Van'];
const USERS = Array.from({ length: 90 }, (_, index) => ({
  extId: `u${index}`,
  profile: { town: CITIES[index % 3], visits: index },
}));
const SOON = { timeout: 30_000, interval: 50 };
/** Three questions for thirty keys: the number waits until no one types. */
const MOST_QUESTIONS = 10;

describe.each(kinds)('Audience screen in %s', (kind) => {
  let browser: StoryBrowser;
  let gateway: TestGateway;
  let page: Page;
  let asked: string[];
  beforeAll(async () => {
    [browser, gateway] = await Promise.all([launchBrowser(kind), startGateway()]);
    const attributes = [
      { code: 'town', dataType: 'STRING' },
      { code: 'visits', dataType: 'INT' },
    ];
    await gateway.app.get(ApplyService).apply({ app: 'shop', attributes }, { dryRun: false });
    expect((await gateway.call('/rest/3.0/registerUsers', { body: USERS })).status).toBe(200);
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), gateway?.close()]);
  });
  beforeEach(async () => {
    page = await enterPanel(browser, gateway, { name: 'Ada', role: 'marketer' });
    asked = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/audience/preview')) {
        asked.push(request.url());
      }
    });
    await press(page, 'link', 'Audience');
    await seeText(page, 'of 90 users');
  });
  afterEach(() => closePage(page));

  /** Chooses the attribute of the only line by the keyboard. */
  const chooseAttribute = (code: string): Promise<void> => chooseInLine(page, 1, code);

  it('A member sees the exact number by the keyboard, and what each line leaves of it', async () => {
    await chooseAttribute('town');
    await typeAt(page, 'Values', 'Van, Ankara');
    await seeText(page, 'town is one of Van, Ankara');
    await seeFigure(page, '60');
    await activate(page, 'Add a line');
    await vi.waitFor(async () => expect(await page.$$('[role=group]')).toHaveLength(2), SOON);
    await seeText(page, '60 on its own · 60 with the lines above');
    await seeText(page, 'Incomplete: this line is ignored.');
    expect(await findBarriers(page)).toEqual([]);
    expect(asked.length).toBeLessThanOrEqual(MOST_QUESTIONS);
  });

  it('The audience screen asks at most ten times for thirty keys, and shows the number of the final text', async () => {
    await chooseAttribute('town');
    await tabTo(page, 'Values');
    await page.keyboard.type('Nowhere, Elsewhere, Ankara, Va', { delay: 60 });
    await seeFigure(page, '30');
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.length).toBeLessThanOrEqual(MOST_QUESTIONS);
  });

  it('A member sees an audience broken down by a value and by ranges of a number', async () => {
    await chooseAttribute('town');
    await typeAt(page, 'Values', 'Van, Ankara');
    await seeFigure(page, '60');
    await breakDownBy('Choose an attribute', 'town');
    await seeText(page, '60 of 60 users have a value.');
    expect(await barsOf('Users by town')).toEqual(['Ankara 50% 30', 'Van 50% 30']);
    await breakDownBy('town', 'visits');
    const ranges = await barsOf('Users by visits');
    expect([ranges.length, ranges[0]]).toEqual([9, '0 to below 10 11.7% 7']);
    expect(await findBarriers(page)).toEqual([]);
    await activate(page, 'As a table');
    await seeText(page, 'Of all here');
    expect(await findBarriers(page)).toEqual([]);
  });

  /** @param before  what stands in the list */
  async function breakDownBy(before: string, name: string): Promise<void> {
    const list = await page.waitForSelector(`::-p-aria([name="${before} Broken down by"][role="button"])`);
    await list?.focus();
    await page.keyboard.press('Enter');
    await takeOption(page, name);
  }

  /** The bars of a chart, each in a line. */
  const barsOf = async (title: string): Promise<string[]> => {
    await page.waitForSelector(`ol[aria-label="${title}"]`);
    return page.$$eval(`ol[aria-label="${title}"] li`, (bars) =>
      bars.map((bar) =>
        [...bar.querySelectorAll('p > span > span, p > span:first-child, strong')]
          .map((part) => part.textContent)
          .join(' '),
      ),
    );
  };

  it('A member reads what the server refuses about a value, and then the number again', async () => {
    await chooseAttribute('visits');
    await typeAt(page, 'Values', 'many');
    await seeText(page, 'visits');
    await vi.waitFor(async () => expect(await textOf(page)).toMatch(/'?visits'?.*(INT|number|whole)/i), SOON);
    for (let key = 0; key < 'many'.length; key += 1) {
      await page.keyboard.press('Backspace');
    }
    await page.keyboard.type('7');
    await seeFigure(page, '1');
  });
});
