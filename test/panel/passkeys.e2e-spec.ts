import type { CDPSession, Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AuditService, INSTALLATION } from '#libs/audit';
import { startGateway, type TestGateway } from '../support/contract/gateway.js';
import { makeLink, signIn } from '../support/contract/panel-member.js';
import { activate } from '../support/panel/keyboard/keyboard.js';
import {
  closePage,
  findBarriers,
  findBrowsers,
  launchBrowser,
  type StoryBrowser,
  openPage,
  press,
  seeText,
  settle,
  textOf,
} from '../support/panel/panel-browser.js';

const SOON = { timeout: 20_000, interval: 50 };
/** Only Chrome lets a test play the authenticator (W3C Web Authentication, section 11). */
const kinds = findBrowsers('passkeys').filter((kind) => kind === 'chrome');

describe.skipIf(kinds.length === 0)('Passkeys', () => {
  let browser: StoryBrowser;
  let gateway: TestGateway;
  let origin: string;
  let page: Page;
  let cdp: CDPSession;
  let authenticatorId: string;
  let memberId: number;
  beforeAll(async () => {
    [browser, gateway] = await Promise.all([launchBrowser('chrome'), startGateway()]);
    // Browsers bind passkeys to names, never to addresses.
    origin = gateway.base.replace('127.0.0.1', 'localhost');
    expect(origin).toContain('//localhost:');
  }, 120_000);
  afterAll(async () => {
    await Promise.all([browser?.close(), gateway?.close()]);
  });
  beforeEach(async () => {
    await gateway.fresh.db.affected('DELETE FROM members.passkey');
    page = await openPage(browser);
    cdp = await page.createCDPSession();
    await cdp.send('WebAuthn.enable');
    const options = {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
    } as const;
    const added = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
    });
    ({ authenticatorId } = added);
    ({ memberId } = await signIn(gateway));
    await page.goto(`${origin}/panel/#link=${await makeLink(gateway, memberId)}`);
    await page.locator('::-p-aria([name="A, You: Ada"][role="button"])').wait();
  });
  afterEach(() => closePage(page));

  async function addPasskey(): Promise<void> {
    await page.goto(`${origin}/panel/me`);
    await seeText(page, 'You have no passkey yet');
    expect(await findBarriers(page)).toEqual([]);
    await page.locator('::-p-aria([name="Name of the new one"][role="textbox"])').fill('Phone');
    await press(page, 'button', 'Add a passkey');
    await seeText(page, 'The passkey is added.');
    await seeText(page, 'Phone');
  }

  async function signOut(): Promise<void> {
    await press(page, 'button', 'A, You: Ada');
    await press(page, 'menuitem', 'Sign out');
    await seeText(page, 'Herald has no passwords');
  }

  const actions = async (): Promise<string[]> =>
    (await gateway.app.get(AuditService).listEntries(INSTALLATION, { limit: 20 }))
      .filter(({ subject }) => subject.startsWith(`member ${memberId}`))
      .map(({ action, subject }) => `${action} ${subject.replace(/^member \d+ ?/, '')}`);

  it('A member makes a passkey and signs in with it, and the audit log records both', async () => {
    await addPasskey();
    await signOut();
    await press(page, 'button', 'Sign in with a passkey');
    await page.locator('::-p-aria([name="A, You: Ada"][role="button"])').wait();
    expect(await actions()).toEqual(expect.arrayContaining(['passkey.create ', 'session.start by a passkey']));
    await page.goto(`${origin}/panel/me`);
    await press(page, 'button', 'Remove the passkey Phone');
    await seeText(page, 'The passkey is removed.');
    await seeText(page, 'You have no passkey yet');
    await signOut();
    expect(await page.evaluate('document.body.innerText')).not.toContain('Sign in with a passkey');
  });

  it('A passkey is offered to a member who came by a link, is made by one press, and signs in', async () => {
    await seeText(page, 'Sign in without a link next time');
    expect(await findBarriers(page)).toEqual([]);
    await activate(page, 'Add a passkey');
    await seeText(page, 'The passkey is added.');
    await vi.waitFor(async () => expect(await textOf(page)).not.toContain('without a link next time'), SOON);
    await signOut();
    await press(page, 'button', 'Sign in with a passkey');
    await page.locator('::-p-aria([name="A, You: Ada"][role="button"])').wait();
    await page.goto(`${origin}/panel/#link=${await makeLink(gateway, memberId)}`);
    const answered = page.waitForResponse((response) => response.url().endsWith('/home'));
    await page.reload();
    await page.locator('::-p-aria([name="A, You: Ada"][role="button"])').wait();
    await answered;
    await settle(page);
    expect(await textOf(page)).not.toContain('without a link next time');
  });

  it('The offer of a passkey can be put away, and does not come back on later visits', async () => {
    await seeText(page, 'Sign in without a link next time');
    await press(page, 'link', 'Campaigns');
    await seeText(page, 'No campaign yet');
    expect(await textOf(page)).not.toContain('without a link next time');
    await press(page, 'link', 'Home');
    await seeText(page, 'Sign in without a link next time');
    await press(page, 'button', 'Not now');
    await vi.waitFor(async () => expect(await textOf(page)).not.toContain('without a link next time'), SOON);
    await press(page, 'link', 'Campaigns');
    await seeText(page, 'No campaign yet');
    await press(page, 'link', 'Home');
    await seeText(page, 'Last 30 days');
    expect(await textOf(page)).not.toContain('without a link next time');
    const answered = page.waitForResponse((response) => response.url().endsWith('/home'));
    await page.reload();
    await page.locator('::-p-aria([name="A, You: Ada"][role="button"])').wait();
    await answered;
    await settle(page);
    expect(await textOf(page)).not.toContain('without a link next time');
  });

  it('A passkey proves the identity of a member again before an action that cannot be undone', async () => {
    await addPasskey();
    await gateway.fresh.db.affected(`UPDATE members.session SET proved_at = now() - interval '1 hour'`);
    await page.goto(`${origin}/panel/members`);
    await press(page, 'button', 'New link for Ada');
    await press(page, 'button', 'New link');
    await seeText(page, '/panel/#link=');
    const [proved] = await gateway.fresh.db.rows<{ fresh: boolean }>(
      `SELECT bool_or(s.proved_at > now() - interval '1 minute') AS fresh FROM members.session AS s WHERE s.member_id = $1`,
      [memberId],
    );
    expect(proved).toEqual({ fresh: true });
  });

  it('A passkey that was copied is not accepted', async () => {
    await addPasskey();
    await signOut();
    await gateway.fresh.db.affected('UPDATE members.passkey SET counter = counter + 1000');
    await press(page, 'button', 'Sign in with a passkey');
    await seeText(page, 'The passkey was not accepted.');
    expect(await actions()).not.toContain('session.start by a passkey');
    await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  });
});
