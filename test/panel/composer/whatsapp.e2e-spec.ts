import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CHECK, PREVIEW } from '../../support/panel/compose/compose-fixtures.js';
import { activate, choose, typeAt } from '../../support/panel/keyboard/keyboard.js';
import { findBarriers, findBrowsers, press, seeText, textOf } from '../../support/panel/panel-browser.js';
import type { PanelSite } from '../../support/panel/panel-site.js';
import { useRecordedPanel } from '../../support/panel/recorded/recorded-panel.js';

const kinds = findBrowsers('templates of WhatsApp');
const SOON = { timeout: 20_000, interval: 50 };
const SEND = 'Send to 1,234 recipients';
const NONE = 'No template (only people who wrote within 24 hours)';
const BODY = { part: 'body', index: null, type: 'text', name: null };
const TEMPLATES = {
  items: [
    { name: 'order_update', language: 'tr', body: 'Merhaba {{1}}, {{2}} yolda.', fields: [BODY, BODY] },
    {
      name: 'spring_offer',
      language: 'en_US',
      body: 'Hello {{1}}, everything is cheaper.',
      fields: [
        { part: 'header', index: null, type: 'image', name: null },
        BODY,
        { part: 'button', index: 1, type: 'coupon_code', name: null },
      ],
    },
  ],
};
const text = (value: string) => ({ type: 'text', text: value });
const OFFER = {
  template: {
    name: 'spring_offer',
    language: 'en_US',
    components: [
      { type: 'header', parameters: [{ type: 'image', image: { link: 'https://shop.example/a.png' } }] },
      { type: 'body', parameters: [text('@{nick|there}')] },
      {
        type: 'button',
        sub_type: 'copy_code',
        index: '1',
        parameters: [{ type: 'coupon_code', coupon_code: 'SPRING' }],
      },
    ],
  },
};

describe.each(kinds)('WhatsApp template in %s', (kind) => {
  const recorded = useRecordedPanel(kind);
  let site: PanelSite;
  let page: Page;
  const last = (action: string) =>
    site.requests.filter(({ path }) => path === `/apps/shop/compose/${action}`).at(-1)?.body;

  beforeEach(async () => {
    ({ site, page } = recorded());
    const [push] = PREVIEW.items;
    const shown = {
      ...push,
      platform: 'WHATSAPP',
      channel: 'whatsapp',
      payload: { type: 'template', template: OFFER.template },
    };
    site
      .on('GET /apps/shop/compose/whatsapp-templates', { body: TEMPLATES })
      .on('POST /apps/shop/compose/preview', { body: { ...PREVIEW, items: [shown], warnings: [] } });
    await page.goto(`${site.origin}/panel/apps/shop/campaigns/new`);
    await seeText(page, 'Preview');
    for (const platform of ['iOS', 'Android', 'WhatsApp']) {
      await press(page, 'button', platform);
    }
    await typeAt(page, 'Name of the campaign', 'Spring');
    await seeText(page, NONE);
  });

  it('A template is chosen, filled, shown, kept over a reload, and launched with its values', async () => {
    await choose(page, NONE, 'spring');
    await seeText(page, 'Hello {{1}}, everything is cheaper.');
    await typeAt(page, 'Address of the picture (https)', 'https://shop.example/a.png');
    await typeAt(page, 'Value 1 of the text', '@{nick|there}');
    await seeText(page, 'First fill in each value of the template.');
    await typeAt(page, 'Code of button 2', 'SPRING');
    const message = {
      title: 'Spring',
      text: 'Hello @{nick|there}, everything is cheaper.',
      platforms: ['WHATSAPP'],
      whatsapp: OFFER,
    };
    await vi.waitFor(() => expect(last('preview')).toEqual({ message }), SOON);
    await seeText(page, 'spring_offer · @{nick|there}');
    // A link that is half below the head of the page is smaller than a finger.
    await page.evaluate('scrollTo(0, 0)');
    expect(await findBarriers(page)).toEqual([]);

    await seeText(page, 'Saved at');
    await page.reload();
    await seeText(page, 'Code of button 2');
    await activate(page, 'Check');
    await seeText(page, SEND);
    expect(last('check')).toEqual({ message, target: { sendToAll: true } });
    await activate(page, SEND);
    await seeText(page, 'Campaign launched');
    expect(last('launch')).toMatchObject({
      campaign: { message, target: { sendToAll: true } },
      seen: { hash: CHECK.hash, planned: CHECK.planned },
    });
  });

  it('A refused template shows the reason below its field, and is removed by choosing none', async () => {
    const problem = "Field 'whatsapp.template': the template 'order_update' in tr is PAUSED, not APPROVED";
    site.on('POST /apps/shop/compose/preview', {
      body: {
        ...PREVIEW,
        items: [],
        warnings: [{ field: 'message.whatsapp.template', code: 'malformed', value: null, text: problem, blocks: true }],
      },
    });
    await choose(page, NONE, 'order');
    await typeAt(page, 'Value 2 of the text', 'A-1');
    await typeAt(page, 'Text', 'It is on its way');
    await seeText(page, "The template 'order_update' in tr is PAUSED, not APPROVED.");
    expect(await findBarriers(page)).toEqual([]);
    await press(page, 'button', 'order_update · tr Template');
    await press(page, 'option', NONE);
    await vi.waitFor(async () => expect(await textOf(page)).not.toContain('Value 2 of the text'), SOON);
    await vi.waitFor(
      () =>
        expect(last('preview')).toEqual({
          message: { title: 'Spring', text: 'It is on its way', platforms: ['WHATSAPP'] },
        }),
      SOON,
    );
  });
});
