import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { enterPanel } from '../../support/panel/entering/enter-panel.js';
import { activate, tabTo, typeAt } from '../../support/panel/keyboard/keyboard.js';
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

const kinds = findBrowsers('drafts on a real gateway');
const SOON = { timeout: 30_000, interval: 50 };

describe.each(kinds)('Two members on one draft in %s', (kind) => {
  let browser: StoryBrowser;
  let sending: Sending;
  let ada: Page;
  let bo: Page;
  beforeAll(async () => {
    [browser, sending] = await Promise.all([launchBrowser(kind), startSending()]);
    await sending.post('registerUsers', [{ extId: 'reader', platform: 'IOS', deviceToken: 'ab'.repeat(32) }]);
    ada = await enter('Ada');
    bo = await enter('Bo');
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), sending?.close()]);
  });

  const enter = (name: string) => enterPanel(browser, sending.gateway, { name, role: 'marketer' });
  async function type(page: Page, text: string): Promise<void> {
    await page.bringToFront();
    await tabTo(page, 'Text');
    await page.keyboard.press('End');
    await page.keyboard.type(text);
  }
  const readText = (page: Page) => page.$eval('textarea', (field) => field.value);
  const stored = async () =>
    (
      await sending.gateway.fresh.db.rows<{ text: string }>(
        `SELECT body #>> '{fields,text}' AS text FROM notifications.draft ORDER BY draft_id`,
      )
    ).map(({ text }) => text);
  const storedIs = (...texts: string[]) => vi.waitFor(async () => expect(await stored()).toEqual(texts), SOON);
  const launchKeys = async () =>
    (
      await sending.gateway.fresh.db.rows<{ key: string | null }>(
        `SELECT body #>> '{fields,key}' AS key FROM notifications.draft`,
      )
    ).map(({ key }) => key);
  const countCampaigns = async () =>
    (await sending.gateway.fresh.db.rows(`SELECT FROM notifications.definition WHERE kind = 'campaign'`)).length;

  it('Two members lose nothing to each other, to a lost connection, or to a second launch', async () => {
    await ada.bringToFront();
    await press(ada, 'link', 'Campaigns');
    await press(ada, 'link', 'New campaign');
    await seeText(ada, 'Preview');
    await typeAt(ada, 'Name of the campaign', 'Spring');
    await type(ada, 'Members');
    await storedIs('Members');
    await seeText(ada, 'Saved at');

    await bo.bringToFront();
    await press(bo, 'link', 'Campaigns');
    await press(bo, 'link', 'Drafts');
    await seeText(bo, 'Ada');
    await press(bo, 'link', 'Spring');
    await seeText(bo, 'Saved by Ada at');
    await seeText(bo, 'Ada has it open too.');
    expect(await readText(bo)).toBe('Members');
    await activate(bo, 'Comments');
    await typeAt(bo, 'New comment', 'Is the name right?');
    await activate(bo, 'Add comment');
    await seeText(bo, 'Bo (you)');
    expect(await findBarriers(bo)).toEqual([]);
    await type(bo, ' first');
    await storedIs('Members first');

    // Nothing was typed in the meantime: Ada's page takes what Bo saved.
    await ada.bringToFront();
    await seeText(ada, 'Bo changed this draft.');
    await vi.waitFor(async () => expect(await textOf(ada)).toContain('Bo has it open too.'), SOON);
    expect(await readText(ada)).toBe('Members first');
    expect(await findBarriers(ada)).toEqual([]);

    // Ada's connection is away while Bo saves, and the page is loaded again before it is back.
    await ada.setOfflineMode(true);
    await type(ada, ', says Ada');
    await seeText(ada, 'Not saved: the server does not answer.');
    await type(bo, ', says Bo');
    await storedIs('Members first, says Bo');
    await ada.bringToFront();
    await ada.setOfflineMode(false);
    await ada.reload();
    await seeText(ada, 'Bo saved this draft at');
    await seeText(ada, 'Members first, says Bo');
    expect(await readText(ada)).toBe('Members first, says Ada');
    expect(await findBarriers(ada)).toEqual([]);
    expect(await stored()).toEqual(['Members first, says Bo']);
    await press(ada, 'button', 'Keep mine as a new draft');
    await storedIs('Members first, says Bo', 'Members first, says Ada');
    expect(new Set(await launchKeys()).size, 'two campaigns are launched by two keys').toBe(2);

    // Both open the same one and launch it.
    await ada.goto(bo.url());
    await seeText(ada, 'Saved by Bo at');
    await activate(ada, 'Comments (1)');
    await seeText(ada, 'Is the name right?');
    for (const page of [ada, bo]) {
      await page.bringToFront();
      await seeText(page, 'Members first, says Bo');
      await press(page, 'button', 'Check');
      await seeText(page, 'Send to 1 recipient');
    }
    await ada.bringToFront();
    await press(ada, 'button', 'Send to 1 recipient');
    await seeText(ada, 'Campaign launched');
    await bo.bringToFront();
    await press(bo, 'button', 'Send to 1 recipient').catch(() => undefined);
    await seeText(bo, 'Ada launched this draft');
    expect(await countCampaigns()).toBe(1);
    expect(await stored()).toEqual([null, 'Members first, says Ada']);
    await Promise.all([closePage(ada), closePage(bo)]);
  });
});
