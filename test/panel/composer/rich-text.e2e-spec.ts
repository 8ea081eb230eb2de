import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mailPreview } from '../../support/panel/compose/mail-fixtures.js';
import { awaitEditor, choose, tabTo, typeAt } from '../../support/panel/keyboard/keyboard.js';
import { findBarriers, findBrowsers, press, seeText } from '../../support/panel/panel-browser.js';
import type { PanelSite } from '../../support/panel/panel-site.js';
import { useRecordedPanel } from '../../support/panel/recorded/recorded-panel.js';

const kinds = findBrowsers('rich texts in a mail');
const SOON = { timeout: 20_000, interval: 50 };

describe.each(kinds)('Text of a mail in %s', (kind) => {
  const recorded = useRecordedPanel(kind);
  let site: PanelSite;
  let page: Page;

  beforeEach(async () => {
    ({ site, page } = recorded());
    site.on('POST /apps/shop/compose/preview', { body: mailPreview('<p>Spring</p>') });
    await page.goto(`${site.origin}/panel/apps/shop/campaigns/new`);
    await seeText(page, 'Preview');
    await typeAt(page, 'Name of the campaign', 'News');
    await press(page, 'button', 'E-mail');
    await choose(page, 'Choose a block', 'Text');
    await page.waitForSelector('[role="textbox"][aria-label="Text"]');
    await tabTo(page, 'Text');
    await awaitEditor(page);
  });

  /** The words of the first block, as the server is asked to draw them. */
  function written(): unknown {
    const body = site.requests.findLast(({ path }) => path === '/apps/shop/compose/preview')?.body;
    const { mail } = (body ?? {}) as { mail?: { design: { blocks: { text?: string; rich?: object }[] } } };
    const [block] = mail?.design.blocks ?? [];
    return block?.rich ?? block?.text;
  }

  async function pressWith(modifier: 'Control' | 'Shift', key: 'b' | 'i' | 'k' | 'z' | 'Enter'): Promise<void> {
    await page.keyboard.down(modifier);
    await page.keyboard.press(key);
    await page.keyboard.up(modifier);
  }

  it('A member writes bold, italic, a link and a placeholder by the keyboard alone', async () => {
    await page.keyboard.type('Hello ');
    await pressWith('Control', 'b');
    await page.keyboard.type('you');
    await pressWith('Control', 'i');
    await page.keyboard.type('!');
    await pressWith('Control', 'b');
    await pressWith('Control', 'i');
    await pressWith('Shift', 'Enter');
    await pressWith('Control', 'k');
    await page.waitForSelector('[role="dialog"]');
    await page.waitForFunction(`document.activeElement?.labels?.[0]?.textContent === 'Link address'`);
    await page.keyboard.type('javascript:alert(1)');
    await page.keyboard.press('Enter');
    await seeText(page, 'Begin with https://');
    expect(await findBarriers(page)).toEqual([]);
    await page.evaluate('document.activeElement.select()');
    await page.keyboard.type('https://a.example/');
    await page.keyboard.press('Enter');
    await page.waitForFunction(`document.querySelector('[role="dialog"]') === null`);
    await awaitEditor(page);
    await page.keyboard.type(' @{name|friend}.');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Bye');
    const pieces = [
      { type: 'text', text: 'Hello ' },
      { type: 'text', text: 'you', bold: true },
      { type: 'text', text: '!', bold: true, italic: true },
      { type: 'break' },
      { type: 'text', text: 'https://a.example/', link: 'https://a.example/' },
      { type: 'text', text: ' ' },
      { type: 'placeholder', name: 'name', fallback: 'friend' },
      { type: 'text', text: '.' },
    ];
    await vi.waitFor(() => expect(written()).toEqual([{ pieces }, { pieces: [{ type: 'text', text: 'Bye' }] }]), SOON);
    expect(await findBarriers(page)).toEqual([]);
  });

  it('The text of a mail stays plain without formatting, and takes no HTML of a clipboard', async () => {
    await page.keyboard.type('Dear ');
    await page.evaluate(`{
      const data = new DataTransfer();
      data.setData('text/html', '<img src=x onerror="window.ran = 1"><b>bold</b>');
      data.setData('text/plain', 'first @{name}\\n\\nsecond');
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }`);
    await vi.waitFor(() => expect(written()).toBe('Dear first @{name}\n\nsecond'), SOON);
    await pressWith('Control', 'z');
    // The preview of these words is there already, so no one asks for it again.
    await page.waitForFunction(`document.activeElement.innerText === 'Dear '`);
    expect(await page.evaluate('window.ran')).toBeUndefined();
  });

  it('A member inserts a value from the list of the tools', async () => {
    await page.keyboard.type('Dear ');
    await press(page, 'button', 'Insert a value');
    await page.waitForSelector('[role="menuitem"]');
    const code = String(await page.evaluate(`document.querySelector('[role="menuitem"]').textContent`));
    await press(page, 'menuitem', code);
    await vi.waitFor(() => expect(written()).toBe(`Dear @{${code}}`), SOON);
    // The list gives the focus back to its button, which hands it on to the text.
    await awaitEditor(page);
    await page.keyboard.type('!');
    await vi.waitFor(() => expect(written()).toBe(`Dear @{${code}}!`), SOON);
  });

  it('Values, selections and filters are completed in a mail by the keyboard, and announced', async () => {
    const seeActive = (name: string) =>
      page.waitForFunction(
        `document.getElementById(document.activeElement?.getAttribute('aria-activedescendant'))?.textContent.startsWith('${name}')`,
      );
    const isWritten = (text: string) => vi.waitFor(() => expect(written()).toBe(text), SOON);
    await page.keyboard.type('Dear @{ci');
    await seeActive('city');
    await seeText(page, 'Enter takes');
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await isWritten('Dear @{city}');
    await page.keyboard.type(': {{ title');
    await seeActive('catalogs.products.title');
    await page.keyboard.press('Enter');
    await page.keyboard.type('sku');
    await isWritten("Dear @{city}: {{ catalogs.products['sku'].title }}");
    await page.keyboard.press('End');
    await page.keyboard.type(' {% for p in sim');
    await seeActive('catalogs.products.similar');
    await page.keyboard.press('Enter');
    await page.keyboard.type('ci');
    await seeActive('city');
    await page.keyboard.press('Escape');
    await vi.waitFor(async () => expect(await page.$('[role="listbox"]')).toBeNull(), SOON);
    await page.keyboard.type('t');
    await seeActive('city');
    await page.keyboard.press('Enter');
    await isWritten("Dear @{city}: {{ catalogs.products['sku'].title }} {% for p in catalogs.products.similar[city]");
  });
});
