import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { enterPanel } from '../../support/panel/entering/enter-panel.js';
import { CountedKeyboard } from '../../support/panel/keyboard/counted-keyboard.js';
import { activate, tabTo, typeAt } from '../../support/panel/keyboard/keyboard.js';
import {
  findBrowsers,
  launchBrowser,
  press,
  seeText,
  textOf,
  type StoryBrowser,
} from '../../support/panel/panel-browser.js';
import { findBarriersInBothSizes } from '../../support/panel/phone/phone.js';

const kinds = findBrowsers('campaigns after they left');
const SOON = { timeout: 20_000, interval: 50 };
const PEOPLE = ['ada', 'bora', 'cem'];

describe.each(kinds)('Campaigns after they left in %s', (kind) => {
  let browser: StoryBrowser;
  let sending: Sending;
  let page: Page;
  let base: string;
  let spring: number;
  beforeAll(async () => {
    [browser, sending] = await Promise.all([launchBrowser(kind), startSending()]);
    base = `${sending.gateway.base}/panel/apps/shop`;
    await sending.post(
      'registerUsers',
      PEOPLE.map((extId, n) => ({ extId, platform: 'IOS', deviceToken: String(n).padStart(64, 'a') })),
    );
    spring = await send('Spring sale', 'Everything is cheaper');
    await send('Summer sale', 'Ice cream for everybody');
    await sending.drain();
    page = await enterPanel(browser, sending.gateway, { name: 'Ida', role: 'admin' });
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), sending?.close()]);
  });

  const send = (title: string, text: string, more: object = {}): Promise<number> =>
    sending.bulk({
      message: { title, text, platforms: ['IOS'], languages: { tr: { title: 'Bahar', text: 'Her şey ucuz' } } },
      target: { sendToAll: true },
      ...more,
    });
  const search = async () => new URLSearchParams((await page.evaluate('location.search')) as string);
  const tick = async (name: string): Promise<void> => {
    await tabTo(page, `Select ${name}`);
    await page.keyboard.press(' ');
  };

  it('A scheduled campaign shows its forecast, its time and its approval, and a stop names who would have got it', async () => {
    const key = await send('Autumn sale', 'Soon', { schedule: { startTime: '2035-09-01T09:30:00' } });
    await page.goto(`${base}/campaigns/${key}`);
    await seeText(page, 'until it leaves');
    await vi.waitFor(async () => expect(await textOf(page)).toMatch(/\b3\s+recipients of 3 users who match/), SOON);
    const text = await textOf(page);
    expect(text).toMatch(/Sep(tember)? 1, 2035|1 Sep(t)? 2035/);
    expect(text).toContain('This campaign needs none');
    expect(text).not.toContain('All recipients accounted for');
    expect(text).not.toContain('got it');
    expect(await findBarriersInBothSizes(page)).toEqual([]);
    await activate(page, 'Pause');
    await seeText(page, 'It does not leave at its time until it is resumed.');
    await activate(page, 'Stop');
    await seeText(page, '3 recipients would have got it');
    expect(await findBarriersInBothSizes(page)).toEqual([]);
    await activate(page, 'Stop it before it leaves');
    await seeText(page, 'Stopped before it left. Nobody gets it.');
    await seeText(page, 'got it: it was stopped before it left');
    expect(await textOf(page)).not.toContain('All recipients accounted for');
  });

  it('The sent message is drawn in each language, with the JSON folded below', async () => {
    await page.goto(`${base}/campaigns/${spring}`);
    await activate(page, 'What was sent');
    await seeText(page, 'Message as sent');
    await seeText(page, 'Everything is cheaper');
    const text = await textOf(page);
    expect(text).toContain('Everybody');
    expect(text).not.toContain('"platforms"');
    await tabTo(page, 'Main text');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await seeText(page, 'Her şey ucuz');
    expect(await findBarriersInBothSizes(page)).toEqual([]);
  });

  it('Two campaigns are compared in four presses of the keyboard, without a verdict where too few were counted', async () => {
    await page.goto(base);
    const keyboard = new CountedKeyboard(page);
    await keyboard.push('Campaigns');
    await seeText(page, 'Summer sale');
    await keyboard.tick('Select Spring sale');
    await seeText(page, 'Select one more to compare the two.');
    await keyboard.tick('Select Summer sale');
    await seeText(page, '2 campaigns selected');
    expect((await search()).get('ticked')?.split(',')).toHaveLength(2);
    expect(await findBarriersInBothSizes(page)).toEqual([]);
    await keyboard.push('Compare');
    expect(keyboard.presses).toBeLessThanOrEqual(4);
    await seeText(page, 'Too few for a verdict.');
    const text = await textOf(page);
    expect(text).toContain('of planned recipients');
    expect(text).toContain('100% of 3');
    expect(await findBarriersInBothSizes(page)).toEqual([]);
    await activate(page, 'Swap the two');
    await vi.waitFor(async () => expect((await search()).get('second')).toBe(String(spring)), SOON);
  });

  it('A campaign of a server is duplicated into a draft in two presses, with everything but its time', async () => {
    await page.goto(`${base}/campaigns`);
    const keyboard = new CountedKeyboard(page);
    await keyboard.push('Spring sale');
    await keyboard.push('Duplicate');
    expect(keyboard.presses).toBeLessThanOrEqual(2);
    await vi.waitFor(async () => expect((await search()).get('draft')).toMatch(/^\d+$/), SOON);
    const values = `[...document.querySelectorAll('input, textarea')].map((field) => field.value).join(' | ')`;
    await vi.waitFor(async () => expect(await page.evaluate(values)).toContain('Everything is cheaper'), SOON);
    expect(await page.evaluate(values)).toContain('Spring sale');
    expect(await findBarriersInBothSizes(page)).toEqual([]);
  });

  it('Campaigns are put into a new folder, found by a word, archived and brought back, all in the address', async () => {
    await page.goto(`${base}/campaigns`);
    await seeText(page, 'Summer sale');
    await tick('Summer sale');
    await activate(page, 'Move to a folder');
    await press(page, 'menuitem', 'New folder …');
    await typeAt(page, 'Name of the folder', 'Seasons');
    await page.keyboard.press('Enter');
    await seeText(page, 'Moved');
    const { items } = await read<{ items: { id: string; name: string }[] }>('campaign-folders');
    const [folder] = items;
    expect(folder?.name).toBe('Seasons');
    await page.goto(`${base}/campaigns?folder=${folder?.id}&q=ICE%20CREAM`);
    await seeText(page, 'Summer sale');
    expect(await textOf(page)).not.toContain('Spring sale');
    await tick('Summer sale');
    await activate(page, 'Archive');
    await seeText(page, 'Archived. Nothing is deleted');
    await page.goto(`${base}/campaigns?archived=yes`);
    await seeText(page, 'Summer sale');
    await tick('Summer sale');
    await activate(page, 'Take out of the archive');
    await seeText(page, 'They are in the list again');
  });

  it('A report of the last seven days takes two presses, and its empty days are zeros', async () => {
    await page.goto(base);
    const keyboard = new CountedKeyboard(page);
    await keyboard.push('Reports');
    await keyboard.tick('7 days');
    expect(keyboard.presses).toBeLessThanOrEqual(2);
    await seeText(page, 'Each campaign counts on the day it was launched');
    const rows = `[...document.querySelectorAll('tbody tr')].map((row) => row.innerText.replaceAll(/\\s+/g, ' ')).filter((text) => text !== '')`;
    await vi.waitFor(async () => expect(await page.evaluate(rows)).toHaveLength(8), SOON);
    const [first = ''] = (await page.evaluate(rows)) as string[];
    expect(first).toMatch(/ 0 0 0 0 0 0 0 0 0$/);
    expect(await textOf(page)).toMatch(/Received\s+of the sent pushes\s+no data/);
    expect(await findBarriersInBothSizes(page)).toEqual([]);
  });

  async function read<T>(path: string): Promise<T> {
    return (await page.evaluate(`fetch('/panel/1.0/apps/shop/${path}').then((answer) => answer.json())`)) as T;
  }
});
