import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../support/contract/gateway.js';
import { makeLink, signIn } from '../../support/contract/panel-member.js';
import { TestProvider } from '../../support/oidc/test-provider.js';
import {
  closePage,
  findBarriers,
  findBrowsers,
  launchBrowser,
  openPage,
  press,
  seeText,
  type StoryBrowser,
} from '../../support/panel/panel-browser.js';

const NOT_SIGNED_IN = 'Herald has no passwords';

describe.each(findBrowsers('OpenID Connect'))('OpenID Connect in %s', (kind) => {
  let browser: StoryBrowser;
  let provider: TestProvider;
  let gateway: TestGateway;
  let origin: string;
  let page: Page;
  beforeAll(async () => {
    provider = await TestProvider.start();
    const settings = { ...provider.settings, OIDC_NAME: 'Keycloak', OIDC_ROLES: 'herald-admins=*:owner' };
    [browser, gateway] = await Promise.all([launchBrowser(kind), startGateway(undefined, settings, undefined, false)]);
    origin = gateway.base.replace('127.0.0.1', 'localhost');
    // An installation without members speaks of its first link.
    await signIn(gateway);
  }, 120_000);
  afterAll(async () => {
    await Promise.all([browser?.close(), gateway?.close(), provider?.close()]);
  });
  beforeEach(async () => {
    provider.reset();
    page = await openPage(browser);
    await page.goto(`${origin}/panel/members`);
    await seeText(page, NOT_SIGNED_IN);
  });
  afterEach(() => closePage(page));

  const seeMember = async (name: string): Promise<void> => {
    await page.locator(`::-p-aria([name="${name[0]}, You: ${name}"][role="button"])`).wait();
  };
  async function signOut(): Promise<void> {
    await press(page, 'button', 'A, You: Ada');
    await press(page, 'menuitem', 'Sign out');
    await seeText(page, NOT_SIGNED_IN);
  }

  it('OpenID Connect signs a member in, back on the page where it began, and out again', async () => {
    expect(await findBarriers(page)).toEqual([]);
    await press(page, 'button', 'Sign in with Keycloak');
    await seeMember('Ada');
    await seeText(page, 'ada@example.com');
    expect(page.url()).toBe(`${origin}/panel/members`);
    const visited = page.waitForResponse((response) => response.url().startsWith(`${provider.issuer}/logout`));
    await signOut();
    await visited;
  });

  it('OpenID Connect shows plainly why it refuses a sign-in', async () => {
    provider.person = { sub: 'eve', name: 'Eve', groups: [] };
    await press(page, 'button', 'Sign in with Keycloak');
    await seeText(page, 'None of your groups has a role here.');
    expect(page.url()).toBe(`${origin}/panel/members`);
    expect(await findBarriers(page)).toEqual([]);
    await page.reload();
    await seeText(page, NOT_SIGNED_IN);
    expect(await page.evaluate('document.body.innerText')).not.toContain('None of your groups');
  });

  it('OpenID Connect asks for the identity again before an action that cannot be undone', async () => {
    provider.authenticatedAt -= 3600;
    provider.person = { sub: 'grace', name: 'Grace', groups: ['herald-admins'] };
    await press(page, 'button', 'Sign in with Keycloak');
    await seeMember('Grace');
    const ask = async (): Promise<void> => {
      await press(page, 'button', 'New link for Grace');
      await press(page, 'button', 'New link');
    };
    await ask();
    await seeText(page, 'Your identity is confirmed. Repeat the action now.');
    await ask();
    await seeText(page, '/panel/#link=');
  });

  it('A member who came by a link connects an account of OpenID Connect', async () => {
    const { memberId } = await signIn(gateway);
    await page.goto(`${origin}/panel/#link=${await makeLink(gateway, memberId)}`);
    await seeMember('Ada');
    provider.person = { sub: `connected in ${kind}`, name: 'A member' };
    await page.goto(`${origin}/panel/me`);
    await press(page, 'button', 'Connect');
    await seeText(page, 'You sign in with your account there.');
    expect(await findBarriers(page)).toEqual([]);
    await signOut();
    await press(page, 'button', 'Sign in with Keycloak');
    await seeMember('Ada');
  });
});
