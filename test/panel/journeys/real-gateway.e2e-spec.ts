import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JourneyStepService } from '#libs/journeys';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { enterPanel } from '../../support/panel/entering/enter-panel.js';
import { activate } from '../../support/panel/keyboard/keyboard.js';
import {
  closePage,
  findBarriers,
  findBrowsers,
  launchBrowser,
  seeText,
  type StoryBrowser,
} from '../../support/panel/panel-browser.js';

const ATTRIBUTES = [{ code: 'cartId', dataType: 'STRING' }];
const JOURNEY = {
  name: 'abandoned cart',
  entry: { event: 'Cart', key: 'cartId' },
  goal: { event: 'Bought', same: ['cartId'] },
  steps: [
    { waitFor: { id: 'look', event: 'Looked', atMost: '2d' }, came: [{ exit: 'looked' }] },
    { send: { id: 'last', message: 'goodbye' } },
  ],
};

describe.each(findBrowsers('journeys'))('Journeys on a real gateway in %s', (kind) => {
  let browser: StoryBrowser;
  let sending: Sending;
  let page: Page;
  const apply = (file: object) =>
    sending.gateway.app.get(ApplyService).apply({ app: 'shop', ...file }, { dryRun: false });
  const fire = async (extId: string, name: string, cartId: string): Promise<void> => {
    await sending.post('fireEvents', [{ extId, name, cartId }]);
    await sending.readFeed();
  };

  beforeAll(async () => {
    [browser, sending] = await Promise.all([launchBrowser(kind), startSending()]);
    page = await enterPanel(browser, sending.gateway, { name: 'Ada', role: 'owner' });
  }, 120_000);
  afterAll(async () => {
    await (page && closePage(page));
    await Promise.all([browser?.close(), sending?.close()]);
  });

  it('The screen without a journey leads to the set-up of one', async () => {
    await page.goto(`${sending.gateway.base}/panel/apps/shop`);
    await activate(page, 'Journeys');
    await seeText(page, 'No journey yet');
    expect(await findBarriers(page)).toEqual([]);
    await activate(page, 'Set up a journey');
    await page.waitForFunction('location.pathname.endsWith("/setup/journeys")');
  });

  it('A member sees who is at a step, pauses the journey and reads the place of a person, all by the keyboard', async () => {
    await apply({
      events: [
        { code: 'Cart', attributes: ATTRIBUTES },
        { code: 'Bought', attributes: ATTRIBUTES },
        { code: 'Looked' },
      ],
    });
    const message = { name: 'goodbye', title: 'Your cart', message: 'Bye', platforms: ['IOS'] };
    await sending.post('createNotificationDefinition', message);
    await apply({ journeys: [JOURNEY] });
    const users = ['ada', 'bo'].map((extId, n) => ({
      extId,
      platform: 'IOS',
      deviceToken: String(n).padStart(64, '0'),
    }));
    await sending.post('registerUsers', users);
    await fire('ada', 'Cart', 'c-1');
    await fire('bo', 'Cart', 'c-2');
    await fire('bo', 'Bought', 'c-2');
    await page.goto(`${sending.gateway.base}/panel/apps/shop/journeys`);
    await activate(page, 'abandoned cart');
    await seeText(page, 'person inside now');
    await seeText(page, '100% of those who left');
    await activate(page, '1 Show the people at the step look');
    await seeText(page, 'cartId: c-1');
    expect(await findBarriers(page)).toEqual([]);
    await activate(page, 'Pause');
    await seeText(page, '1 person is inside and stays at the step.');
    await activate(page, 'Pause');
    await seeText(page, 'The journey is paused.');
    await activate(page, 'ada');
    await seeText(page, 'The journey is paused: nothing happens until it is resumed.');
    await seeText(page, 'If the event Looked comes before: the step looked leaves the journey.');
    expect(await findBarriers(page)).toEqual([]);
  });

  it('A stop says how many leave, and the past visit of a person says why it ended', async () => {
    await activate(page, 'abandoned cart');
    await seeText(page, 'person inside now');
    await activate(page, 'Stop');
    await seeText(page, '1 person is inside and leaves within seconds');
    await activate(page, 'Stop, and let 1 leave');
    await seeText(page, 'The journey is stopped.');
    await sending.gateway.app.get(JourneyStepService).stepDue();
    await page.reload();
    await seeText(page, 'people inside now');
    await page.goBack();
    await seeText(page, 'the journey was stopped');
  });
});
