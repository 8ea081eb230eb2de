import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../support/contract/gateway.js';
import { signIn, type PanelMember } from '../../support/contract/panel-member.js';
import { enterPanel } from '../../support/panel/entering/enter-panel.js';
import { activate } from '../../support/panel/keyboard/keyboard.js';
import {
  findBarriers,
  findBrowsers,
  launchBrowser,
  seeText,
  textOf,
  type StoryBrowser,
} from '../../support/panel/panel-browser.js';

const GONE = `/m/${'0'.repeat(64)}.png`;

describe.each(findBrowsers('templates on a real gateway'))('Templates on a real gateway in %s', (kind) => {
  let browser: StoryBrowser;
  let gateway: TestGateway;
  let other: PanelMember;
  let page: Page;
  beforeAll(async () => {
    [browser, gateway] = await Promise.all([launchBrowser(kind), startGateway()]);
    other = await signIn(gateway, [{ role: 'marketer', appId: gateway.appId }]);
    page = await enterPanel(browser, gateway, { name: 'Ada', role: 'marketer' });
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), gateway?.close()]);
  });

  const save = async (id: string, version: number, html: string): Promise<void> => {
    const content = { name: 'Newsletter', kind: 'html', html };
    const { status, text } = await other.post(`/apps/shop/templates/${id}/save`, { ...content, version });
    expect(status, text).toBe(200);
  };

  it('A marketer begins with a mail of the gallery, in the look of the brand', async () => {
    await gateway.app
      .get(ApplyService)
      .apply({ app: 'shop', settings: { brand: { name: 'Lale', color: '#aa3366' } } }, { dryRun: false });
    await page.goto(`${gateway.base}/panel/apps/shop/templates`);
    await seeText(page, 'Start from a design');
    await seeText(page, 'Password or notice');
    expect(await page.$$('main iframe')).toHaveLength(12);
    expect(await findBarriers(page)).toEqual([]);
    await activate(page, 'Sale');
    await seeText(page, 'How a new e-mail starts');
    await page.waitForSelector('main iframe');
    expect(await findBarriers(page)).toEqual([]);
    await activate(page, 'Save the template');
    await seeText(page, 'The template is saved.');
    const { items } = (await other.get('/apps/shop/templates')).json as { items: { id: string; name: string }[] };
    const saved = await other.get(`/apps/shop/templates/${items.find(({ name }) => name === 'Sale')?.id}`);
    expect(saved.json).toMatchObject({ design: { accent: '#aa3366' } });
    expect(saved.text).toContain('Lale');
  });

  it('A member compares and restores an earlier version by the keyboard, unless another member saved in between', async () => {
    const first = { name: 'Newsletter', kind: 'html', html: `<p>Spring is here</p><img src="${GONE}">` };
    const { id } = (await other.post('/apps/shop/templates', first)).json as { id: string };
    await save(id, 1, '<p>Summer is here</p>');
    await page.goto(`${gateway.base}/panel/apps/shop/templates?template=${id}`);
    await seeText(page, 'Version 2, the newest');
    expect(await findBarriers(page)).toEqual([]);
    await activate(page, 'Version 1');
    await seeText(page, 'What differs from the newest');
    const text = await textOf(page);
    expect(text).toContain('Spring is here');
    expect(text).toContain('Summer is here');
    expect(text).toContain('These pictures were deleted');
    expect(text).toContain(GONE);
    await page.waitForSelector('main iframe');
    expect(await findBarriers(page)).toEqual([]);

    await save(id, 2, '<p>Autumn is here</p>');
    await activate(page, 'Restore this version');
    await seeText(page, 'Another member saved this template.');
    await seeText(page, 'Autumn is here');
    expect((await other.get(`/apps/shop/templates/${id}`)).json).toMatchObject({ version: 3 });
    expect(await findBarriers(page)).toEqual([]);

    await activate(page, 'Restore this version');
    await seeText(page, 'Version 1 is saved again as version 4.');
    await seeText(page, 'Version 4, the newest');
    expect(await page.$eval('textarea', ({ value }) => value)).toBe(first.html);
    // Later than what a screen shows right before it leads to another.
    await page.evaluate('new Promise((done) => setTimeout(done, 1100))');
    await activate(page, 'Version 1');
    await seeText(page, 'It says what the newest version says.');
    const after = await textOf(page);
    expect(after).not.toContain('Restore this version');
    expect(after).not.toContain('is saved again as version 4');
  });

  it('The editor shows the fields of a template while its HTML is typed, and why it has none', async () => {
    const content = { name: 'Letter', kind: 'html', html: '<h1 data-herald-edit="headline">News</h1>' };
    const { id } = (await other.post('/apps/shop/templates', content)).json as { id: string };
    await page.goto(`${gateway.base}/panel/apps/shop/templates?template=${id}`);
    await seeText(page, 'text: News');
    const write = async (text: string): Promise<void> => {
      await page.focus('textarea');
      await page.evaluate('document.activeElement.select()');
      await page.keyboard.type(text);
    };
    await write('<p data-herald-edit="greeting">Dear all</p>');
    await seeText(page, 'text: Dear all');
    await write('<p data-herald-edit="greeting">');
    await seeText(page, "The region 'greeting' has no end tag");
    expect(await findBarriers(page)).toEqual([]);
    expect((await other.get(`/apps/shop/templates/${id}`)).json).toMatchObject({ version: 1, html: content.html });
  });
});
