import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { doneCheck } from '../../support/panel/compose/check-answers.js';
import { BLOCKED, GAPPED, SAMPLES, WARNED } from '../../support/panel/compose/warning-fixtures.js';
import { activate, tabTo, typeAt } from '../../support/panel/keyboard/keyboard.js';
import { findBarriers, findBrowsers, isMatched, press, seeText, textOf } from '../../support/panel/panel-browser.js';
import type { PanelSite } from '../../support/panel/panel-site.js';
import { useRecordedPanel } from '../../support/panel/recorded/recorded-panel.js';

const kinds = findBrowsers('warnings of a check');
const SOON = { timeout: 20_000, interval: 50 };
const SEND = 'Send to 1,234 recipients';

describe.each(kinds)('Warnings of a campaign check in %s', (kind) => {
  const recorded = useRecordedPanel(kind);
  let site: PanelSite;
  let page: Page;

  beforeEach(async () => {
    ({ site, page } = recorded());
    await page.goto(`${site.origin}/panel/apps/shop/campaigns/new`);
    await seeText(page, 'Preview');
    await typeAt(page, 'Name of the campaign', 'Spring');
    await typeAt(page, 'Text', 'Members see it first, @{town}.');
    await seeText(page, '104 of 4,046 bytes');
  });

  async function check(answer: object): Promise<void> {
    site.on('POST /apps/shop/compose/check', { body: doneCheck(answer) });
    await press(page, 'button', 'Check');
    await seeText(page, SEND);
  }

  const isSendable = () =>
    page.$$eval('button', (buttons, name) => buttons.some((each) => each.textContent === name && !each.disabled), SEND);

  it('A check shows its warnings in words, and leads to where to change them by the keyboard', async () => {
    await check(WARNED);
    for (const line of [
      'Huawei push (Push Kit) has no account: 12 recipients get nothing.',
      '“Offers” and 1 other campaign are being sent over the same account.',
      '29% of the recipients checked have no value for town.',
      'It takes 2 hours, and its time to live is 1 hour: the last ones get it when it is over.',
      'It is sent to all users.',
      '412 users of this audience also belong to that of a campaign that left in the 24 hours before.',
      'Audience counts are 1 minute 30 seconds behind.',
      'Its own speed decides that.',
      '58 (24.8%)',
    ]) {
      await seeText(page, line);
    }
    await page.evaluate('scrollTo(0, 0)');
    expect(await findBarriers(page)).toEqual([]);
    await activate(page, 'Who');
    await vi.waitFor(async () => expect(await isMatched(page, '#campaign-target', ':focus')).toBe(true), SOON);
    expect(await page.evaluate(`document.activeElement.textContent`)).toContain('Audience');
  });

  it('A check shows on demand what real recipients get', async () => {
    await check(WARNED);
    expect(site.requestsOf('GET /apps/shop/checks/17/samples')).toEqual([]);
    site.on('GET /apps/shop/checks/17/samples', { body: SAMPLES });
    await press(page, 'button', 'Show it for 2 recipients');
    await seeText(page, 'Hello Grace');
    expect(await findBarriers(page)).toEqual([]);
  });

  it('A campaign that could not leave cannot be sent, and the check shows why', async () => {
    await check(BLOCKED);
    await seeText(page, 'The account Apple push (APNs) is paused: 1,234 recipients wait until it is resumed.');
    await seeText(page, 'It cannot be sent.');
    expect(await isSendable()).toBe(false);
    await check(WARNED);
    await vi.waitFor(async () => expect(await isSendable()).toBe(true), SOON);
    expect(await textOf(page)).not.toContain('It cannot be sent.');
  });

  it('A campaign with gaps is sent after the author confirms for how many people, or gives a default', async () => {
    await check(GAPPED);
    await seeText(page, '412 people have no value of town after “Members see it first,” (text, line 1, column 23).');
    expect(await findBarriers(page)).toEqual([]);
    expect(await isSendable()).toBe(false);
    await tabTo(page, 'I know that it lacks something for 412 people.');
    await page.keyboard.press(' ');
    await vi.waitFor(async () => expect(await isSendable()).toBe(true), SOON);
    await typeAt(page, 'Default for town', 'here');
    await press(page, 'button', 'Use these defaults');
    expect(await page.$eval('textarea', (field) => field.value)).toBe('Members see it first, @{town|here}.');
    await seeText(page, 'Check again.');
    await check(GAPPED);
    expect(await isSendable()).toBe(false);
    await tabTo(page, 'I know that it lacks something for 412 people.');
    await page.keyboard.press(' ');
    await vi.waitFor(async () => expect(await isSendable()).toBe(true), SOON);
    await press(page, 'button', SEND);
    await seeText(page, 'Campaign launched');
    const [launched] = site.requestsOf('POST /apps/shop/compose/launch');
    expect(launched?.body).toMatchObject({ seen: { gaps: 412 } });
  });
});
