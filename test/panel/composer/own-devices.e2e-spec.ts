import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { TransactionalSenderService } from '#libs/delivery';
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

const kinds = findBrowsers('devices of a member');
const SOON = { timeout: 30_000, interval: 50 };

describe.each(kinds)('Own devices of a member in %s', (kind) => {
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

  /** Sends what waits, as the worker does when it is told of it. @returns the texts that the phone has got */
  async function receive(count: number): Promise<string[]> {
    const sender = sending.gateway.app.get(TransactionalSenderService);
    return vi.waitFor(async () => {
      const open = await sending.gateway.fresh.db.rows<{ id: number }>(
        'SELECT dispatch_id AS id FROM delivery.dispatch WHERE state = 0',
      );
      await sender.send(open.map(({ id }) => id));
      await sender.waitUntilIdle();
      const texts: string[] = [];
      for await (const { payload } of sending.simulators.everyDelivery('fcm')) {
        texts.push((payload as { message: { notification: { body: string } } }).message.notification.body);
      }
      expect(texts).toHaveLength(count);
      return texts;
    }, SOON);
  }

  it('A member types the code that came to the phone, and sends a test there with one press', async () => {
    await page.goto(`${sending.gateway.base}/panel/me`);
    await seeText(page, 'No devices are yours yet.');
    await typeAt(page, 'Whole value', 'nobody');
    await activate(page, 'Send me a code');
    await seeText(page, 'No user with an id has this value.');
    await page.reload();
    await seeText(page, 'No devices are yours yet.');
    await typeAt(page, 'Whole value', 'ada');
    await activate(page, 'Send me a code');
    await seeText(page, 'A code went to ada to the devices.');
    expect(await findBarriers(page)).toEqual([]);
    // Whoever looks for the message elsewhere in the panel comes back.
    await page.reload();
    await seeText(page, 'A code went to ada to the devices.');
    const [message = ''] = await receive(1);
    const code = /code: (\d{6})/.exec(message)?.[1] ?? '';
    expect(code, message).not.toBe('');
    await typeAt(page, 'Six digits of the message', 'no code');
    await page.keyboard.press('Enter');
    await seeText(page, 'This is not the code.');
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.down('Control');
    await page.keyboard.press('a');
    await page.keyboard.up('Control');
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
    await seeText(page, 'The devices and addresses of ada are yours.');
    await seeText(page, '1 device, proved');
    expect(await findBarriers(page)).toEqual([]);

    await page.goto(`${sending.gateway.base}/panel/apps/shop/campaigns`);
    await press(page, 'link', 'New campaign');
    await seeText(page, 'How it arrives');
    await typeAt(page, 'Name of the campaign', 'Spring');
    await typeAt(page, 'Text', 'Members see it first.');
    await activate(page, 'Send to me');
    await seeText(page, 'On its way');
    expect((await receive(2)).at(-1)).toBe('Members see it first.');
    await seeText(page, 'Taken by the provider');

    await page.goto(`${sending.gateway.base}/panel/me`);
    await activate(page, 'Remove ada');
    await seeText(page, 'No devices are yours yet.');
  });
});
