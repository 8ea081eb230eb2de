import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { activate, tabTo, typeAt } from '../support/panel/keyboard/keyboard.js';
import { findBarriers, findBrowsers, press, seeText, textOf } from '../support/panel/panel-browser.js';
import { NEW_LINK } from '../support/panel/member-fixtures.js';
import { ME } from '../support/panel/panel-fixtures.js';
import { type PanelSite, refusal } from '../support/panel/panel-site.js';
import { useRecordedPanel } from '../support/panel/recorded/recorded-panel.js';

const kinds = findBrowsers('the members of the panel');
const SOON = { timeout: 20_000, interval: 50 };

describe.each(kinds)('Members of the panel in %s', (kind) => {
  const recorded = useRecordedPanel(kind);
  let site: PanelSite;
  let page: Page;

  beforeEach(async () => {
    ({ site, page } = recorded());
    await page.goto(`${site.origin}/panel/members`);
    await seeText(page, 'Mira Holt');
  });

  it('An owner invites a member by the keyboard, and sees the link once', async () => {
    await activate(page, 'Invite a member');
    await seeText(page, 'Nothing else is sent');
    expect(await findBarriers(page)).toEqual([]);
    await typeAt(page, 'Name', 'Kim Lee');
    await activate(page, 'Add a role');
    await seeText(page, 'Marketer, Shop');
    await activate(page, 'Create invitation');
    await seeText(page, `#link=${NEW_LINK.token}`);
    await seeText(page, 'never again');
    expect(await findBarriers(page)).toEqual([]);
    expect(site.requestsOf('POST /members')[0]?.body).toEqual({
      name: 'Kim Lee',
      grants: [{ role: 'marketer', app: 'shop' }],
    });
    await activate(page, 'Done');
    await vi.waitFor(async () => expect(await page.content()).not.toContain(NEW_LINK.token), SOON);
  });

  it('An owner is offered no link where the provider alone signs in', async () => {
    site.on('GET /session/ways', { body: { passkeys: false, links: false, oidc: 'Work account', first: false } });
    await page.reload();
    await seeText(page, 'Members come from Work account');
    expect(await textOf(page)).toContain('Mira Holt');
    expect(await textOf(page)).not.toContain('Invite a member');
    expect(await textOf(page)).not.toContain('New link');
    expect(await findBarriers(page)).toEqual([]);
  });

  it('An owner gives the role that stands in the fields, without another press', async () => {
    await press(page, 'button', 'Invite a member');
    await seeText(page, 'It needs a name first.');
    await page.locator('::-p-aria([name="Name"][role="textbox"])').fill('Kim Lee');
    await seeText(page, 'May then: Marketer, Shop');
    await tabTo(page, 'Marketer');
    await page.keyboard.press('ArrowDown');
    await seeText(page, 'Support');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await seeText(page, 'May then: Support, Shop');
    expect(await findBarriers(page)).toEqual([]);
    await press(page, 'button', 'Create invitation');
    await seeText(page, `#link=${NEW_LINK.token}`);
    expect(site.requestsOf('POST /members')[0]?.body).toEqual({
      name: 'Kim Lee',
      grants: [{ role: 'support', app: 'shop' }],
    });
  });

  it('An owner gives no role unseen: neither one that was listed and dropped, nor one that was not chosen', async () => {
    await press(page, 'button', 'Invite a member');
    await press(page, 'button', 'Add a role');
    await press(page, 'button', 'Take away: Marketer, Shop');
    await seeText(page, 'It needs a role first.');
    await press(page, 'button', 'Cancel');
    await vi.waitFor(async () => expect(await page.$('[role=dialog]')).toBeNull(), SOON);
    await press(page, 'button', 'Change what Mira Holt may do');
    await seeText(page, 'May then: Marketer, Shop; Analyst, News');
  });

  it('An owner takes a role away, and reads why the server refuses', async () => {
    site.on('POST /members/2/grants', refusal(403, 'permission_missing', 'You may not give this role'));
    await press(page, 'button', 'Change what Mira Holt may do');
    await press(page, 'button', 'Take away: Analyst, News');
    await press(page, 'button', 'Save');
    await seeText(page, 'You may not give this role');
    site.on('POST /members/2/grants', { status: 204 });
    await press(page, 'button', 'Save');
    await seeText(page, 'It takes effect at once');
    expect(site.requestsOf('POST /members/2/grants').at(-1)?.body).toEqual({
      grants: [{ role: 'marketer', app: 'shop' }],
    });
  });

  it('An owner removes a member after a confirmation', async () => {
    site.on('POST /members/3/remove', { status: 204 });
    await press(page, 'button', 'Remove Jo Anders');
    await seeText(page, 'cannot sign in again');
    expect(await findBarriers(page)).toEqual([]);
    await press(page, 'button', 'Remove');
    await seeText(page, 'Removed, and signed out everywhere.');
    expect(site.requestsOf('POST /members/3/remove')).toHaveLength(1);
  });

  it('An owner without a passkey reads that a new link is needed, in place of a question for a passkey', async () => {
    const needed = 'Sign in with a new link first: this needs a recent sign-in';
    site.on('POST /members/3/remove', refusal(403, 'proof_needed', needed));
    site.on('POST /session/proof/options', { body: { challenge: 'AAAA', rpId: 'localhost', allowCredentials: [] } });
    await press(page, 'button', 'Remove Jo Anders');
    await press(page, 'button', 'Remove');
    await seeText(page, needed);
    expect(await findBarriers(page)).toEqual([]);
  });

  it('A member who may not manage members does not see the screen', async () => {
    const [shop] = ME.apps;
    site.on('GET /me', { body: { ...ME, apps: [{ ...shop, permissions: ['campaigns.read'] }] } });
    await page.reload();
    await seeText(page, 'Campaigns');
    expect(await page.$('nav a[href="/panel/members"]')).toBeNull();
  });
});
