import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { SearchBuilderService } from '#libs/users/search';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { enterPanel } from '../../support/panel/entering/enter-panel.js';
import { CountedKeyboard } from '../../support/panel/keyboard/counted-keyboard.js';
import { activate, typeAt } from '../../support/panel/keyboard/keyboard.js';
import {
  closePage,
  findBrowsers,
  launchBrowser,
  seeText,
  textOf,
  type StoryBrowser,
} from '../../support/panel/panel-browser.js';
import { findBarriersInBothSizes } from '../../support/panel/phone/phone.js';

const SOON = { timeout: 20_000, interval: 50 };
const MESSAGE = { title: 'Spring sale', text: 'Everything 20 % off', platforms: ['IOS'] };
const kinds = findBrowsers('people on a real gateway');

describe.each(kinds)('People in %s', (kind) => {
  let browser: StoryBrowser;
  let sending: Sending;
  let page: Page;

  beforeAll(async () => {
    [browser, sending] = await Promise.all([launchBrowser(kind), startSending()]);
    const { app } = sending.gateway;
    await app.get(ApplyService).apply({ app: 'shop', settings: { permanentDeletion: true } }, { dryRun: false });
    await app.get(SearchBuilderService).build();
    await sending.post('registerUsers', [
      {
        extId: 'ada',
        platform: 'ANDROID',
        deviceToken: 'phone-of-ada',
        tags: ['spring'],
        profile: { name: 'Ada', surname: 'Löwenherz', email: 'ada@exmaple.com' },
      },
      { extId: 'bo', platform: 'ANDROID', deviceToken: 'phone-of-bo', profile: { name: 'Bo', surname: 'Strauß' } },
    ]);
    await sending.bulk({ message: MESSAGE, target: { tag: 'spring' } });
    await sending.launchDue();
    await sending.drain();
    await sending.readFeed();
    page = await enterPanel(browser, sending.gateway, { name: 'Deniz', role: 'owner' });
  }, 120_000);
  afterAll(async () => {
    await (page && closePage(page));
    await Promise.all([browser?.close(), sending?.close()]);
  });

  it('A member finds a person by half of the surname, and reads why nothing came, in four presses of the keyboard', async () => {
    const keyboard = new CountedKeyboard(page);
    await page.goto(`${sending.gateway.base}/panel/apps/shop`);
    await keyboard.push('Users');
    await seeText(page, 'Newest people');
    await seeText(page, 'Bo Strauß');
    expect(await findBarriersInBothSizes(page)).toEqual([]);
    await keyboard.write('lowenh');
    await vi.waitFor(async () => expect(await textOf(page)).not.toContain('Bo Strauß'), SOON);
    await seeText(page, 'surname');
    await keyboard.push('Ada Löwenherz');
    await seeText(page, 'Was left out of');
    await keyboard.push('Why not?');
    await seeText(page, 'Would not get it now.');
    expect(keyboard.presses).toBeLessThanOrEqual(4);
    expect(await findBarriersInBothSizes(page)).toEqual([]);
  });

  it('A mail address is corrected in five presses, and found by its new part', async () => {
    const keyboard = new CountedKeyboard(page);
    await keyboard.push('Correct: E-mail address');
    await seeText(page, 'Consent stays as it is');
    expect(await findBarriersInBothSizes(page)).toEqual([]);
    await keyboard.write('ada@example.com');
    await keyboard.push('Save');
    await seeText(page, 'a•••@example.com');
    expect(keyboard.presses).toBeLessThanOrEqual(5);
    await sending.readFeed();
    await keyboard.push('Users');
    await typeAt(page, 'Search people', 'example.c');
    await seeText(page, 'Ada Löwenherz');
  });

  it('A person is erased in five presses, and not found any more', async () => {
    await activate(page, 'Ada Löwenherz');
    await seeText(page, 'Addresses');
    const keyboard = new CountedKeyboard(page);
    await keyboard.push('Remove');
    await keyboard.step('Delete');
    await keyboard.type('Type “ada” to confirm', 'ada');
    await keyboard.enter();
    await seeText(page, 'The person is erased.');
    expect(keyboard.presses).toBeLessThanOrEqual(5);
    await page.goto(`${sending.gateway.base}/panel/apps/shop/users`);
    await seeText(page, 'Bo Strauß');
    await typeAt(page, 'Search people', 'löwenh');
    await seeText(page, 'No person found');
  });
});
