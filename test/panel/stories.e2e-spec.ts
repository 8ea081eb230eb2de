import type { Page } from 'puppeteer-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { activate, tabTo, typeAt } from '../support/panel/keyboard/keyboard.js';
import { findBarriers, findBrowsers, press, seeText, textOf } from '../support/panel/panel-browser.js';
import { ACCOUNTS } from '../support/panel/account-fixtures.js';
import { CAMPAIGN, ME, RECIPIENTS } from '../support/panel/panel-fixtures.js';
import { type PanelSite, refusal } from '../support/panel/panel-site.js';
import { useRecordedPanel } from '../support/panel/recorded/recorded-panel.js';

const kinds = findBrowsers('stories in the panel');
const SOON = { timeout: 60_000, interval: 50 };
const PLACE = '/apps/shop/campaigns/1234';

describe.each(kinds)('Stories of members in the panel in %s', (kind) => {
  const recorded = useRecordedPanel(kind);
  let site: PanelSite;
  let page: Page;
  let hosts: Set<string>;
  beforeEach(() => {
    ({ site, page } = recorded());
    hosts = new Set();
    page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  });
  afterEach(() => {
    expect([...hosts].filter((host) => host !== site.origin && host !== 'null')).toEqual([]);
  });

  const go = (path: string): Promise<unknown> => page.goto(`${site.origin}/panel${path}`);
  const locationOf = async (): Promise<string> => String(await page.evaluate('location.pathname + location.search'));

  it('A member sees how fast a campaign was before the page was loaded, with the figures as a table', async () => {
    await go(PLACE);
    await seeText(page, 'over the whole run');
    await activate(page, 'As a table');
    const rows = async () =>
      (await page.evaluate(
        `[...document.querySelectorAll('figure details[open] tbody tr')].map((row) => row.lastElementChild.textContent)`,
      )) as string[];
    // 47 whole slots and the beginning; the last slot is under way.
    await vi.waitFor(async () => expect(await rows()).toHaveLength(48), SOON);
    expect((await rows()).slice(0, 4)).toEqual(['0', '800', '1,600', '2,400']);
    expect((await rows())[21]).toBe('0');
    site.emit('campaign:1234', { rate: { now: 4321, mean: 4000, unit: '1/s' } });
    await vi.waitFor(async () => expect((await rows()).at(-1)).toBe('4,321'), SOON);
    expect(await findBarriers(page)).toEqual([]);
  });

  it('A member stops many recipients only after typing the name, and Escape leaves everything as it was', async () => {
    site.on(`POST ${PLACE}/stop`, { body: { ...CAMPAIGN, state: 'STOPPED', waiting: 0, skipped: 460_636 } });
    await go(PLACE);
    await seeText(page, 'All recipients accounted for');
    await activate(page, 'Stop');
    await seeText(page, 'This cannot be undone');
    await page.keyboard.press('Escape');
    await vi.waitFor(async () => expect(await focusedOf(page)).toBe('Stop'), SOON);
    await page.keyboard.press('Enter');
    await seeText(page, 'This cannot be undone');
    await typeAt(page, 'Type “Spring arrivals, members first” to stop it', 'Spring arrivals');
    await page.keyboard.press('Enter');
    await page.keyboard.type(', members first');
    expect(site.requestsOf(`POST ${PLACE}/stop`)).toHaveLength(0);
    await page.keyboard.press('Enter');
    await seeText(page, 'Recipients who were still waiting are skipped');
    expect(site.requestsOf(`POST ${PLACE}/stop`)).toHaveLength(1);
  });

  it('A member reads why the server refuses, and the campaign stays as it is', async () => {
    site.on(`POST ${PLACE}/pause`, refusal(409, 'ended', 'The campaign has ended.'));
    await go(PLACE);
    await seeText(page, 'All recipients accounted for');
    await press(page, 'button', 'Pause');
    await seeText(page, 'The campaign has ended.');
    expect(await textOf(page)).toContain('Sending');
  });

  it('A member keeps what was typed when the server is of another build, and is asked to load again', async () => {
    const refused = refusal(409, 'build', 'Herald was updated, and nothing was changed.');
    site.on(`POST ${PLACE}/speed`, { ...refused, headers: { 'x-herald-build': 'next' } });
    await go(PLACE);
    await seeText(page, 'All recipients accounted for');
    await press(page, 'button', 'Speed');
    await page.locator('::-p-aria([name="Recipients per batch"][role="textbox"])').fill('5000');
    await page.keyboard.press('Enter');
    await seeText(page, 'Herald was updated, and nothing was changed.');
    await seeText(page, 'Load again');
    const [{ headers } = { headers: {} }] = site.requestsOf(`POST ${PLACE}/speed`);
    expect(headers).toMatchObject({ 'x-herald-build': 'test' });
    expect(await page.evaluate(`document.querySelector('[role=dialog] input').value`)).toBe('5000');
  });

  it('A member who may not control campaigns sees no buttons for it', async () => {
    const [shop] = ME.apps;
    site.on('GET /me', { body: { ...ME, apps: [{ ...shop, permissions: ['campaigns.read'] }] } });
    await go(PLACE);
    await seeText(page, 'All recipients accounted for');
    const buttons = (await page.evaluate(
      `[...document.querySelectorAll('main header button')].map((button) => button.textContent)`,
    )) as string[];
    expect(buttons).toEqual(['More']);
  });

  it('A member sees numbers move without loading, keeps them when the stream is lost, and sees them right again', async () => {
    await go(PLACE);
    await seeText(page, '746,218');
    await vi.waitFor(() => expect(site.listeners).toBe(1), SOON);
    site.emit('campaign:1234', { sent: 731_104, waiting: 458_193, rate: CAMPAIGN.rate });
    await seeText(page, '746,318');
    await seeText(page, 'All recipients accounted for');
    site.on('GET /live', { status: 503 });
    site.cutStreams();
    await seeText(page, 'The connection is lost');
    expect(await textOf(page)).toContain('746,318');
    site.off('GET /live');
    // A page that was refused asks first whether there are streams, and opens its own a while later.
    await vi.waitFor(async () => {
      site.emit('campaign:1234', { sent: 731_204, waiting: 458_093 });
      expect(await textOf(page)).toContain('746,418');
    }, SOON);
    await vi.waitFor(async () => expect(await textOf(page)).not.toContain('The connection is lost'), SOON);
  });

  it('A member reads what limits a campaign and who did what, and saves its recipients where that is allowed', async () => {
    await go(PLACE);
    await seeText(page, 'limited by the pace of the account');
    await go(`${PLACE}/message`);
    await seeText(page, 'Deniz Aksoy changed its speed: 5000 in 1 minutes');
    await seeText(page, 'backend launched it');
    await seeText(page, 'Members see it first');
    await seeText(page, 'Varies by name');
    await tabTo(page, 'Main text');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await seeText(page, 'Not sent:');
    await go(`${PLACE}/recipients?status=FAILED&reason=INVALID_TOKEN`);
    const file = `GET ${PLACE}/recipients.csv`;
    site.on(file, { page: 'timeStamp,status\r\n2026-11-27T10:00:00.000Z,FAILED\r\n' });
    await press(page, 'button', 'Download CSV');
    await seeText(page, 'Saved: 1 line.');
    const [asked] = site.requestsOf(file);
    expect(Object.fromEntries(asked?.search ?? [])).toEqual({ status: 'FAILED', reason: 'INVALID_TOKEN' });
    const [shop] = ME.apps;
    site.on('GET /me', { body: { ...ME, apps: [{ ...shop, permissions: ['campaigns.read', 'users.read'] }] } });
    await go(`${PLACE}/recipients`);
    await seeText(page, 'customer-101');
    expect(await textOf(page)).not.toContain('Download CSV');
  });

  it('A member sees that numbers do not add up', async () => {
    site.on(`GET ${PLACE}`, { body: { ...CAMPAIGN, sent: CAMPAIGN.sent - 1 } });
    await go(PLACE);
    await seeText(page, 'Totals differ');
  });

  it('Tabs of a member share one stream, and the next tab takes it over', async () => {
    await go(PLACE);
    await seeText(page, '746,218');
    const second = await page.browserContext().newPage();
    await second.goto(`${site.origin}/panel${PLACE}`);
    await seeText(second, '746,218');
    await vi.waitFor(() => expect(site.listeners).toBe(1), SOON);
    site.emit('campaign:1234', { sent: 731_104, waiting: 458_193 });
    await seeText(second, '746,318');
    await page.close();
    page = second;
    await vi.waitFor(() => expect(site.listeners).toBe(1), SOON);
    await vi.waitFor(async () => {
      site.emit('campaign:1234', { sent: 731_204, waiting: 458_093 });
      expect(await textOf(second)).toContain('746,418');
    }, SOON);
  });

  it('A member filters the list, and the address keeps the filter over a reload', async () => {
    await go('/apps/shop/campaigns');
    await seeText(page, 'November digest');
    await tabTo(page, 'Find by name, text or key');
    await page.keyboard.type('spring', { delay: 20 });
    await vi.waitFor(async () => expect(await locationOf()).toBe('/panel/apps/shop/campaigns?q=spring'), SOON);
    // The list is asked for a moment after the address has changed.
    const lists = (): ReturnType<PanelSite['requestsOf']> => site.requestsOf('GET /apps/shop/campaigns');
    await vi.waitFor(() => expect(lists().at(-1)?.search.get('q')).toBe('spring'), SOON);
    expect(lists().length).toBeLessThanOrEqual(8);
    site.on('GET /apps/shop/campaigns', { body: { items: [], next: null } });
    await page.reload();
    await seeText(page, 'No matching campaigns');
    await press(page, 'button', 'Clear the filters');
    await vi.waitFor(async () => expect(await locationOf()).toBe('/panel/apps/shop/campaigns'), SOON);
  });

  it('A member walks through pages of recipients and back', async () => {
    site.on(`GET ${PLACE}/recipients`, ({ search }) => {
      const second = search.get('after') === 'c1';
      return { body: { items: second ? RECIPIENTS.slice(6) : RECIPIENTS.slice(0, 6), next: second ? null : 'c1' } };
    });
    await go(`${PLACE}/recipients`);
    await seeText(page, 'customer-101');
    await press(page, 'button', 'Next page');
    await seeText(page, 'customer-107');
    expect(await locationOf()).toContain('after=c1');
    await press(page, 'button', 'Previous page');
    await seeText(page, 'customer-101');
    expect(await locationOf()).not.toContain('after');
  });

  it('A member goes from a reason to a person and the reason of that person, in two steps by the keyboard', async () => {
    await go(PLACE);
    await seeText(page, 'Push token no longer valid');
    await activate(page, 'tomo');
    await seeText(page, 'Tomo Nakagawa');
    await seeText(page, 'Would not get it now');
    await seeText(page, 'is in the segment members');
    await seeText(page, 'lifetimeValue ≥ 100');
    await seeText(page, 'iOS: skipped. They opted out of this category.');
    expect(await locationOf()).toBe('/panel/apps/shop/users/103?campaign=1234');
  });

  it('A member finds a person by Ctrl and K, without a pointer', async () => {
    await go('/apps/shop');
    await seeText(page, 'Sending now');
    await page.keyboard.down('Control');
    await page.keyboard.press('k');
    await page.keyboard.up('Control');
    await page.locator('::-p-aria([name="Search people, campaigns, pages"][role="dialog"])').wait();
    await page.keyboard.type('tomo', { delay: 20 });
    await vi.waitFor(async () => expect(await optionsOf(page)).toContain('Tomo Nakagawa'), SOON);
    expect(await findBarriers(page)).toEqual([]);
    while ((await focusedOptionOf(page)) !== 'Tomo Nakagawa') {
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Enter');
    await seeText(page, 'OrderShipped');
    expect(await locationOf()).toBe('/panel/apps/shop/users/103');
    expect(site.requestsOf('POST /apps/shop/users/search').map(({ body }) => body)).toContainEqual({ text: 'tomo' });
    expect(await page.evaluate(`document.querySelector('[role=dialog]')`)).toBeNull();
  });

  it('A member reads who changed what, and that the log was not changed, by the keyboard', async () => {
    await go('/apps/shop/audit');
    await seeText(page, 'changed the speed');
    await activate(page, 'Verify');
    await seeText(page, 'Entries 1 to 4 are complete');
    await activate(page, '1 change');
    await seeText(page, '500 every 60 s');
    expect(await findBarriers(page)).toEqual([]);
    expect(site.requestsOf('POST /apps/shop/audit/verify')[0]?.headers).toMatchObject({ 'x-herald-panel': '1' });
    await go('/apps/shop/audit?action=campaign.');
    await seeText(page, 'changed the speed');
    expect(site.requestsOf('GET /apps/shop/audit').at(-1)?.search.get('action')).toBe('campaign.');
    await typeAt(page, 'Object, such as campaign 12', 'campaign 1234');
    await vi.waitFor(() => {
      const search = Object.fromEntries(site.requestsOf('GET /apps/shop/audit').at(-1)?.search ?? []);
      expect(search).toMatchObject({ action: 'campaign.', subject: 'campaign 1234' });
    }, SOON);
    expect(await locationOf()).toContain('subject=campaign+1234');
    await activate(page, 'campaign 1234');
    await seeText(page, 'All recipients accounted for');
    expect(await locationOf()).toBe(`/panel${PLACE}`);
  });

  it('A member resumes an account and tests another, in the words of its provider, by the keyboard', async () => {
    await go('/apps/shop/accounts');
    await seeText(page, 'InvalidProviderToken');
    await activate(page, 'Resume');
    await vi.waitFor(async () => expect(await textOf(page)).not.toContain('Paused'), SOON);
    await press(page, 'link', 'Home');
    await seeText(page, 'Sending now');
    site.on('GET /apps/shop/accounts', { body: { accounts: ACCOUNTS.filter(({ channel }) => channel === 'smtp') } });
    await go('/apps/shop/accounts');
    await seeText(page, 'E-mail (SMTP)');
    await activate(page, 'Test');
    await seeText(page, '535 5.7.8 Username and Password not accepted');
    await seeText(page, 'check user and password');
    expect(await findBarriers(page)).toEqual([]);
  });

  it('An operator without an account is led to where the first one is connected, and other members to an operator', async () => {
    site.on('GET /apps/shop/accounts', { body: { accounts: [] } });
    await go('/apps/shop/accounts');
    await activate(page, 'Connect an account');
    await vi.waitFor(async () => expect(await locationOf()).toBe('/panel/apps/shop/setup/channels'), SOON);
    const [shop, ...others] = ME.apps;
    site.on('GET /me', { body: { ...ME, apps: [{ ...shop, permissions: ['campaigns.read'] }, ...others] } });
    await go('/apps/shop/accounts');
    await seeText(page, 'A member with the role of an operator connects the first one.');
    expect(await textOf(page)).not.toContain('Connect an account');
  });

  it('A member is led to sign in again where the session ended', async () => {
    await go('/apps/shop/campaigns');
    await seeText(page, 'November digest');
    const out = refusal(401, 'unauthenticated', 'Nobody is signed in.');
    await press(page, 'link', 'Users');
    await seeText(page, 'Tomo Nakagawa');
    site.on('GET /me', out).on('POST /apps/shop/users/search', out);
    await typeAt(page, 'Search people', 'tomo');
    await seeText(page, 'Your session has ended');
    expect(await locationOf()).toBe('/panel/apps/shop/users');
  });

  it('A member is asked to load again when the server is of another build', async () => {
    await go('/apps/shop');
    await seeText(page, 'Sending now');
    const newer = { headers: { 'x-herald-build': 'next' } };
    site.on('GET /apps/shop/campaigns', { body: { items: [], next: null }, ...newer });
    await press(page, 'link', 'Campaigns');
    await seeText(page, 'Herald was updated');
  });

  it('A member keeps the navigation where a screen breaks', async () => {
    site.on('GET /apps/shop/home', { body: { sending: 'nonsense' } });
    await go('/apps/shop');
    await seeText(page, 'This screen has a fault');
    await press(page, 'link', 'Campaigns');
    await seeText(page, 'November digest');
  });

  it('A member reads hostile names as texts', async () => {
    const hostile = `<img src=x onerror="document.title='taken'"><script>document.title='taken'</script>`;
    site.on(`GET ${PLACE}`, { body: { ...CAMPAIGN, name: hostile, label: `javascript:alert(1)` } });
    await go(PLACE);
    await seeText(page, hostile);
    expect(await page.evaluate('document.title')).toBe(`${hostile} · Herald`);
  });
});

async function optionsOf(page: Page): Promise<string[]> {
  return (await page.evaluate(
    `[...document.querySelectorAll('[role=dialog] [role=menuitem]')].map((item) => item.firstChild.textContent)`,
  )) as string[];
}

/** The choice of a list whose focus stays in the field. */
/** The option that looks chosen, which Enter takes. The attribute for screen readers waits for a pause of the typing. */
async function focusedOptionOf(page: Page): Promise<string> {
  return String(
    await page.evaluate(`document.querySelector('[role=dialog] [data-focused]')?.firstChild?.textContent ?? ''`),
  );
}

async function focusedOf(page: Page): Promise<string> {
  return String(await page.evaluate('document.activeElement?.textContent ?? ""'));
}
