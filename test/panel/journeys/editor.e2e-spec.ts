import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JourneyService } from '#libs/journeys/control';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { enterPanel } from '../../support/panel/entering/enter-panel.js';
import { activate, tabTo } from '../../support/panel/keyboard/keyboard.js';
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
  steps: [{ waitFor: { id: 'look', event: 'Looked', atMost: '2d' } }, { set: { id: 'mark', addTags: ['looked'] } }],
};

describe.each(findBrowsers('the editor of journeys'))('The editor of journeys in %s', (kind) => {
  let browser: StoryBrowser;
  let sending: Sending;
  let page: Page;
  const apply = (file: object) =>
    sending.gateway.app.get(ApplyService).apply({ app: 'shop', ...file }, { dryRun: false });
  const journeyNamed = (name: string) => sending.gateway.app.get(JourneyService).get(sending.gateway.appId, name);
  /** Takes the choice behind the one that is taken. */
  const choose = async (present: string): Promise<void> => {
    await tabTo(page, present);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
  };
  /** Waits for the end of a review: the button of a dialog takes no press before. */
  const checked = () => page.waitForFunction('document.querySelector("[data-pending]") === null');
  const open = async (on: Page, name: string): Promise<void> => {
    await on.goto(`${sending.gateway.base}/panel/apps/shop/journeys`);
    await activate(on, name);
    await activate(on, 'Edit');
    await seeText(on, 'The check found no fault.');
  };

  beforeAll(async () => {
    [browser, sending] = await Promise.all([launchBrowser(kind), startSending()]);
    await apply({ events: [{ code: 'Cart' }, { code: 'Looked' }], journeys: [JOURNEY] });
    await sending.post('registerUsers', [{ extId: 'ada', platform: 'IOS', deviceToken: 'a'.repeat(64) }]);
    await sending.post('fireEvents', [{ extId: 'ada', name: 'Cart' }]);
    await sending.readFeed();
    page = await enterPanel(browser, sending.gateway, { name: 'Ada', role: 'owner' });
  }, 120_000);
  afterAll(async () => {
    await (page && closePage(page));
    await Promise.all([browser?.close(), sending?.close()]);
  });

  it('An abandoned cart goes from empty to running in five presses, by the keyboard alone', async () => {
    await page.goto(`${sending.gateway.base}/panel/apps/shop/journeys`);
    await activate(page, 'New journey');
    await seeText(page, 'Reminds who filled a cart');
    expect(await findBarriers(page)).toEqual([]);
    await activate(page, 'Begin with Abandoned cart');
    await seeText(page, 'The check found no fault.');
    expect(await findBarriers(page)).toEqual([]);
    await activate(page, 'Review and save');
    await seeText(page, 'This becomes a new journey.');
    await choose('it stays off');
    await seeText(page, 'People can enter from now on.');
    expect(await findBarriers(page)).toEqual([]);
    await checked();
    await activate(page, 'Save and switch on');
    await seeText(page, 'The journey is saved and on.');
    expect(await journeyNamed('Abandoned cart')).toMatchObject({ state: 'on', version: 1 });
  });

  it('A step goes while a person waits in it: the member reads how many, and lets them leave', async () => {
    await open(page, 'look again');
    await activate(page, 'look waits for Looked, at most 2 days 1 person waits here');
    await activate(page, 'Delete step');
    await activate(page, 'Review and save');
    await seeText(page, 'look goes. 1 person waits here');
    await choose('finishes its version (1)');
    await seeText(page, '1 at look go to');
    expect(await findBarriers(page)).toEqual([]);
    await checked();
    await activate(page, 'Save');
    await seeText(page, 'The journey is saved.');
    expect(await journeyNamed('look again')).toMatchObject({ version: 2, definition: { steps: [{ id: 'mark' }] } });
    const { all } = await sending.gateway.app.get(JourneyService).getFigures(await journeyNamed('look again'));
    expect(all).toMatchObject({ inside: 0, left: 1 });
  });

  it('An edit is undone, and kept as a draft that another member goes on with', async () => {
    await open(page, 'look again');
    await activate(page, 'mark writes looked');
    await activate(page, 'Delete step');
    await activate(page, 'Undo');
    await activate(page, 'mark writes looked');
    await activate(page, 'Add a step after mark');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await seeText(page, 'exit leaves the journey');
    await seeText(page, 'Saved at');
    const bo = await enterPanel(browser, sending.gateway, { name: 'Bo', role: 'owner' });
    await bo.goto(`${sending.gateway.base}/panel/apps/shop/journeys`);
    await seeText(bo, 'Drafts');
    await activate(bo, 'look again');
    await activate(bo, 'Edit');
    await seeText(bo, 'Ada');
    await closePage(bo);
    await activate(page, 'Discard');
    await seeText(page, 'people inside now');
  });

  it('A journey that another member saved since is not overwritten: the difference is shown, and nothing is lost', async () => {
    await open(page, 'look again');
    await activate(page, 'Add a first step');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await seeText(page, 'exit leaves the journey');
    await apply({ journeys: [{ ...JOURNEY, steps: [{ wait: { id: 'theirs', for: '1d' } }] }] });
    await activate(page, 'Review and save');
    await seeText(page, 'exit is new.');
    await checked();
    await activate(page, 'Save');
    await seeText(page, 'Another member saved this journey while you changed it.');
    await seeText(page, 'theirs goes.');
    expect(await findBarriers(page)).toEqual([]);
    expect(await journeyNamed('look again')).toMatchObject({ definition: { steps: [{ id: 'theirs' }] } });
  });
});
