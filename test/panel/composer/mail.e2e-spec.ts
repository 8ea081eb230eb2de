import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mailPreview } from '../../support/panel/compose/mail-fixtures.js';
import { activate, awaitEditor, choose, tabTo, typeAt } from '../../support/panel/keyboard/keyboard.js';
import { findBarriers, findBrowsers, press, seeText } from '../../support/panel/panel-browser.js';
import type { PanelSite } from '../../support/panel/panel-site.js';
import { useRecordedPanel } from '../../support/panel/recorded/recorded-panel.js';

const kinds = findBrowsers('mails in the composer');
const SOON = { timeout: 20_000, interval: 50 };
const HOSTILE = `<title>x</title><body><h1>Spring</h1><script>parent.document.title = 'run'; top.ran = 1</script>
<img src="https://track.invalid/a.png" alt="logo" onerror="parent.ran = 1"><svg onload="parent.ran = 1"></svg>
<p style="background:url(https://track.invalid/b.png)">styled</p><link rel="stylesheet" href="https://track.invalid/c.css">
<iframe src="https://track.invalid/"></iframe><meta http-equiv="refresh" content="0;url=https://track.invalid/">
<base href="https://track.invalid/"><form action="https://track.invalid/"><button>send</button></form>
<a href="javascript:parent.ran=1" target="_top">away</a><a href="https://away.invalid/">there</a></body>`;

describe.each(kinds)('E-mail in the composer in %s', (kind) => {
  const recorded = useRecordedPanel(kind);
  let site: PanelSite;
  let page: Page;
  const previewed = () => site.requests.findLast(({ path }) => path === '/apps/shop/compose/preview')?.body;

  beforeEach(async () => {
    ({ site, page } = recorded());
    site.on('POST /apps/shop/compose/preview', { body: mailPreview(HOSTILE) });
    await page.goto(`${site.origin}/panel/apps/shop/campaigns/new`);
    await seeText(page, 'Preview');
    await typeAt(page, 'Name of the campaign', 'News');
    await press(page, 'button', 'E-mail');
    await seeText(page, 'An e-mail has its own content');
  });

  it('A member adds, moves and deletes blocks by the keyboard alone', async () => {
    await choose(page, 'Choose a block', 'Heading');
    await tabTo(page, 'Text');
    await awaitEditor(page);
    await page.keyboard.type('Hello @{name|you}');
    await choose(page, 'Choose a block', 'Line');
    const blocksOf = () => (previewed() as { mail?: { design: { blocks: { type: string }[] } } })?.mail?.design.blocks;
    await vi.waitFor(() => expect(blocksOf()?.map(({ type }) => type)).toEqual(['heading', 'divider']), SOON);
    await activate(page, 'Move up: Line, block 2');
    await vi.waitFor(() => expect(blocksOf()?.map(({ type }) => type)).toEqual(['divider', 'heading']), SOON);
    await activate(page, 'Delete: Line, block 1');
    await page.waitForSelector('[aria-label="Move up: Heading, block 1"]');
    expect(await page.$('[aria-label="Delete: Line, block 1"]')).toBeNull();
    expect(await findBarriers(page)).toEqual([]);
  });

  it('A member drags a block above another one by its heading', async () => {
    await choose(page, 'Choose a block', 'Text');
    await choose(page, 'Choose a block', 'Line');
    await page.waitForSelector('[aria-label="Move up: Line, block 2"]');
    // The mouse of a test does not begin a drag of its own, so the events of one are reported.
    await page.evaluate(`(async () => {
      const [above, below] = document.querySelectorAll('[aria-label="Blocks"] > li');
      const handle = below.querySelector('h3');
      const tell = (target, type) =>
        target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: new DataTransfer() }));
      const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20)));
      tell(handle, 'dragstart');
      await frame();
      tell(above, 'dragover');
      await frame();
      tell(above, 'drop');
      tell(handle, 'dragend');
    })()`);
    await page.waitForSelector('[aria-label="Move down: Line, block 1"]');
    expect(await findBarriers(page)).toEqual([]);
  });

  it('The preview of a hostile mail runs and loads nothing', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await choose(page, 'Choose a block', 'Line');
    await page.waitForSelector('iframe');
    const frame = await (await page.$('iframe'))?.contentFrame();
    await vi.waitFor(async () => expect(await frame?.evaluate('document.body.innerText')).toContain('styled'), SOON);
    const dangerous = await frame?.evaluate(
      `[...document.querySelectorAll('script, iframe, meta[http-equiv], base, link, form')].length
        + [...document.querySelectorAll('[onerror], [onload], [target]')].length`,
    );
    expect(dangerous).toBe(0);
    expect(await page.evaluate('window.ran ?? document.title')).not.toBe('run');
    expect(await page.evaluate('window.ran')).toBeUndefined();
    expect(asked.filter((url) => !url.startsWith(site.origin))).toEqual([]);
    await frame?.evaluate(`document.querySelectorAll('a').forEach((link) => link.click())`);
    expect(await frame?.evaluate('document.body.innerText')).toContain('styled');
  });

  it('A member fills in a template, which stays in its version', async () => {
    await press(page, 'radio', 'With a template');
    await press(page, 'button', 'Choose a template Template');
    await press(page, 'option', 'Newsletter');
    await seeText(page, 'Empty: News');
    await typeAt(page, 'headline', 'Spring');
    await vi.waitFor(
      () =>
        expect(previewed()).toMatchObject({
          message: { platforms: ['EMAIL'] },
          mail: {
            template: { id: '7', version: 3, regions: [{ name: 'headline', text: 'Spring' }, { name: 'button' }] },
          },
        }),
      SOON,
    );
    expect(await findBarriers(page)).toEqual([]);
  });
});
