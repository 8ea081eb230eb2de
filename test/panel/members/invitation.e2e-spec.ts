import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { enterPanel } from '../../support/panel/entering/enter-panel.js';
import { activate, typeAt } from '../../support/panel/keyboard/keyboard.js';
import {
  closePage,
  findBarriers,
  findBrowsers,
  launchBrowser,
  openPage,
  press,
  seeText,
  type StoryBrowser,
} from '../../support/panel/panel-browser.js';

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

  it('A lead invites a colleague by e-mail with 3 presses, and the colleague comes in by its link', async () => {
    await press(page, 'link', 'Members');
    await activate(page, 'Invite a member');
    await typeAt(page, 'Name', 'Kim Lee');
    await typeAt(page, 'E-mail', `kim-${kind}@example.com`);
    await seeText(page, 'Marketer, shop');
    expect(await findBarriers(page)).toEqual([]);
    await activate(page, 'Send invitation');
    await seeText(page, `The invitation is on its way to kim-${kind}@example.com.`);
    expect(await findBarriers(page)).toEqual([]);
    await activate(page, 'Done');
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
