import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { enterPanel } from '../../support/panel/entering/enter-panel.js';
import { activate, retypeAt, typeAt } from '../../support/panel/keyboard/keyboard.js';
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

const kinds = findBrowsers('the composer on a real gateway');
const SOON = { timeout: 30_000, interval: 50 };
const PEOPLE = 40;

describe.each(kinds)('Composer on a real gateway in %s', (kind) => {
  let browser: StoryBrowser;
  let sending: Sending;
  let page: Page;
  beforeAll(async () => {
    [browser, sending] = await Promise.all([launchBrowser(kind), startSending()]);
    const attributes = [{ code: 'city', dataType: 'STRING' }];
    await sending.gateway.app.get(ApplyService).apply({ app: 'shop', attributes }, { dryRun: false });
    await sending.post(
      'registerUsers',
      Array.from({ length: PEOPLE }, (_, n) => ({
        extId: `u${n}`,
        platform: 'IOS',
        deviceToken: n.toString(16).padStart(64, '0'),
        pushPermitted: n !== 7,
        ...(n === 3 && { language: 'tr' }),
        profile: n === 3 ? { city: 'İzmir' } : {},
      })),
    );
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), sending?.close()]);
  });
  beforeEach(async () => {
    page = await enterPanel(browser, sending.gateway, { name: 'Ada', role: 'marketer' });
  });
  afterEach(() => closePage(page));

  it('A campaign is previewed for one person, checked, and launched once for as many as the button says', async () => {
    await press(page, 'link', 'Campaigns');
    await press(page, 'link', 'New campaign');
    await seeText(page, 'Preview');
    await typeAt(page, 'Name of the campaign', 'Spring');
    await typeAt(page, 'Title', 'Spring is here');
    await typeAt(page, 'Text', 'See it in @{city|your city}.');
    await seeText(page, 'See it in your city.');
    await typeAt(page, 'Preview as', 'u3');
    await seeText(page, 'See it in İzmir.');
    expect(await findBarriers(page)).toEqual([]);

    await press(page, 'button', 'Choose a language Add a language');
    await press(page, 'option', 'Turkish');
    await retypeAt(page, 'Text', '@{city|Şehrin} seni bekliyor.');
    await seeText(page, 'İzmir seni bekliyor.');
    expect(await findBarriers(page)).toEqual([]);

    // The written text is shown, in any language of the person.
    await press(page, 'radio', 'Main text');
    await seeText(page, 'See it in İzmir.');
    await seeText(page, 'This is not the text that u3 would get. That is: Turkish.');
    expect(await findBarriers(page)).toEqual([]);
    await activate(page, 'Show: Turkish');
    await seeText(page, 'İzmir seni bekliyor.');
    await vi.waitFor(async () => expect(await textOf(page)).not.toContain('This is not the text'), SOON);

    await activate(page, 'Check');
    const button = `Send to ${PEOPLE - 1} recipients`;
    await seeText(page, button);
    await seeText(page, 'They have not given consent for this channel, or have opted out.');
    expect(await findBarriers(page)).toEqual([]);
    await page.reload();
    await seeText(page, 'İzmir seni bekliyor.');
    await press(page, 'button', 'Check');
    await seeText(page, button);
    const [send] = await page.$$(`::-p-aria([name="${button}"][role="button"])`);
    await send?.click({ count: 2 });
    await seeText(page, 'Campaign launched');

    const { db } = sending.gateway.fresh;
    const keys = await db.rows<{ key: number }>(
      `SELECT notification_key AS key FROM notifications.definition WHERE kind = 'campaign' AND app_id = $1`,
      [sending.gateway.appId],
    );
    expect(keys).toHaveLength(1);
    await sending.drain();
    const key = keys[0]?.key ?? 0;
    const texts: string[] = [];
    for await (const { payload } of sending.simulators.everyDelivery('apns')) {
      texts.push((payload as { body: { aps: { alert: { body: string } } } }).body.aps.alert.body);
    }
    expect(texts.filter((text) => text === 'See it in your city.')).toHaveLength(PEOPLE - 2);
    expect(new Set(texts)).toEqual(new Set(['See it in your city.', 'İzmir seni bekliyor.']));
    expect((await sending.dispatch(key)).planned).toBe(PEOPLE - 1);
    expect(await sending.ends(key)).toEqual({ SUCCESS: PEOPLE - 1 });
    await press(page, 'link', 'See the campaign');
    await vi.waitFor(async () => expect(page.url()).toContain(`/campaigns/${key}`), SOON);
    await seeText(page, 'Spring');
  });

  it('A message with pages is previewed, saved, opened again as it was, and sent', async () => {
    await sending.post('registerUsers', [{ extId: 'ada', platform: 'ANDROID', deviceToken: 'phone-ada' }]);
    await press(page, 'link', 'Campaigns');
    await press(page, 'link', 'New campaign');
    await seeText(page, 'Preview');
    await typeAt(page, 'Name of the campaign', 'Spring');
    await typeAt(page, 'Text', 'Members see it first.');
    await activate(page, 'More: pages, long text, badge, options');
    await press(page, 'radio', 'Carousel, to swipe');
    await typeAt(page, 'Title of page 1', 'First page');
    await typeAt(page, 'Link of page 1', 'app://first');
    await typeAt(page, 'Long text on Android', 'Everything at length');
    await press(page, 'button', 'Vibrate (Android)');
    await seeText(page, 'Everything at length');
    expect(await findBarriers(page)).toEqual([]);
    const stored = () =>
      sending.gateway.fresh.db.row<{ fields: object }>(
        `SELECT body -> 'fields' AS fields FROM notifications.draft WHERE app_id = $1
          ORDER BY draft_id DESC LIMIT 1`,
        [sending.gateway.appId],
      );
    await vi.waitFor(
      async () =>
        expect((await stored())?.fields).toMatchObject({
          pageKind: 'carousel',
          pages: [{ title: 'First page', content: '', image: '', link: 'app://first' }],
          bigText: 'Everything at length',
          traits: ['vibration'],
        }),
      SOON,
    );
    await page.reload();
    await seeText(page, 'Everything at length');
    await activate(page, 'Check');
    await seeText(page, `Send to ${PEOPLE} recipients`);
    await activate(page, `Send to ${PEOPLE} recipients`);
    await seeText(page, 'Campaign launched');
    await sending.drain();
    const sent: unknown[] = [];
    for await (const { payload } of sending.simulators.everyDelivery('fcm')) {
      sent.push(payload);
    }
    expect(JSON.stringify(sent)).toContain('First page');
    expect(JSON.stringify(sent)).toContain('app://first');
  });
});
