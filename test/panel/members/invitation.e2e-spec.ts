import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { enterPanel } from '../../support/panel/entering/enter-panel.js';
import { CountedKeyboard } from '../../support/panel/keyboard/counted-keyboard.js';
import {
  closePage,
  findBrowsers,
  launchBrowser,
  openPage,
  seeText,
  type StoryBrowser,
} from '../../support/panel/panel-browser.js';
import { findBarriersInBothSizes } from '../../support/panel/phone/phone.js';

const kinds = findBrowsers('invitations by e-mail');

describe.each(kinds)('Invitations by e-mail in %s', (kind) => {
  let browser: StoryBrowser;
  let sending: Sending;
  let page: Page;
  beforeAll(async () => {
    [browser, sending] = await Promise.all([
      launchBrowser(kind),
      startSending({ PANEL_URL: 'http://panel.example.com' }),
    ]);
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), sending?.close()]);
  });
  beforeEach(async () => {
    page = await enterPanel(browser, sending.gateway, { name: 'Lea', role: 'owner' });
  });
  afterEach(() => closePage(page));

  it('A lead invites a colleague by e-mail with 5 presses of the keyboard, and the colleague comes in by its link', async () => {
    const keyboard = new CountedKeyboard(page);
    await keyboard.push('Members');
    await keyboard.push('Invite a member');
    await keyboard.type('Name', 'Kim Lee');
    await keyboard.type('E-mail', `kim-${kind}@example.com`);
    await seeText(page, 'Marketer, shop');
    expect(await findBarriersInBothSizes(page)).toEqual([]);
    await keyboard.push('Send invitation');
    expect(keyboard.presses).toBeLessThanOrEqual(5);
    await seeText(page, `The invitation is on its way to kim-${kind}@example.com.`);
    expect(await findBarriersInBothSizes(page)).toEqual([]);
    await keyboard.push('Done');
    await seeText(page, 'Invited until');
    const mails = await sending.simulators.mails();
    const mail = mails.find(({ token }) => token === `kim-${kind}@example.com`);
    const [, link] = /http:\/\/panel\.example\.com(\/panel\/#link=[\w-]+)/.exec(String(mail?.payload.text)) ?? [];
    const other = await openPage(browser);
    await other.goto(sending.gateway.base + link);
    await seeText(other, 'Campaigns');
    await closePage(other);
  });
});
