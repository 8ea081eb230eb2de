import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PREVIEW } from '../../support/panel/compose/compose-fixtures.js';
import { activate, typeAt } from '../../support/panel/keyboard/keyboard.js';
import { findBarriers, findBrowsers, seeText, textOf } from '../../support/panel/panel-browser.js';
import type { PanelSite } from '../../support/panel/panel-site.js';
import { useRecordedPanel } from '../../support/panel/recorded/recorded-panel.js';

const kinds = findBrowsers('the preview of a campaign');
const SOON = { timeout: 20_000, interval: 50 };
const OWN = `https://media.shop.example/m/${'5a'.repeat(32)}.png`;
const FOREIGN = 'https://pictures.example/a.png';

const [ios, android] = PREVIEW.items;
/** An app on Android draws it: everything is data, and structures are JSON. */
const drawn = (mediaUrl: string) => ({
  ...android,
  payload: {
    message: {
      data: {
        title: 'Spring is here',
        text: 'Members see it first.',
        subText: 'For members',
        bigText: 'Members see it first, and everybody else on Monday.',
        mediaUrl,
        buttons: JSON.stringify([{ name: 'Show' }, { name: 'Later' }]),
        carousel: JSON.stringify([{ title: 'Tulips', content: 'From Friday' }]),
      },
    },
  },
});

describe.each(kinds)('Preview of a campaign in %s', (kind) => {
  const recorded = useRecordedPanel(kind);
  let site: PanelSite;
  let page: Page;
  const preview = (...items: object[]) =>
    site.on('POST /apps/shop/compose/preview', { body: { ...PREVIEW, warnings: [], items } });

  beforeEach(async () => {
    ({ site, page } = recorded());
    preview(drawn(OWN));
    await page.goto(`${site.origin}/panel/apps/shop/campaigns/new`);
    await seeText(page, 'Preview');
    await typeAt(page, 'Name of the campaign', 'Spring');
    await typeAt(page, 'Text', 'Members see it first.');
    await seeText(page, 'For members');
  });

  it('The preview for Android shows all parts opened out, and leaves them out when closed', async () => {
    await seeText(page, 'and everybody else on Monday');
    for (const part of ['Show', 'Later', 'Tulips', 'From Friday']) {
      expect(await textOf(page)).toContain(part);
    }
    expect(await page.$eval('img[alt="Picture"]', (image) => image.getAttribute('src'))).toBe(`/m/${'5a'.repeat(32)}`);
    expect(await findBarriers(page)).toEqual([]);
    // One choice of a group is a stop of Tab; the others are reached by the arrows.
    await activate(page, 'Next person');
    await page.keyboard.press('Tab');
    for (let stops = 0; stops < 6 && !(await isFocused('Expanded')); stops += 1) {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await vi.waitFor(async () => expect(await textOf(page)).not.toContain('Tulips'), SOON);
    expect(await textOf(page)).toContain('For members');
    expect(await page.$('img[alt="Picture"]')).toBeNull();
  });

  it('The preview shows the address of a picture of another server, and loads nothing of it', async () => {
    preview(drawn(FOREIGN));
    await page.keyboard.type(' Now');
    await seeText(page, FOREIGN);
    expect(await page.$('img[alt="Picture"]')).toBeNull();
  });

  it('The preview opens what the provider gets', async () => {
    expect(await textOf(page)).not.toContain('"bigText"');
    await activate(page, 'Payload: Android');
    await seeText(page, '"bigText"');
    expect(await findBarriers(page)).toEqual([]);
  });

  it('The preview shows the segments and the encoding of a text message while it is written', async () => {
    const sms = { encoding: 'UCS-2', segments: 2, characters: 71, perSegment: 67 };
    preview({ ...ios, platform: 'SMS', channel: 'sms', payload: { body: 'ş'.repeat(71), segments: 2 }, sms });
    await page.keyboard.type('ş');
    await seeText(page, '2 segments · UCS-2 · 71 of 134 characters');
    await seeText(page, 'a character outside the GSM alphabet');
  });

  it('The preview shows the message for one person of the audience after the other', async () => {
    const shown = () => site.requestsOf('POST /apps/shop/compose/preview').at(-1)?.body;
    await activate(page, 'Next person');
    await vi.waitFor(() => expect(shown()).toMatchObject({ extId: 'tomo' }), SOON);
    await activate(page, 'Next person');
    await vi.waitFor(() => expect(shown()).toMatchObject({ extId: 'customer-88' }), SOON);
    const drawnBefore = site.requestsOf('POST /apps/shop/audience/sample');
    expect(drawnBefore.map(({ body }) => body)).toEqual([{ target: { sendToAll: true } }]);
    await activate(page, 'Next person');
    await vi.waitFor(() => expect(site.requestsOf('POST /apps/shop/audience/sample')).toHaveLength(2), SOON);
  });

  async function isFocused(name: string): Promise<boolean> {
    return (await page.evaluate('document.activeElement?.textContent?.trim()')) === name;
  }
});
