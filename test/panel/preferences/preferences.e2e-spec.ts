import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PreferenceLinkService } from '#libs/delivery/engagement';
import { ApplyService } from '#libs/tenancy';
import { PersonPreferencesService, TopicService } from '#libs/users/preferences';
import { UserLookupService } from '#libs/users/registry';
import { startGateway, type TestGateway } from '../../support/contract/gateway.js';
import {
  closePage,
  findBarriers,
  findBrowsers,
  launchBrowser,
  openPage,
  seeText,
  type StoryBrowser,
} from '../../support/panel/panel-browser.js';

const kinds = findBrowsers('the preference page');
/** Yellow cannot be read on white: the page must darken it. */
const BRAND = {
  name: 'Ada & Co',
  color: '#ffe600',
  font: 'Open Sans',
  footer: 'One\nTwo',
  privacyUrl: 'https://ada.example/',
};

describe.each(kinds)('Preference page in %s', (kind) => {
  let browser: StoryBrowser;
  let gateway: TestGateway;
  let page: Page;
  let refused: string[];
  beforeAll(async () => {
    [browser, gateway] = await Promise.all([launchBrowser(kind), startGateway()]);
    const settings = { brand: BRAND, emailFrequency: ['day', 'week', 'month'] };
    const file = { app: 'shop', settings, categories: [{ name: 'News' }, { name: 'Offers' }] };
    await gateway.app.get(ApplyService).apply(file, { dryRun: false });
    await gateway.fresh.db.affected(
      `UPDATE users.category SET title = '{"en": "News of the week", "ar": "أخبار"}', description = '{"en": "Once a week"}'
        WHERE app_id = $1 AND name = 'News'`,
      [gateway.appId],
    );
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), gateway?.close()]);
  });
  beforeEach(async () => {
    page = await openPage(browser, { width: 320, height: 640 });
    refused = [];
    page.on('console', (message) => {
      if (/Content.Security.Policy/i.test(message.text())) {
        refused.push(message.text());
      }
    });
  });
  afterEach(async () => {
    await closePage(page);
    expect(refused).toEqual([]);
  });

  async function register(language: string): Promise<number> {
    const extId = `reader-${language}`;
    const consent = { emailFrequency: 'always' };
    const user = { extId, email: `${extId}@example.com`, msisdn: '+905321234567', profile: { language }, consent };
    await gateway.call('/rest/3.0/registerUsers', { body: [user] });
    return (await gateway.app.get(UserLookupService).findUidsByExtIds(gateway.appId, [extId])).get(extId) ?? Number.NaN;
  }
  const states = async (uid: number): Promise<unknown> => {
    const [news] = await gateway.app.get(TopicService).readStates(gateway.appId, uid);
    return news?.channels;
  };
  const open = async (uid: number): Promise<void> => {
    await page.goto(`${gateway.base}${gateway.app.get(PreferenceLinkService).createLink(gateway.appId, uid).path}`);
  };
  const focused = (): Promise<unknown> => page.evaluate('document.activeElement.value ?? ""');
  /** Moves on by the tabulator until an element with a value has the focus. */
  const tabTo = async (value: string): Promise<void> => {
    for (let steps = 0; steps < 20; steps++) {
      await page.keyboard.press('Tab');
      if ((await focused()) === value) {
        return;
      }
    }
    throw new Error(`The tabulator does not reach ${value}`);
  };
  const submit = async (value: string): Promise<void> => {
    await tabTo(value);
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  };
  const shape = (): Promise<unknown> =>
    page.evaluate(`({
      language: document.documentElement.lang,
      direction: getComputedStyle(document.body).direction,
      overflow: document.documentElement.scrollWidth > innerWidth,
      scripts: document.scripts.length,
    })`);

  it.each([
    ['en', 'ltr', 'Your choice is saved.', 'The last change is undone.'],
    ['tr', 'ltr', 'Seçiminiz kaydedildi.', 'Son değişiklik geri alındı.'],
    ['ar', 'rtl', 'تم حفظ اختيارك.', 'تم التراجع عن آخر تغيير.'],
    ['de', 'ltr', 'Ihre Auswahl ist gespeichert.', 'Die letzte Änderung ist rückgängig gemacht.'],
  ])(
    'A reader of %s changes a choice by the keyboard and undoes it, with no barrier',
    async (language, direction, saved, undone) => {
      const uid = await register(language);
      await open(uid);
      expect(await shape()).toEqual({ language, direction, overflow: false, scripts: 0 });
      expect(await findBarriers(page)).toEqual([]);
      await tabTo('1.SMS');
      await page.keyboard.press(' ');
      await submit('save');
      await seeText(page, saved);
      expect(await findBarriers(page)).toEqual([]);
      expect(await states(uid)).toMatchObject({ EMAIL: 'on', SMS: 'off' });
      await submit('undo');
      await seeText(page, undone);
      expect(await states(uid)).toMatchObject({ EMAIL: 'on', SMS: 'on' });
    },
  );

  it.each(['en', 'tr', 'ar', 'de'])(
    'A reader of %s chooses by the keys how often e-mail comes, and undoes it',
    async (language) => {
      const uid = await register(language);
      const chosen = async () => (await gateway.app.get(PersonPreferencesService).read(gateway.appId, uid))?.frequency;
      await open(uid);
      await tabTo('always');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      expect(await focused()).toBe('week');
      await submit('save');
      expect(await page.evaluate(`document.querySelector('[name=frequency]:checked').value`)).toBe('week');
      expect(await findBarriers(page)).toEqual([]);
      expect((await chosen())?.chosen).toBe('week');
      await submit('undo');
      expect((await chosen())?.chosen).toBe('always');
      expect(await states(uid)).toMatchObject({ EMAIL: 'on', SMS: 'on' });
    },
  );

  it('A frequency is chosen without JavaScript, and is not asked after everything was left', async () => {
    const uid = await register('en');
    await page.setJavaScriptEnabled(false).catch(() => undefined);
    await open(uid);
    await tabTo('always');
    await page.keyboard.press('ArrowDown');
    await submit('save');
    const person = await gateway.app.get(PersonPreferencesService).read(gateway.appId, uid);
    expect(person?.frequency).toEqual({ chosen: 'day', offered: ['always', 'day', 'week', 'month'] });
    await submit('leave');
    expect(await page.content()).not.toContain('How often e-mail may come');
    await submit('undo');
    expect(await page.content()).toContain('How often e-mail may come');
    await page.setJavaScriptEnabled(true).catch(() => undefined);
  });

  it('The page works without JavaScript, in the dark, and after everything was left', async () => {
    const uid = await register('en');
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]).catch(() => undefined);
    await page.setJavaScriptEnabled(false).catch(() => undefined);
    await open(uid);
    await submit('leave');
    expect(await page.content()).toContain('You get no advertising by e-mail from Ada &amp; Co.');
    await page.setJavaScriptEnabled(true).catch(() => undefined);
    expect(await findBarriers(page)).toEqual([]);
    await submit('undo');
    await seeText(page, 'The last change is undone.');
  });
});
