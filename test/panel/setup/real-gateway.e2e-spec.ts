import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplicationService, ApplyService, readApplicationFile } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../support/contract/gateway.js';
import { enterPanel } from '../../support/panel/entering/enter-panel.js';
import { activate, choose, tabTo, typeAt } from '../../support/panel/keyboard/keyboard.js';
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

const kinds = findBrowsers('the set-up on a real gateway');

describe.each(kinds)('Set-up on a real gateway in %s', (kind) => {
  let browser: StoryBrowser;
  let gateway: TestGateway;
  let page: Page;
  beforeAll(async () => {
    [browser, gateway] = await Promise.all([launchBrowser(kind), startGateway()]);
    page = await enterPanel(browser, gateway, { name: 'Oya', role: 'operator' });
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), gateway?.close()]);
  });

  it('A definition is made for an event that was fired, and a file then finds no differences', async () => {
    const name = `Returned in ${kind}`;
    const fire = () => gateway.call('/rest/3.0/fireEvents', { body: [{ extId: 'ada', name, reason: 'too small' }] });
    await fire();
    await press(page, 'link', 'Set-up');
    await seeText(page, name);
    expect(await findBarriers(page)).toEqual([]);
    await press(page, 'link', `Define ${name}`);
    await seeText(page, 'reason');
    expect(await findBarriers(page)).toEqual([]);
    await activate(page, 'Review');
    await seeText(page, `New event: ${name}`);
    expect(await findBarriers(page)).toEqual([]);
    await press(page, 'button', 'Apply');
    await seeText(page, 'Applied. This is recorded in the audit log.');
    await press(page, 'radio', 'YAML');
    // The section is read again after the change, and the field goes for a moment.
    const shown = await page.waitForFunction(`(() => {
      const text = document.querySelector('textarea')?.value ?? '';
      return text.includes('- code: reason') && text;
    })()`);
    const text = await shown.jsonValue();
    const file = await readApplicationFile(`app: shop\nprune: true\n${String(text)}`, {
      env: {},
      readFile: async () => Promise.reject(new Error('no file is named')),
    });
    expect((await gateway.app.get(ApplyService).apply(file, { dryRun: true })).differences).toEqual([]);
    await fire();
    await press(page, 'link', 'Set-up');
    await seeText(page, 'Every event has a definition');
  });

  it('An operator adds a topic in a form by the keyboard, and the file has it', async () => {
    await page.goto(`${gateway.base}/panel/apps/shop/setup/categories`);
    await activate(page, 'Add a topic');
    await typeAt(page, 'Name', `Letter in ${kind}`);
    await typeAt(page, 'Title (English)', 'Weekly letter');
    await choose(page, 'They get it', 'They do not');
    expect(await findBarriers(page)).toEqual([]);
    await activate(page, 'Review');
    await seeText(page, `New topic: Letter in ${kind}`);
    await seeText(page, 'en: Weekly letter');
    await activate(page, 'Apply');
    await seeText(page, 'Applied. This is recorded in the audit log.');
    await press(page, 'radio', 'YAML');
    await page.waitForSelector('textarea');
    expect(await page.$eval('textarea', ({ value }) => value)).toContain(
      `- name: Letter in ${kind}\n    title:\n      en: Weekly letter\n    default: off`,
    );
  });

  it('An operator sets the brand, and the file has it', async () => {
    await press(page, 'link', 'Set-up');
    await press(page, 'link', 'Brand');
    await seeText(page, 'How it looks');
    await typeAt(page, 'Name', 'Lale');
    await typeAt(page, 'Colour of buttons and links', kind === 'chrome' ? '#aa3366' : '#336699');
    expect(await findBarriers(page)).toEqual([]);
    await activate(page, 'Review');
    await seeText(page, 'brand.color');
    await activate(page, 'Apply');
    await seeText(page, 'Applied. This is recorded in the audit log.');
    const found = await gateway.app.get(ApplicationService).findByName('shop');
    expect(found?.settings.brand.color).toBe(kind === 'chrome' ? '#aa3366' : '#336699');
  });

  it('A marketer adds an attribute, and is shown the own sections alone', async () => {
    const window = await enterPanel(browser, gateway, { name: 'Mine', role: 'marketer' });
    await press(window, 'link', 'Set-up');
    await seeText(window, 'Topics');
    const text = await textOf(window);
    for (const other of ['Webhooks', 'Identity keys', 'Download as a file']) {
      expect(text).not.toContain(other);
    }
    await press(window, 'link', 'Attributes of users');
    await activate(window, 'Add an attribute');
    await typeAt(window, 'Name', `Shoe size in ${kind}`);
    await activate(window, 'Review');
    await seeText(window, `New attribute:`);
    await activate(window, 'Apply');
    await seeText(window, 'Applied. This is recorded in the audit log.');
    await window.goto(`${gateway.base}/panel/apps/shop/setup/settings`);
    await seeText(window, 'Main language');
    expect(await textOf(window)).not.toContain('Time zone');
    expect(await findBarriers(window)).toEqual([]);
    await closePage(window);
  });

  it('A change by a file is shown in the set-up, and the edit of an older version is refused', async () => {
    const apply = (names: string[]) =>
      gateway.app
        .get(ApplyService)
        .apply({ app: 'shop', categories: names.map((name) => ({ name })) }, { dryRun: false });
    await apply(['News']);
    await page.goto(`${gateway.base}/panel/apps/shop/setup/categories?as=yaml`);
    await seeText(page, 'applied a file');
    await tabTo(page, 'YAML');
    await page.keyboard.down('Control');
    await page.keyboard.press('End');
    await page.keyboard.up('Control');
    await page.keyboard.type('  - name: Weekly letter');
    await press(page, 'button', 'Show what changes');
    await seeText(page, 'New topic: Weekly letter');
    await apply(['Offers']);
    await press(page, 'button', 'Apply');
    await seeText(page, 'Another member has changed this section');
    expect(await page.$eval('textarea', ({ value }) => value)).toContain('- name: Weekly letter');
    await press(page, 'button', 'Show what changes');
    await seeText(page, 'Removed topic: Offers');
  });
});
