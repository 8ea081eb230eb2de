import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { enterPanel } from '../../support/panel/entering/enter-panel.js';
import { CountedKeyboard } from '../../support/panel/keyboard/counted-keyboard.js';
import { activate, tabTo, typeAt } from '../../support/panel/keyboard/keyboard.js';
import {
  findBarriers,
  findBrowsers,
  launchBrowser,
  press,
  seeText,
  textOf,
  type StoryBrowser,
} from '../../support/panel/panel-browser.js';
import { findBarriersInBothSizes } from '../../support/panel/phone/phone.js';

const kinds = findBrowsers('approvals on a real gateway');
const SOON = { timeout: 30_000, interval: 50 };
const PEOPLE = 20;

describe.each(kinds)('Approval of a campaign by a second member in %s', (kind) => {
  let browser: StoryBrowser;
  let sending: Sending;
  let author: Page;
  let approver: Page;
  beforeAll(async () => {
    [browser, sending] = await Promise.all([launchBrowser(kind), startSending()]);
    const settings = { approval: { from: 10 } };
    await sending.gateway.app.get(ApplyService).apply({ app: 'shop', settings }, { dryRun: false });
    await sending.post(
      'registerUsers',
      Array.from({ length: PEOPLE }, (_, n) => ({
        extId: `u${n}`,
        platform: 'IOS',
        deviceToken: n.toString(16).padStart(64, '0'),
      })),
    );
    author = await enterPanel(browser, sending.gateway, { name: 'Ada', role: 'marketer' });
    approver = await enterPanel(browser, sending.gateway, { name: 'Bo', role: 'approver' });
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), sending?.close()]);
  });

  const at = (path: string): string => `${sending.gateway.base}/panel/apps/shop${path}`;
  const listCampaigns = () =>
    sending.gateway.fresh.db.rows<{ key: number }>(
      `SELECT notification_key AS key FROM notifications.definition
        WHERE kind = 'campaign' AND app_id = $1 ORDER BY notification_key DESC`,
      [sending.gateway.appId],
    );

  /** The author writes, checks and asks, by the keyboard. */
  async function ask(name: string): Promise<number> {
    await author.bringToFront();
    await author.goto(at('/campaigns/new'));
    await seeText(author, 'Preview');
    await typeAt(author, 'Name of the campaign', name);
    await typeAt(author, 'Text', 'Everything 20 % off');
    await seeText(author, 'Everything 20 % off');
    await activate(author, 'Check');
    await seeText(author, `Ask to send to ${PEOPLE} recipients`);
    await activate(author, `Ask to send to ${PEOPLE} recipients`);
    await seeText(author, 'Waiting for approval');
    expect(await findBarriers(author)).toEqual([]);
    return (await listCampaigns())[0]?.key ?? 0;
  }

  it('A campaign leaves after it was requested, read and approved in three presses of the keyboard', async () => {
    const key = await ask('Spring');
    await activate(author, 'See the request');
    await seeText(author, 'You requested it, so another member decides.');
    expect(await textOf(author)).not.toContain('Approve ');
    await sending.drain();
    expect(await sending.dispatch(key)).toMatchObject({ settled: 0 });

    await approver.bringToFront();
    await approver.goto(at(''));
    await seeText(approver, '1 campaign');
    const keyboard = new CountedKeyboard(approver);
    await keyboard.push('Read and decide');
    await keyboard.push('Spring');
    const button = `Approve ${PEOPLE} recipients`;
    await seeText(approver, button);
    await seeText(approver, 'Everything 20 % off');
    await seeText(approver, 'Everybody');
    expect(await findBarriersInBothSizes(approver)).toEqual([]);
    // A comment is a choice, so it is not counted.
    await author.bringToFront();
    await typeAt(approver, 'Comment for the author', 'Good to go');
    await approver.bringToFront();
    await keyboard.push(button);
    expect(keyboard.presses).toBeLessThanOrEqual(3);
    await seeText(approver, 'Approved by Bo');
    await sending.drain();
    expect((await sending.dispatch(key)).planned).toBe(PEOPLE);
    expect(await sending.ends(key)).toEqual({ SUCCESS: PEOPLE });
    await author.bringToFront();
    await author.reload();
    await seeText(author, 'Good to go');
    await approver.bringToFront();
    await activate(approver, 'Approvals');
    await seeText(approver, 'Nothing to approve');
  });

  it('A rejected campaign shows its author the reason, and is written again as another one', async () => {
    const key = await ask('Summer');
    await approver.bringToFront();
    await approver.goto(at(`/campaigns/approvals?request=${key}`));
    await seeText(approver, `Approve ${PEOPLE} recipients`);
    await activate(approver, 'Reject');
    await seeText(approver, 'Give a reason.');
    await author.bringToFront();
    await typeAt(approver, 'Comment for the author', 'It is 30 %');
    await approver.bringToFront();
    await activate(approver, 'Reject');
    await seeText(approver, 'Rejected by Bo');
    await author.bringToFront();
    await author.goto(at(`/campaigns/approvals?request=${key}`));
    await seeText(author, 'It is 30 %');
    await activate(author, 'Edit and ask again');
    await seeText(author, 'Preview');
    await vi.waitFor(
      async () => expect(await author.$eval('textarea', (field) => field.value)).toBe('Everything 20 % off'),
      SOON,
    );
    await sending.drain();
    expect(await sending.dispatch(key)).toMatchObject({ settled: 0 });
  });

  it('A campaign is not approved in a version that its author changed while it was read', async () => {
    const key = await ask('Autumn');
    await approver.bringToFront();
    await approver.goto(at(`/campaigns/approvals?request=${key}`));
    const button = `Approve ${PEOPLE} recipients`;
    await seeText(approver, button);

    await author.bringToFront();
    await author.goto(at(`/campaigns/new?request=${key}`));
    await seeText(author, 'You are editing a campaign that waits for approval.');
    await tabTo(author, 'Text');
    await author.keyboard.press('End');
    await author.keyboard.type(' today');
    await seeText(author, 'Everything 20 % off today');
    await press(author, 'button', 'Check');
    await seeText(author, `Ask to send to ${PEOPLE} recipients`);
    await press(author, 'button', `Ask to send to ${PEOPLE} recipients`);
    await seeText(author, 'Waiting for approval');
    const changed = (await listCampaigns())[0]?.key ?? 0;
    expect(changed).not.toBe(key);

    // At once, behind the other page: one that comes to the front asks what is new.
    const [approve] = await approver.$$(`::-p-aria([name="${button}"][role="button"])`);
    await approve?.evaluate((element) => (element as unknown as { click(): void }).click());
    await approver.bringToFront();
    await seeText(approver, 'Replaced by Ada');
    await press(approver, 'link', 'See the request that replaced it');
    await seeText(approver, 'What its author changed');
    await seeText(approver, '"Everything 20 % off today"');
    expect(await findBarriers(approver)).toEqual([]);
    await seeText(approver, button);
    await press(approver, 'button', button);
    await seeText(approver, 'Approved by Bo');
    await sending.drain();
    expect(await sending.dispatch(key)).toMatchObject({ settled: 0 });
    expect(await sending.ends(changed)).toEqual({ SUCCESS: PEOPLE });
  });
});
