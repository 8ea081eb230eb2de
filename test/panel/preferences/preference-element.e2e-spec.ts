import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../support/contract/gateway.js';
import {
  closePage,
  findBarriers,
  findBrowsers,
  launchBrowser,
  openPage,
  type StoryBrowser,
} from '../../support/panel/panel-browser.js';

const kinds = findBrowsers('the element of preferences');
const SOON = { timeout: 60_000, interval: 100 };

describe.each(kinds)('Element herald-preferences in %s', (kind) => {
  let browser: StoryBrowser;
  let gateway: TestGateway;
  let site: Server;
  let page: Page;
  let device: object;
  beforeAll(async () => {
    [browser, gateway] = await Promise.all([launchBrowser(kind), startGateway()]);
    await gateway.app.get(ApplyService).apply({ app: 'shop', categories: [{ name: 'News' }] }, { dryRun: false });
    await gateway.fresh.db.affected(
      `UPDATE users.category SET title = '{"en": "<i>News</i>", "tr": "Haberler"}' WHERE app_id = $1`,
      [gateway.appId],
    );
    await gateway.call('/rest/3.0/registerUsers', { body: [{ extId: 'ada', email: 'ada@example.com' }] });
    await gateway.makeKey('site', { kind: 'js' });
    const registered = await gateway.call('/sdk/1.0/installations', { key: 'site', body: { platform: 'CHROME' } });
    device = registered.json as object;
    await gateway.call('/sdk/1.0/users/identify', { key: 'site', body: { ...device, extId: 'ada' } });
    site = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(`<!doctype html><html lang="tr"><title>Tercihler</title><main><h1>Hesap</h1>
        <herald-preferences save="Kaydet" email="E-posta"></herald-preferences></main>
        <script src="${gateway.base}/sdk/web/herald-preferences.js" defer></script></html>`);
    });
    await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    site?.close();
    await Promise.all([browser?.close(), gateway?.close()]);
  });
  beforeEach(async () => {
    page = await openPage(browser);
    await page.exposeFunction('callGateway', async (operation: string, body: object) => {
      const answer = await gateway.call(`/sdk/1.0/${operation}`, { key: 'site', body: { ...device, ...body } });
      return answer.json;
    });
    await page.evaluateOnNewDocument(
      'window.Herald = { call: (operation, body) => window.callGateway(operation, body) }',
    );
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
  });
  afterEach(() => closePage(page));

  const read = (script: string): Promise<unknown> =>
    page.evaluate(
      `(() => { const root = document.querySelector('herald-preferences').shadowRoot; return ${script}; })()`,
    );

  it('The element shows topics in the language of the page, and saves what was turned', async () => {
    await expect.poll(() => read("root.querySelectorAll('input').length"), SOON).toBe(3);
    expect(await read("root.querySelector('legend').textContent")).toBe('Haberler');
    expect(await read("[...root.querySelectorAll('label')].map(({ textContent }) => textContent)")).toEqual([
      'E-posta',
      'Advertising by e-mail',
      'Opens and clicks of messages may be recorded with my name',
    ]);
    expect(await findBarriers(page)).toEqual([]);
    for (const key of ['Tab', ' ', 'Tab', 'Tab', ' ', 'Tab', 'Enter'] as const) {
      await page.keyboard.press(key);
    }
    await expect
      .poll(() => read("root.querySelector('[role=status]').textContent"), SOON)
      .toBe('Your choice is saved.');
    const { json } = await gateway.call('/sdk/1.0/users/preferences/read', { key: 'site', body: device });
    expect(json).toMatchObject({ topics: [{ states: { EMAIL: 'off' } }], emailPermitted: true, tracking: true });
    expect(await read('root.activeElement?.textContent')).toBe('Kaydet');
  });

  it('The element asks how often e-mail may come where the application offers it, and saves the choice', async () => {
    await gateway.app
      .get(ApplyService)
      .apply({ app: 'shop', settings: { emailFrequency: ['week'] } }, { dryRun: false });
    await page.reload();
    await expect.poll(() => read("root.querySelectorAll('[type=radio]').length"), SOON).toBe(2);
    expect(await findBarriers(page)).toEqual([]);
    await read("root.querySelector('[type=radio]:checked').focus()");
    await page.keyboard.press('ArrowDown');
    await read("root.querySelector('button').focus()");
    await page.keyboard.press('Enter');
    await expect
      .poll(() => read("root.querySelector('[role=status]').textContent"), SOON)
      .toBe('Your choice is saved.');
    const { json } = await gateway.call('/sdk/1.0/users/preferences/read', { key: 'site', body: device });
    expect(json).toMatchObject({ emailFrequency: 'week', emailFrequencies: ['always', 'week'] });
  });
});
