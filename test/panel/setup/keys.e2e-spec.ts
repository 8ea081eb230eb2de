import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { activate, tabTo, typeAt } from '../../support/panel/keyboard/keyboard.js';
import { findBarriers, findBrowsers, press, seeText } from '../../support/panel/panel-browser.js';
import { KEYS, NEW_SECRET } from '../../support/panel/key-fixtures.js';
import type { PanelSite } from '../../support/panel/panel-site.js';
import { useRecordedPanel } from '../../support/panel/recorded/recorded-panel.js';

const kinds = findBrowsers('the keys of the panel');
const SOON = { timeout: 20_000, interval: 50 };

describe.each(kinds)('Keys of an application in %s', (kind) => {
  const recorded = useRecordedPanel(kind);
  let site: PanelSite;
  let page: Page;

  beforeEach(async () => {
    ({ site, page } = recorded());
    await page.goto(`${site.origin}/panel/apps/shop/keys`);
    await seeText(page, 'shop page');
  });

  it('A member makes a key by the keyboard, and sees its secret once', async () => {
    await activate(page, 'Create key');
    await seeText(page, 'Only these parts');
    expect(await findBarriers(page)).toEqual([]);
    await typeAt(page, 'Name', 'crm');
    await tabTo(page, 'users');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Only from');
    await page.keyboard.press('Enter');
    await seeText(page, NEW_SECRET.secret);
    expect(await findBarriers(page)).toEqual([]);
    expect(site.requestsOf('POST /apps/shop/keys')[0]?.body).toEqual({
      kind: 'rest',
      name: 'crm',
      scopes: ['users', 'events'],
    });
    await activate(page, 'Done');
    await vi.waitFor(async () => expect(await page.content()).not.toContain(NEW_SECRET.secret), SOON);
  });

  it('A member who may not give every scope chooses among those that it may, and gives no secret of a greater key', async () => {
    const [own, greater] = KEYS;
    site.on('GET /apps/shop/keys', {
      body: { items: [own, { ...greater, endsAt: null, rotatable: false }], scopes: ['audit'], all: false },
    });
    await page.reload();
    await seeText(page, 'New secret');
    expect(await page.$$('[aria-label^="New secret for"]')).toHaveLength(1);
    await activate(page, 'Create key');
    await seeText(page, 'A key may do no more than you');
    await typeAt(page, 'Name', 'log');
    expect(await page.$$eval('[role=dialog] button[type=submit]', ([button]) => button?.hasAttribute('disabled'))).toBe(
      true,
    );
    await tabTo(page, 'audit');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Only from');
    await page.keyboard.press('Enter');
    await seeText(page, NEW_SECRET.secret);
    expect(site.requestsOf('POST /apps/shop/keys')[0]?.body).toEqual({ kind: 'rest', name: 'log', scopes: ['audit'] });
  });

  it('A member gives a key a new secret, and ends another one after a confirmation', async () => {
    site.on('POST /apps/shop/keys/1/rotate', { body: NEW_SECRET });
    site.on('POST /apps/shop/keys/2/revoke', { status: 204 });
    await press(page, 'button', 'New secret for backend');
    await seeText(page, 'Both secrets are valid for 24 hours');
    await press(page, 'button', 'New secret');
    await seeText(page, NEW_SECRET.secret);
    expect(site.requestsOf('POST /apps/shop/keys/1/rotate')[0]?.body).toEqual({ overlapHours: 24 });
    await press(page, 'button', 'Done');
    await vi.waitFor(async () => expect(await page.$('[role=dialog]')).toBeNull(), SOON);
    await press(page, 'button', 'Revoke the key reports');
    await seeText(page, 'This cannot be undone');
    await press(page, 'button', 'Revoke');
    await seeText(page, 'The key is revoked');
    expect(site.requestsOf('POST /apps/shop/keys/2/revoke')).toHaveLength(1);
  });
});
