import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JourneyStepService } from '#libs/journeys';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { enterPanel } from '../../support/panel/entering/enter-panel.js';
import { activate, tabTo } from '../../support/panel/keyboard/keyboard.js';
import { reachableUsers } from '../../support/rooms/reachable-users.js';
import {
  closePage,
  findBarriers,
  findBrowsers,
  launchBrowser,
  seeText,
  type StoryBrowser,
} from '../../support/panel/panel-browser.js';

const JOURNEY = {
  name: 'look again',
  entry: { event: 'Cart' },
  steps: [
    { branch: { id: 'big', where: { price: { atLeast: 100 } } }, yes: [{ exit: 'rich' }], no: [] },
    { send: { id: 'hello', message: 'hello' } },
    { wait: { id: 'day', for: '1d' } },
  ],
};

describe.each(findBrowsers('ways through journeys'))('Ways through journeys in %s', (kind) => {
  let browser: StoryBrowser;
  let sending: Sending;
  let page: Page;
  const apply = (file: object) =>
    sending.gateway.app.get(ApplyService).apply({ app: 'shop', ...file }, { dryRun: false });
  const step = () => sending.gateway.app.get(JourneyStepService).stepDue();

  beforeAll(async () => {
    [browser, sending] = await Promise.all([launchBrowser(kind), startSending()]);
    await apply({ events: [{ code: 'Cart', attributes: [{ code: 'price', dataType: 'INT' }] }] });
    const message = { name: 'hello', title: 'Hello', message: 'Still here', platforms: ['IOS'] };
    await sending.post('createNotificationDefinition', message);
    await apply({ journeys: [JOURNEY] });
    await sending.post('registerUsers', await reachableUsers(sending.simulators, 'IOS', 2, 0));
    await sending.post('fireEvents', [
      { extId: 'ios-0', name: 'Cart', price: 5 },
      { extId: 'ios-1', name: 'Cart', price: 500 },
    ]);
    await sending.readFeed();
    await step();
    await sending.drain();
    page = await enterPanel(browser, sending.gateway, { name: 'Ada', role: 'owner' });
  }, 120_000);
  afterAll(async () => {
    await (page && closePage(page));
    await Promise.all([browser?.close(), sending?.close()]);
  });

  it('A member reads for today who passed each step, who left there, and why, by the keyboard', async () => {
    await page.goto(`${sending.gateway.base}/panel/apps/shop/journeys`);
    await activate(page, 'look again');
    await tabTo(page, 'Since it began');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await seeText(page, '1 here · 0 passed · 0 left');
    await seeText(page, '1: exit step');
    await seeText(page, 'no 50%');
    expect(await findBarriers(page)).toEqual([]);
  });

  it('From a person at a step the member comes to the way of that person, with what was seen at the branch', async () => {
    await activate(page, '1 Show the people at the step day');
    await activate(page, 'ios-0');
    await activate(page, 'Show the way on the drawing');
    await seeText(page, 'The data of the event of entry did not fit: no');
    await seeText(page, 'Is here');
    const marked = await page.evaluate(
      `[...document.querySelectorAll('[data-passed] strong')].map((box) => box.textContent)`,
    );
    expect(marked).toEqual(['Entry', 'big', 'hello', 'day']);
    expect(await findBarriers(page)).toEqual([]);
    await activate(page, 'Show all people');
    await page.waitForFunction(`!location.search.includes('person')`);
  });

  it('From the message in the timeline of a person the member comes back to its step', async () => {
    await activate(page, '1 Show the people at the step day');
    await activate(page, 'ios-0');
    await activate(page, 'From the journey look again, step hello');
    await page.waitForFunction(`location.search.includes('step=hello')`);
    await seeText(page, 'People at the step hello');
  });
});
