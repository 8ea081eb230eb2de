import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CHECK, PREVIEW } from '../../support/panel/compose/compose-fixtures.js';
import { activate, retypeAt, typeAt } from '../../support/panel/keyboard/keyboard.js';
import { findBarriers, findBrowsers, isMatched, press, seeText, textOf } from '../../support/panel/panel-browser.js';
import { type PanelSite, refusal } from '../../support/panel/panel-site.js';
import { useRecordedPanel } from '../../support/panel/recorded/recorded-panel.js';

const kinds = findBrowsers('the composer');
const SOON = { timeout: 20_000, interval: 50 };
const SEND = 'Send to 1,234 recipients';
/** In the preview: what stands below it moves until it is there. */
const DRAWN = '104 of 4,046 bytes';

describe.each(kinds)('Composer in %s', (kind) => {
  const recorded = useRecordedPanel(kind);
  let site: PanelSite;
  let page: Page;
  const sent = (action: string) => site.requests.filter(({ path }) => path === `/apps/shop/compose/${action}`);

  beforeEach(async () => {
    ({ site, page } = recorded());
    await page.goto(`${site.origin}/panel/apps/shop/campaigns/new`);
    await seeText(page, 'Preview');
  });

  /** Writes name and text by the keyboard. */
  async function write(): Promise<void> {
    await typeAt(page, 'Name of the campaign', 'Spring');
    await typeAt(page, 'Text', 'Members see it first, @{town}.');
  }

  it('The composer completes values, fields of catalogs and filters by the keyboard, and announces them', async () => {
    const textIs = (text: string) =>
      vi.waitFor(async () => expect(await page.$eval('textarea', (field) => field.value)).toBe(text), SOON);
    const seeActive = (name: string) =>
      page.waitForFunction(
        `document.getElementById(document.activeElement?.getAttribute('aria-activedescendant'))?.textContent.startsWith('${name}')`,
      );
    await typeAt(page, 'Text', 'Hello from @{ci');
    await seeText(page, '71% have it');
    await seeActive('city');
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await textIs('Hello from @{city}');
    expect(await textOf(page)).not.toContain('have it');
    await page.keyboard.type(': {{ title');
    await seeActive('catalogs.products.title');
    await page.keyboard.press('Enter');
    await textIs("Hello from @{city}: {{ catalogs.products[''].title }}");
    await page.keyboard.type('sku');
    await textIs("Hello from @{city}: {{ catalogs.products['sku'].title }}");
    await page.keyboard.press('End');
    await page.keyboard.type(' {{ price | m');
    await seeActive('money');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Escape');
    await vi.waitFor(async () => expect(await page.$('[role="listbox"]')).toBeNull(), SOON);
    await page.keyboard.type('on');
    await seeActive('money');
    await page.keyboard.press('Enter');
    await textIs("Hello from @{city}: {{ catalogs.products['sku'].title }} {{ price | money: 'EUR' }}");
  });

  it('An error of a template stands below its text with the place while it is typed', async () => {
    const text = 'Line 1, column 7: the tag if has no end';
    const warning = { field: 'message.text', code: 'malformed', value: null, text, blocks: true };
    site.on('POST /apps/shop/compose/preview', { body: { person: false, items: [], warnings: [warning] } });
    await typeAt(page, 'Name of the campaign', 'Spring');
    await typeAt(page, 'Text', 'Hello {% if city %}you');
    await seeText(page, text);
    expect(await page.$eval('textarea', (field) => field.getAttribute('aria-invalid'))).toBe('true');
    expect(await findBarriers(page)).toEqual([]);
  });

  it('The composer shows the message that arrives and its problems, without a barrier', async () => {
    expect(sent('preview')).toEqual([]);
    await write();
    await seeText(page, 'There is no attribute town.');
    await seeText(page, DRAWN);
    await vi.waitFor(
      () =>
        expect(sent('preview').at(-1)?.body).toEqual({
          message: { title: 'Spring', text: 'Members see it first, @{town}.', platforms: ['IOS', 'ANDROID'] },
        }),
      SOON,
    );
    expect(await findBarriers(page)).toEqual([]);
    site.on('POST /apps/shop/compose/preview', {
      body: {
        ...PREVIEW,
        items: [],
        warnings: [
          { field: 'message.text', code: 'push_too_large', value: null, text: 'It is too large.', blocks: true },
        ],
      },
    });
    await page.keyboard.type('!');
    await seeText(page, 'It is too large.');
    expect(await page.$eval('textarea', (field) => field.getAttribute('aria-invalid'))).toBe('true');
  });

  it('The composer shows each of two languages as it arrives, and the problems of the other one', async () => {
    const [main] = PREVIEW.items;
    const alert = { title: 'Bahar', body: 'Önce üyeler görür.' };
    const turkish = { ...main, language: 'tr', payload: { ...main?.payload, body: { aps: { alert } } } };
    const problem = { field: 'message.languages.tr.text', code: 'many_segments', value: '2', text: '', blocks: false };
    site.on('POST /apps/shop/compose/preview', {
      body: { ...PREVIEW, items: [main, turkish], warnings: [problem] },
    });
    await write();
    await seeText(page, 'Spring is here');
    expect(await textOf(page)).not.toContain(alert.body);
    await press(page, 'button', 'Choose a language Add a language');
    await press(page, 'option', 'Turkish');
    await retypeAt(page, 'Text', alert.body);
    await seeText(page, alert.body);
    await seeText(page, 'The SMS has 2 segments');
    expect(await textOf(page)).not.toContain('Spring is here');
    expect(await findBarriers(page)).toEqual([]);
    await press(page, 'radio', 'Main text');
    await seeText(page, 'Spring is here');
    await seeText(page, 'Turkish: The SMS has 2 segments');
    await press(page, 'button', 'Check');
    await seeText(page, SEND);
    expect(sent('check').at(-1)?.body).toMatchObject({ message: { languages: { tr: { text: alert.body } } } });
    // The button of the check is far below: what stands at the edge of the window would move when it gets the focus.
    await page.evaluate('scrollTo(0, 0)');
    await press(page, 'radio', 'Turkish');
    await press(page, 'button', 'Remove Turkish');
    await seeText(page, 'The campaign has changed since the check');
  });

  it('The composer explains a refused field below it, by its label, and not as something missing', async () => {
    const problem = "Field 'message.click.deeplink' should open a page: its scheme runs code or contains a document";
    site.on('POST /apps/shop/compose/preview', {
      status: 400,
      body: { requestId: 'req-1', problems: [{ path: 'message.click.deeplink', code: 'malformed', text: problem }] },
    });
    await write();
    await typeAt(page, 'Link', 'javascript:alert(1)');
    await seeText(page, 'This field should open a page: its scheme runs code or contains a document.');
    await seeText(page, 'The preview appears once all fields are valid.');
    expect(await textOf(page)).not.toContain('message.click');
    expect(await findBarriers(page)).toEqual([]);
  });

  it('The composer sends to as many as the check counted, and not after a change', async () => {
    await write();
    await activate(page, 'Check');
    await seeText(page, SEND);
    await seeText(page, 'Its account is paused or retries later');
    expect(await findBarriers(page)).toEqual([]);
    const text = await page.$('textarea');
    await text?.type(' Now');
    await seeText(page, 'The campaign has changed since the check');
    expect(await isMatched(page, `::-p-aria([name="${SEND}"][role="button"])`, ':disabled')).toBe(true);
    await press(page, 'button', 'Check');
    await vi.waitFor(async () => expect(await textOf(page)).not.toContain('The campaign has changed'), SOON);
    await press(page, 'button', SEND);
    await seeText(page, 'Campaign launched');
    expect(sent('launch').map(({ body }) => body)).toEqual([
      {
        campaign: {
          message: { title: 'Spring', text: 'Members see it first, @{town}. Now', platforms: ['IOS', 'ANDROID'] },
          target: { sendToAll: true },
        },
        seen: { hash: CHECK.hash, planned: CHECK.planned },
        draft: { id: new URL(page.url()).searchParams.get('draft'), version: expect.any(Number) as number },
      },
    ]);
  });

  it('The composer loses nothing that was typed when the server is away or the page is loaded again', async () => {
    await write();
    await seeText(page, DRAWN);
    await press(page, 'button', 'Check');
    await seeText(page, SEND);
    site.on('POST /apps/shop/compose/launch', { status: 503 });
    await press(page, 'button', SEND);
    await seeText(page, 'The server had a fault.');
    await page.reload();
    await seeText(page, 'Preview');
    expect(await page.$eval('textarea', (field) => field.value)).toBe('Members see it first, @{town}.');
    await seeText(page, DRAWN);
    await press(page, 'button', 'Check');
    await seeText(page, SEND);
    site.on('POST /apps/shop/compose/launch', { body: { key: '1234' } });
    await press(page, 'button', SEND);
    await seeText(page, 'Campaign launched');
    const keys = sent('launch').map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    await press(page, 'button', 'New campaign');
    await seeText(page, 'Enter a name and a text');
    await write();
    await seeText(page, DRAWN);
    await press(page, 'button', 'Check');
    await seeText(page, SEND);
    await press(page, 'button', SEND);
    await vi.waitFor(() => expect(sent('launch')).toHaveLength(3), SOON);
    expect(new Set(sent('launch').map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
  });

  it('The composer asks for another check when a campaign would reach others now', async () => {
    await write();
    await seeText(page, DRAWN);
    await press(page, 'button', 'Check');
    await seeText(page, SEND);
    site.on('POST /apps/shop/compose/launch', refusal(409, 'changed_meanwhile', 'It would reach 1235 recipients now'));
    await press(page, 'button', SEND);
    await seeText(page, 'The recipients have changed since the check');
    await vi.waitFor(async () => expect(await textOf(page)).not.toContain(SEND), SOON);
  });
});
