import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { enterPanel } from '../../support/panel/entering/enter-panel.js';
import { activate, typeAt } from '../../support/panel/keyboard/keyboard.js';
import {
  closePage,
  findBarriers,
  findBrowsers,
  launchBrowser,
  press,
  seeText,
  type StoryBrowser,
} from '../../support/panel/panel-browser.js';

const kinds = findBrowsers('rich kinds of a message');
const SOON = { timeout: 30_000, interval: 50 };

describe.each(kinds)('Message with pages in %s', (kind) => {
  let browser: StoryBrowser;
  let sending: Sending;
  let page: Page;
  beforeAll(async () => {
    [browser, sending] = await Promise.all([launchBrowser(kind), startSending()]);
    await sending.post('registerUsers', [{ extId: 'ada', platform: 'ANDROID', deviceToken: 'phone-ada' }]);
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), sending?.close()]);
  });
  beforeEach(async () => {
    page = await enterPanel(browser, sending.gateway, { name: 'Ada', role: 'marketer' });
  });
  afterEach(() => closePage(page));

  it('A message with pages is previewed, saved, opened again as it was, and sent', async () => {
    await press(page, 'link', 'Campaigns');
    await press(page, 'link', 'New campaign');
    await seeText(page, 'How it arrives');
    await typeAt(page, 'Name of the campaign', 'Spring');
    await typeAt(page, 'Text', 'Members see it first.');
    await activate(page, 'More: pages, long text, badge, what it does');
    await press(page, 'radio', 'Carousel, to swipe');
    await typeAt(page, 'Title of page 1', 'First page');
    await typeAt(page, 'What page 1 opens', 'app://first');
    await typeAt(page, 'Long text on Android', 'Everything at length');
    await press(page, 'button', 'Vibrates (Android)');
    await seeText(page, 'Everything at length');
    expect(await findBarriers(page)).toEqual([]);
    const stored = () =>
      sending.gateway.fresh.db.row<{ fields: object }>(
        `SELECT body -> 'fields' AS fields FROM notifications.draft WHERE app_id = $1`,
        [sending.gateway.appId],
      );
    await vi.waitFor(
      async () =>
        expect((await stored())?.fields).toMatchObject({
          pageKind: 'carousel',
          pages: [{ title: 'First page', content: '', image: '', link: 'app://first' }],
          bigText: 'Everything at length',
          traits: ['vibration'],
        }),
      SOON,
    );
    await page.reload();
    await seeText(page, 'Everything at length');
    await activate(page, 'Check');
    await seeText(page, 'Send to 1 recipient');
    await activate(page, 'Send to 1 recipient');
    await seeText(page, 'It is launched');
    await sending.drain();
    const sent: unknown[] = [];
    for await (const { payload } of sending.simulators.everyDelivery('fcm')) {
      sent.push(payload);
    }
    expect(JSON.stringify(sent)).toContain('First page');
    expect(JSON.stringify(sent)).toContain('app://first');
  });
});
