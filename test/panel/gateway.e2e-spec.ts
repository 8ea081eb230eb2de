import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { LinkService, MemberService } from '#libs/members';
import { startGateway, type TestGateway } from '../support/contract/gateway.js';
import {
  closePage,
  findBarriers,
  findBrowsers,
  launchBrowser,
  openPage,
  press,
  seeText,
  type StoryBrowser,
} from '../support/panel/panel-browser.js';
import { findBarriersInBothSizes } from '../support/panel/phone/phone.js';

const kinds = findBrowsers('the panel on a real gateway');
const SYSTEM = { by: { kind: 'system', id: 'test', name: 'test' } } as const;
/** Behind every page in the dark theme. */
const DARK = 'rgb(16, 20, 24)';
const SOON = { timeout: 60_000, interval: 100 };

describe.each(kinds)('Panel on a real gateway in %s', (kind) => {
  let browser: StoryBrowser;
  let gateway: TestGateway;
  let page: Page;
  let refused: string[];
  beforeAll(async () => {
    [browser, gateway] = await Promise.all([launchBrowser(kind), startGateway()]);
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), gateway?.close()]);
  });
  beforeEach(async () => {
    page = await openPage(browser);
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

  /** A member of the test's application, and its link. */
  async function invite(name: string): Promise<{ memberId: number; token: string }> {
    const grants = [{ role: 'owner', appId: gateway.appId }] as const;
    const { member, link } = await gateway.app
      .get(MemberService)
      .invite({ ...SYSTEM, grants: [{ role: 'owner', appId: null }] }, { name, email: null, grants: [...grants] });
    return { memberId: member.memberId, token: link.token };
  }
  const open = (path: string): Promise<unknown> => page.goto(`${gateway.base}/panel${path}`);

  it('A link signs a member in, and the member signs out again', async () => {
    const { token } = await invite('Ada Yılmaz');
    await open(`/#link=${token}`);
    await page.locator('::-p-aria([name="AY, You: Ada Yılmaz"][role="button"])').wait();
    expect(await page.evaluate('location.href')).not.toContain(token);
    const cookies = await page.browserContext().cookies();
    expect(cookies).toMatchObject([{ httpOnly: true, sameSite: 'Lax', path: '/' }]);
    expect(await findBarriers(page)).toEqual([]);
    await press(page, 'button', 'AY, You: Ada Yılmaz');
    await press(page, 'menuitem', 'Sign out');
    await seeText(page, 'Herald has no passwords');
    await open('/');
    await seeText(page, 'Herald has no passwords');
  });

  it('A link that is pasted into a tab with the panel signs in without another press, and a spent one leaves the session as it is', async () => {
    const { token } = await invite('Ada');
    const { token: second } = await invite('Eva');
    await open('/');
    await seeText(page, 'Herald has no passwords');
    const paste = (hash: string): Promise<unknown> => page.evaluate(`location.hash = '${hash}'`);
    await paste(`#link=${token}`);
    await page.locator('::-p-aria([name="A, You: Ada"][role="button"])').wait();
    expect(await page.evaluate('location.hash')).toBe('');
    expect(await findBarriersInBothSizes(page)).toEqual([]);
    await paste(`#link=${token}`);
    await seeText(page, 'This link does not work any more');
    await page.locator('::-p-aria([name="A, You: Ada"][role="button"])').wait();
    await paste(`#link=${second}`);
    await page.locator('::-p-aria([name="E, You: Eva"][role="button"])').wait();
    expect(await page.evaluate('location.hash')).toBe('');
  });

  it('The panel reports that a link is spent, and how to get another', async () => {
    const { token } = await invite('Ben');
    await open(`/#link=${token}`);
    await page.locator('::-p-aria([name="B, You: Ben"][role="button"])').wait();
    const stranger = await openPage(browser);
    await stranger.goto(`${gateway.base}/panel/#link=${token}`);
    await seeText(stranger, 'This link does not work any more');
    await seeText(stranger, 'npx herald member link');
    await closePage(stranger);
  });

  it('The panel keeps the language and the theme that a member sets, and signs the member out elsewhere', async () => {
    const { memberId, token } = await invite('Cem');
    const elsewhere = await openPage(browser);
    await elsewhere.goto(`${gateway.base}/panel/#link=${token}`);
    await elsewhere.locator('::-p-aria([name="C, You: Cem"][role="button"])').wait();
    // A page in the background draws nothing, and is not pressed.
    await page.bringToFront();
    const { token: second } = await gateway.app.get(LinkService).makeFor(memberId, SYSTEM);
    await open(`/#link=${second}`);
    await page.locator('::-p-aria([name="C, You: Cem"][role="button"])').click();
    await press(page, 'menuitemradio', 'Türkçe');
    await press(page, 'button', 'C, Siz: Cem');
    await press(page, 'menuitemradio', 'Koyu');
    await press(page, 'button', 'C, Siz: Cem');
    await press(page, 'menuitem', 'Hakkınızda');
    await seeText(page, 'Giriş yaptığınız yerler');
    expect(await page.evaluate('document.documentElement.lang')).toBe('tr');
    expect(await findBarriers(page)).toEqual([]);
    await page.locator('main td button').click();
    await seeText(page, 'Orada çıkış yapıldı.');
    await elsewhere.reload();
    await vi.waitFor(
      async () => expect(await elsewhere.evaluate('document.body.innerText')).toContain('Herald has no passwords'),
      SOON,
    );
    await closePage(elsewhere);
    await page.reload();
    await seeText(page, 'Giriş yaptığınız yerler');
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(DARK);
  });
});
