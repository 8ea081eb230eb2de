import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { TransactionalSenderService } from '#libs/delivery';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { enterPanel } from '../../support/panel/entering/enter-panel.js';
import { activate, retypeAt, typeAt } from '../../support/panel/keyboard/keyboard.js';
import {
  closePage,
  findBarriers,
  findBrowsers,
  launchBrowser,
  press,
  seeText,
  textOf,
  type StoryBrowser,
} from '../../support/panel/panel-browser.js';

const kinds = findBrowsers('tests of a message');
const SOON = { timeout: 30_000, interval: 50 };

describe.each(kinds)('Tests of a message in %s', (kind) => {
  let browser: StoryBrowser;
  let sending: Sending;
  let page: Page;
  beforeAll(async () => {
    [browser, sending] = await Promise.all([launchBrowser(kind), startSending()]);
    await sending.post('registerUsers', [
      { extId: 'ada', platform: 'IOS', deviceToken: 'a'.repeat(64), profile: { email: 'ada@example.com' } },
      { extId: 'ada', platform: 'ANDROID', deviceToken: 'phone-ada' },
      { extId: 'none' },
      { extId: 'eve', platform: 'ANDROID', deviceToken: 'phone-eve' },
    ]);
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), sending?.close()]);
  });
  beforeEach(async () => {
    page = await enterPanel(browser, sending.gateway, { name: 'Ada', role: 'owner' });
  });
  afterEach(() => closePage(page));

  /** Sends as the worker does after a notice of new sends. */
  async function sendOpen(): Promise<void> {
    const open = await vi.waitFor(async () => {
      const rows = await sending.gateway.fresh.db.rows<{ id: number }>(
        `SELECT dispatch_id AS id FROM delivery.dispatch WHERE state = 0 AND options ? 'isTest'`,
      );
      expect(rows).toHaveLength(1);
      return rows;
    }, SOON);
    const sender = sending.gateway.app.get(TransactionalSenderService);
    await sender.send(open.map(({ id }) => id));
    await sender.waitUntilIdle();
  }

  it('A test goes to chosen testers in a chosen language, and shows live the outcome at each device', async () => {
    await press(page, 'link', 'Campaigns');
    await press(page, 'link', 'New campaign');
    await seeText(page, 'Preview');
    await typeAt(page, 'Name of the campaign', 'Spring');
    await typeAt(page, 'Text', 'Members see it first.');
    await press(page, 'button', 'Choose a language Add a language');
    await press(page, 'option', 'Turkish');
    await retypeAt(page, 'Text', 'Once uyeler gorur.');
    await seeText(page, 'Choose a person above, or make users testers.');

    await activate(page, 'Change testers');
    await seeText(page, 'There are no testers yet.');
    await typeAt(page, 'Exact value', 'nobody');
    await activate(page, 'Add a tester');
    await seeText(page, 'No user with an extId has this value');
    for (const extId of ['ada', 'none']) {
      await typeAt(page, 'Exact value', extId);
      await activate(page, 'Add a tester');
      await seeText(page, `${extId} is a tester.`);
    }
    expect(await findBarriers(page)).toEqual([]);
    await activate(page, 'Close');
    // A press beside a dialog that still closes is the dialog's.
    await page.waitForFunction(`document.querySelector('[role="dialog"]') === null`);

    await press(page, 'button', 'ada');
    await seeText(page, 'Send a test to 1 person');
    await press(page, 'button', 'none');
    await seeText(page, 'Send a test to 2 people');
    await press(page, 'button', 'Language of each person Language');
    await press(page, 'option', 'Turkish');
    await sending.simulators.faults(1, [{ provider: 'apns', share: 1, status: 400, reason: 'BadDeviceToken' }]);
    await activate(page, 'Send a test to 2 people');
    await seeText(page, 'On its way');
    expect(await findBarriers(page)).toEqual([]);
    await sendOpen();
    await seeText(page, 'Sent');
    await seeText(page, 'The app was uninstalled, or its push token has changed.');
    await seeText(page, 'They have no device on the platforms of the message.');
    expect(await findBarriers(page)).toEqual([]);
    const texts: string[] = [];
    for await (const { payload } of sending.simulators.everyDelivery('fcm')) {
      texts.push((payload as { message: { notification: { body: string } } }).message.notification.body);
    }
    expect(texts).toEqual(['Once uyeler gorur.']);

    await typeAt(page, 'Text', 'Once uyeler gorur, simdi.');
    await seeText(page, 'The message has changed since this test.');
  });

  it('A test goes once to the same people after a lost answer, and at once to others', async () => {
    const { db } = sending.gateway.fresh;
    const countAll = async () => (await db.rows(`SELECT 1 FROM delivery.dispatch WHERE options ? 'isTest'`)).length;
    const earlier = await countAll();
    const countTests = async () => (await countAll()) - earlier;
    for (const extId of ['ada', 'none']) {
      await sending.post('addTesters', [{ extId }]);
    }
    await page.goto(`${sending.gateway.base}/panel/apps/shop/campaigns/new`);
    await seeText(page, 'Preview');
    await typeAt(page, 'Name of the campaign', 'Spring');
    await typeAt(page, 'Text', 'Members see it first.');
    await loseNextAnswer();
    await press(page, 'button', 'ada');
    await activate(page, 'Send a test to 1 person');
    await seeText(page, 'The server does not answer.');
    expect(await countTests()).toBe(1);

    await press(page, 'button', 'none');
    await activate(page, 'Send a test to 2 people');
    await seeText(page, 'On its way');
    expect(await countTests()).toBe(2);

    // The first request was sent: the repeated one answers with its result.
    await press(page, 'button', 'none');
    await activate(page, 'Send a test to 1 person');
    await vi.waitFor(async () => expect(await textOf(page)).not.toContain('none\t'), SOON);
    expect(await countTests()).toBe(2);
    await activate(page, 'Send a test to 1 person');
    await vi.waitFor(async () => expect(await countTests()).toBe(3), SOON);
  });

  /** The server sends the next test, and the page never learns of it. */
  async function loseNextAnswer(): Promise<void> {
    await page.evaluate(`
      const ask = window.fetch;
      window.fetch = async (url, init) => {
        const answer = await ask(url, init);
        if (String(url).endsWith('/compose/test')) {
          window.fetch = ask;
          throw new TypeError('lost');
        }
        return answer;
      };
    `);
  }

  it('A member types the code that came to the phone, and sends a test there with one press', async () => {
    await page.goto(`${sending.gateway.base}/panel/me`);
    await seeText(page, 'No devices are yours yet.');
    await typeAt(page, 'Exact value', 'nobody');
    await activate(page, 'Send me a code');
    await seeText(page, 'No user with an id has this value.');
    await page.reload();
    await seeText(page, 'No devices are yours yet.');
    await typeAt(page, 'Exact value', 'eve');
    await activate(page, 'Send me a code');
    await seeText(page, 'A code went to eve to the devices.');
    expect(await findBarriers(page)).toEqual([]);
    // A member who looks for the message elsewhere in the panel comes back.
    await page.reload();
    await seeText(page, 'A code went to eve to the devices.');
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
    await seeText(page, 'The devices and addresses of eve are yours.');
    await seeText(page, '1 device, proved');
    expect(await findBarriers(page)).toEqual([]);

    await page.goto(`${sending.gateway.base}/panel/apps/shop/campaigns`);
    await press(page, 'link', 'New campaign');
    await seeText(page, 'Preview');
    await typeAt(page, 'Name of the campaign', 'Spring');
    await typeAt(page, 'Text', 'Members see it first.');
    await activate(page, 'Send to me');
    await seeText(page, 'On its way');
    expect((await receive(2)).at(-1)).toBe('Members see it first.');
    await seeText(page, 'Sent');

    await page.goto(`${sending.gateway.base}/panel/me`);
    await activate(page, 'Remove eve');
    await seeText(page, 'No devices are yours yet.');
  });

  /** Sends what waits, as the worker does when it is notified of it. @returns the texts that the phone of eve has got */
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
        const { message } = payload as { message: { token: string; notification: { body: string } } };
        if (message.token === 'phone-eve') {
          texts.push(message.notification.body);
        }
      }
      expect(texts).toHaveLength(count);
      return texts;
    }, SOON);
  }
});
