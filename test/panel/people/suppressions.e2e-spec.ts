import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AuditService } from '#libs/audit';
import { SuppressionService } from '#libs/users/consent';
import { startGateway, type TestGateway } from '../../support/contract/gateway.js';
import { activate, typeAt } from '../../support/panel/keyboard/keyboard.js';
import { enterPanel } from '../../support/panel/entering/enter-panel.js';
import {
  closePage,
  findBarriers,
  findBrowsers,
  launchBrowser,
  press,
  seeText,
  textOf,
  type StoryBrowser,
} from '../../support/panel/panel-browser.js';
import { ME } from '../../support/panel/panel-fixtures.js';
import { type PanelSite, refusal } from '../../support/panel/panel-site.js';
import { useRecordedPanel } from '../../support/panel/recorded/recorded-panel.js';

const kinds = findBrowsers('suppressed addresses');
const SOON = { timeout: 20_000, interval: 50 };

describe.each(kinds)('List of suppressed addresses in %s', (kind) => {
  const recorded = useRecordedPanel(kind);
  let site: PanelSite;
  let page: Page;
  beforeEach(() => {
    ({ site, page } = recorded());
  });
  const open = () => page.goto(`${site.origin}/panel/apps/shop/users/suppressions?reason=HARD_BOUNCE`);

  it('The list of suppressed addresses searches for a whole address, which stays out of the address of the page', async () => {
    await open();
    await seeText(page, 'j•••@example.com');
    await typeAt(page, 'Whole address', 'jo@example.com');
    await press(page, 'button', 'Find');
    await press(page, 'button', 'Show all');
    const asked = site.requestsOf('GET /apps/shop/suppressions').map(({ search }) => Object.fromEntries(search));
    expect(asked[0]).toEqual({ channel: 'email', reason: 'HARD_BOUNCE', limit: '50' });
    expect(asked[1]).toEqual({ channel: 'email', address: 'jo@example.com', limit: '50' });
    expect(page.url()).not.toContain('jo');
  });

  it('The list of suppressed addresses keeps what was typed where the server refuses it', async () => {
    await open();
    await press(page, 'button', 'Release j•••@example.com');
    await seeText(page, 'It is kept in the audit log');
    expect(await findBarriers(page)).toEqual([]);
    site.on(
      'POST /apps/shop/suppressions/email/*',
      refusal(404, 'unknown_id', 'This address is not in the list any more'),
    );
    await typeAt(page, 'Why', 'A mistake');
    await page.keyboard.press('Enter');
    await seeText(page, 'This address is not in the list any more');
    expect(await page.$eval('[role="dialog"] input', (field) => field.value)).toBe('A mistake');
  });

  it('The list of suppressed addresses offers no action to a member who may only read it', async () => {
    const [shop] = ME.apps;
    site.on('GET /me', { body: { ...ME, apps: [{ ...shop, permissions: ['users.read'] }] } });
    await open();
    await seeText(page, 'j•••@example.com');
    const text = await textOf(page);
    for (const name of ['Release', 'Add addresses', 'Show the addresses', 'Save as CSV']) {
      expect(text).not.toContain(name);
    }
  });
});

describe.each(kinds)('Suppressed addresses on a real gateway in %s', (kind) => {
  let browser: StoryBrowser;
  let gateway: TestGateway;
  let page: Page;
  beforeAll(async () => {
    [browser, gateway] = await Promise.all([launchBrowser(kind), startGateway()]);
    page = await enterPanel(browser, gateway, { name: 'Ada', role: 'owner' });
  }, 120_000);
  afterEach(async () => {
    expect(await findBarriers(page)).toEqual([]);
  });
  afterAll(async () => {
    await (page && closePage(page));
    await Promise.all([browser?.close(), gateway?.close()]);
  });

  it('A member adds a suppressed address, looks at it, and releases it, all by the keyboard', async () => {
    await page.goto(`${gateway.base}/panel/apps/shop/users`);
    await activate(page, 'Suppressed addresses');
    await seeText(page, 'No address is suppressed');
    await activate(page, 'Add addresses');
    await seeText(page, 'At most 100.');
    await typeAt(page, 'Addresses, one a line', 'jo@example.com');
    await typeAt(page, 'Why', 'Asked on the phone');
    await page.keyboard.press('Enter');
    await seeText(page, 'j•••@example.com');
    expect(await textOf(page)).not.toContain('jo@example.com');
    await activate(page, 'Show the addresses of this page');
    await seeText(page, 'jo@example.com');
    await seeText(page, 'Asked on the phone');
    await activate(page, 'Release jo@example.com');
    await seeText(page, 'This person opted out.');
    await typeAt(page, 'Why', 'Asked to get mail again');
    await page.keyboard.press('Enter');
    await seeText(page, 'No address is suppressed');
    const reasons = gateway.app.get(SuppressionService).findReasons(gateway.appId, 'email', ['jo@example.com']);
    await vi.waitFor(async () => expect((await reasons).size).toBe(0), SOON);
    const entries = await gateway.app.get(AuditService).listEntries(gateway.appId, { limit: 10 });
    expect(entries.map(({ action }) => action).filter((action) => action.startsWith('suppressions.'))).toEqual([
      'suppressions.release',
      'suppressions.reveal',
      'suppressions.add',
    ]);
  });
});
