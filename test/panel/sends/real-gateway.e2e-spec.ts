import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startApprovalDesk, type ApprovalDesk } from '../../support/panel/approvals/approval-desk.js';
import { enterPanel } from '../../support/panel/entering/enter-panel.js';
import { activate, tabTo } from '../../support/panel/keyboard/keyboard.js';
import {
  closePage,
  findBarriers,
  findBrowsers,
  launchBrowser,
  seeText,
  textOf,
  type StoryBrowser,
} from '../../support/panel/panel-browser.js';

const kinds = findBrowsers('transactional sends on a real gateway');

describe.each(kinds)('Waiting transactional sends in %s', (kind) => {
  let browser: StoryBrowser;
  let desk: ApprovalDesk;
  let page: Page;
  let definition: string;
  beforeAll(async () => {
    [browser, desk] = await Promise.all([launchBrowser(kind), startApprovalDesk()]);
    const { notificationKey } = await desk.sending.post<{ notificationKey: number }>('createNotificationDefinition', {
      title: 'Your order',
      message: 'It has left',
      platforms: ['IOS'],
    });
    definition = String(notificationKey);
    await desk.setApproval({ from: 3 });
    page = await enterPanel(browser, desk.sending.gateway, { name: 'Ada', role: 'owner' });
  }, 120_000);
  afterEach(async () => {
    expect(await findBarriers(page)).toEqual([]);
    await desk.sending.simulators.faults(1, []);
    await desk.sending.drain();
  });
  afterAll(async () => {
    await (page && closePage(page));
    await Promise.all([browser?.close(), desk?.sending.close()]);
  });

  const send = (extId: string[]) =>
    desk.sending.post('sendNotification', { notificationKey: definition, target: { extId } });
  const open = async () => {
    await page.goto(`${desk.sending.gateway.base}/panel/apps/shop/campaigns`);
    await activate(page, 'Transactional sends');
  };

  it('A waiting send is found, approved, and shown as sent, all by the keyboard', async () => {
    await send(['u0', 'u1', 'u2', 'u3']);
    await open();
    await seeText(page, 'Waits for approval');
    await activate(page, 'Your order');
    await seeText(page, '0 of 1 approvals are there.');
    expect(await desk.countPushes()).toBe(0);
    await activate(page, 'Approve');
    await seeText(page, 'Approved.');
    expect(await desk.countPushes()).toBe(4);
    await page.reload();
    await seeText(page, 'u3');
    expect(await textOf(page)).not.toContain('Waits for approval');
  });

  it('A waiting send shows why it waits, and ends when a member stops it', async () => {
    await desk.sending.simulators.faults(1, [
      { provider: 'apns', share: 1, status: 503, reason: 'ServiceUnavailable' },
    ]);
    await send(['u0', 'u1']);
    await desk.sending.drain();
    await open();
    await seeText(page, 'Provider not available');
    expect(await textOf(page)).not.toContain('PROVIDER_UNAVAILABLE');
    await activate(page, 'Your order');
    await seeText(page, 'The provider did not answer');
    await seeText(page, 'u1');
    await activate(page, 'Stop');
    await seeText(page, '2 recipients will get nothing.');
    await page.keyboard.press('Tab');
    await activate(page, 'Stop');
    await seeText(page, 'Stopped. Recipients who were still waiting are skipped.');
    await desk.sending.drain();
    await open();
    await seeText(page, 'No open sends');
    await tabTo(page, 'Open');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await seeText(page, 'Stopped');
  });
});
