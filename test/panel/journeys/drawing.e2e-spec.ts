import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JourneyPositionsService, JourneyService } from '#libs/journeys/control';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { enterPanel } from '../../support/panel/entering/enter-panel.js';
import { activate, retypeAt } from '../../support/panel/keyboard/keyboard.js';
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
    { wait: { id: 'day', for: '1d' } },
    { send: { id: 'hello', contents: [{ platforms: ['IOS'], title: 'Hello', text: 'Still here' }] } },
  ],
};

describe.each(findBrowsers('the drawing of journeys'))('The drawing of journeys in %s', (kind) => {
  let browser: StoryBrowser;
  let sending: Sending;
  let page: Page;
  const find = (name: string) => sending.gateway.app.get(JourneyService).get(sending.gateway.appId, name);
  const open = async (on: Page, name: string): Promise<void> => {
    await on.goto(`${sending.gateway.base}/panel/apps/shop/journeys`);
    await activate(on, name);
    await activate(on, 'Edit');
    await seeText(on, 'The check found no fault.');
  };
  const save = async (change: string): Promise<void> => {
    await activate(page, 'Review and save');
    await seeText(page, change);
    expect(await findBarriers(page)).toEqual([]);
    await page.waitForFunction('document.querySelector("[data-pending]") === null');
    await activate(page, 'Save');
    await seeText(page, 'The journey is saved.');
  };

  beforeAll(async () => {
    [browser, sending] = await Promise.all([launchBrowser(kind), startSending()]);
    const file = { app: 'shop', events: [{ code: 'Cart' }], journeys: [JOURNEY] };
    await sending.gateway.app.get(ApplyService).apply(file, { dryRun: false });
    await sending.post('registerUsers', [{ extId: 'ada', platform: 'IOS', deviceToken: 'a'.repeat(64) }]);
    await sending.post('fireEvents', [{ extId: 'ada', name: 'Cart' }]);
    await sending.readFeed();
    page = await enterPanel(browser, sending.gateway, { name: 'Ada', role: 'owner' });
  }, 120_000);
  afterAll(async () => {
    await (page && closePage(page));
    await Promise.all([browser?.close(), sending?.close()]);
  });

  it('A step that is dragged stays where it was put, and no version is made for it', async () => {
    await open(page, 'look again');
    const box = await page.waitForSelector('[data-box="0"]');
    const at = await box?.boundingBox();
    const [x, y] = [(at?.x ?? 0) + 20, (at?.y ?? 0) + 20];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y + 40, { steps: 5 });
    await page.mouse.up();
    await seeText(page, 'Lay out again');
    await save('Nothing changes.');
    const { appId, journeyId, version } = await find('look again');
    const [placed] = await sending.gateway.app.get(JourneyPositionsService).list(appId, journeyId);
    expect(placed?.id).toBe('day');
    expect(version).toBe(1);
  });

  it('A step is copied behind itself with an id of its own, and the drawing is made smaller and larger', async () => {
    await open(page, 'look again');
    await activate(page, 'day waits 1 day 1 person waits here');
    await activate(page, 'Copy step');
    await seeText(page, 'day2 waits 1 day');
    await seeText(page, 'The check found no fault.');
    const width = async () =>
      Number(await page.evaluate(`document.querySelector('svg[role="group"]').getBoundingClientRect().width`));
    const usual = await width();
    await activate(page, 'Smaller');
    expect(await width()).toBeCloseTo(usual * 0.75);
    expect(await findBarriers(page)).toEqual([]);
    await activate(page, 'Larger');
    expect(await width()).toBeCloseTo(usual);
    await activate(page, 'Discard');
    await seeText(page, 'person inside now');
  });

  it('A content of a step is written in the composer, with the message as it arrives', async () => {
    await open(page, 'look again');
    await activate(page, 'hello sends “Hello”');
    await activate(page, 'Write Content 1 in the composer');
    await retypeAt(page, 'Text', 'Your cart waits');
    await page.waitForFunction(`document.querySelector('[role=dialog]').innerText.includes('Your cart waits')`);
    expect(await findBarriers(page)).toEqual([]);
    await activate(page, 'Take it into the step');
    await seeText(page, 'The check found no fault.');
    await save('hello changes.');
    const { definition } = await find('look again');
    expect(definition.steps).toMatchObject([
      { id: 'day' },
      { id: 'hello', contents: [{ platforms: ['IOS'], title: 'Hello', text: 'Your cart waits' }] },
    ]);
  });

  it('A journey with a person inside is renamed, and keeps its person and its figures', async () => {
    const { journeyId } = await find('look again');
    await open(page, 'look again');
    await retypeAt(page, 'Name', 'full cart');
    await seeText(page, 'The check found no fault.');
    await save('The name changes.');
    const renamed = await find('full cart');
    expect(renamed.journeyId).toBe(journeyId);
    const { all } = await sending.gateway.app.get(JourneyService).getFigures(renamed);
    expect(all).toMatchObject({ entered: 1, inside: 1 });
  });

  it('Words that one member writes in the draft of a journey reach another one who has it open, and none is lost', async () => {
    const bo = await enterPanel(browser, sending.gateway, { name: 'Bo', role: 'owner' });
    await open(page, 'full cart');
    await activate(page, 'Add a first step');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await seeText(page, 'Saved at');
    await bo.bringToFront();
    await open(bo, 'full cart');
    await seeText(bo, 'exit leaves the journey');
    await activate(bo, 'Add a first step');
    await bo.keyboard.press('End');
    await bo.keyboard.press('Enter');
    await seeText(bo, 'Saved at');
    await page.bringToFront();
    await seeText(page, 'Bo changed this draft.');
    await seeText(page, 'exit2 leaves the journey');
    await closePage(bo);
    await activate(page, 'Discard');
  });

  it('Where the set-up comes from a file alone, the editor says so and changes nothing', async () => {
    const set = (panelMayEdit: unknown) =>
      sending.gateway.app.get(ApplyService).apply({ app: 'shop', settings: { panelMayEdit } }, { dryRun: false });
    await set(['settings']);
    await page.goto(`${sending.gateway.base}/panel/apps/shop/journeys`);
    await activate(page, 'full cart');
    await activate(page, 'Edit');
    await seeText(page, 'Journeys are changed in the application file');
    expect(await findBarriers(page)).toEqual([]);
    expect(await page.$('[data-step]')).toBeNull();
    await set('all');
  });
});
