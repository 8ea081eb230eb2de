import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RemoteBrowser } from '../../support/browsers/remote-browser.js';
import { saveScreenshots } from '../../support/browsers/screenshots.js';
import { WatchedPage } from '../../support/browsers/watched-page.js';
import { startGateway, type TestGateway } from '../../support/contract/gateway.js';

const chromium = RemoteBrowser.findChromium();
if (chromium === undefined) {
  console.warn('Left out: the pages of the gateway in Chromium. Put chromium or google-chrome on the PATH');
}

describe.skipIf(chromium === undefined)('Pages of the gateway', () => {
  let gateway: TestGateway;
  let browser: RemoteBrowser;
  let page: WatchedPage;
  let key: string;
  beforeAll(async () => {
    gateway = await startGateway();
    key = await gateway.makeKey('typed');
    browser = await RemoteBrowser.chromium(chromium ?? '');
    page = await WatchedPage.open(browser);
  });
  afterAll(async () => {
    await browser?.close();
    await gateway?.close();
  });

  const isQuiet = (): void => {
    expect(page.complaints()).toEqual([]);
    expect(page.hosts()).toEqual([new URL(gateway.base).host]);
  };
  const type = (selector: string, text: string): Promise<unknown> =>
    page.run(`const field = document.querySelector(${JSON.stringify(selector)});
      field.value = ${JSON.stringify(text)};
      field.dispatchEvent(new Event('input', { bubbles: true }));`);

  it('The start page shows what runs, and where to go on', async () => {
    await page.go(`${gateway.base}/`);
    expect(await page.run(`return document.querySelector('main').innerText`)).toMatch(
      /Gateway\s+ready[^]*registerUsers/,
    );
    await saveScreenshots(page, 'gateway');
    isQuiet();
  });

  it('The API reference shows code for this gateway', async () => {
    await page.go(`${gateway.base}/docs`);
    expect(await page.run(`return document.querySelector('#registerUsers pre').textContent`)).toContain(
      `'${gateway.base}/rest/3.0/registerUsers'`,
    );
    await saveScreenshots(page, 'reference');
    await page.run(`location.hash = '#registerUsers'; await new Promise((done) => setTimeout(done, 500))`);
    await saveScreenshots(page, 'operation');
    isQuiet();
  });

  it('The API reference finds an operation by words in any order', async () => {
    await page.go(`${gateway.base}/docs`);
    await page.press('/', 'Slash');
    expect(await page.run(`return document.activeElement.id`)).toBe('search');
    await type('#search', 'users tag');
    const shown = await page.run<string[]>(
      `return [...document.querySelectorAll('.operation:not([hidden])')].map(({ id }) => id)`,
    );
    expect(shown).toContain('tagUsers');
    expect(shown.length).toBeLessThan(15);
    await type('#search', 'no operation has this word');
    expect(await page.run(`return document.getElementById('nothing').hidden`)).toBe(false);
  });

  it('The API reference changes the language everywhere by the keyboard, and remembers it', async () => {
    await page.go(`${gateway.base}/docs`);
    await page.run(`document.querySelector('[role=tab]').focus()`);
    await page.press('ArrowLeft');
    const shown = `return [...new Set([...document.querySelectorAll('[role=tabpanel]:not([hidden])')].map((panel) => panel.dataset.lang))]`;
    expect(await page.run(shown)).toEqual(['Python']);
    await page.go(`${gateway.base}/docs`);
    expect(await page.run(shown)).toEqual(['Python']);
  });

  it('The API reference keeps the key in this tab alone, and tries an operation with it', async () => {
    await page.go(`${gateway.base}/docs`);
    await type('#key', key);
    await page.go(`${gateway.base}/docs`);
    expect(await page.run(`return document.getElementById('key').value`)).toBe(key);
    expect(await page.run(`return [localStorage.length, document.cookie]`)).toEqual([0, '']);
    const trial = `document.querySelector('#registerUsers .trial')`;
    await page.run(`${trial}.open = true; ${trial}.querySelector('button').click()`);
    const outcome = (): Promise<string> => page.run(`return ${trial}.querySelector('.outcome').textContent`);
    await expect.poll(outcome, { timeout: 20_000 }).toMatch(/^200 /);
    const other = await WatchedPage.open(browser);
    await other.go(`${gateway.base}/docs`);
    expect(await other.run(`return document.getElementById('key').value`)).toBe('');
  });

  it('Attack: the API reference sends a key to no other host', async () => {
    await page.go(`${gateway.base}/docs`);
    const trial = `document.querySelector('#registerUsers .trial')`;
    for (const path of [
      'https://evil.example/x',
      '//evil.example/x',
      '/\\\\evil.example/x',
      '\\\\\\\\evil.example',
      'x',
    ]) {
      await page.run(`${trial}.querySelector('[name=path]').value = ${JSON.stringify(path)}; ${trial}.querySelector('button').click();
        await new Promise((done) => setTimeout(done, 300))`);
    }
    expect(page.hosts()).toEqual([new URL(gateway.base).host]);
  });
});
