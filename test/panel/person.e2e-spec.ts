import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { activate, tabTo, typeAt } from '../support/panel/keyboard/keyboard.js';
import { findBarriers, findBrowsers, press, seeText } from '../support/panel/panel-browser.js';
import { ME, TIMELINE, USER } from '../support/panel/panel-fixtures.js';
import { type PanelSite, refusal } from '../support/panel/panel-site.js';
import { useRecordedPanel } from '../support/panel/recorded/recorded-panel.js';

const kinds = findBrowsers('the page of a person');
const SOON = { timeout: 20_000, interval: 50 };
const PLACE = '/apps/shop/users/103';

describe.each(kinds)('Page of a person in %s', (kind) => {
  const recorded = useRecordedPanel(kind);
  let site: PanelSite;
  let page: Page;

  beforeEach(async () => {
    ({ site, page } = recorded());
    await page.goto(`${site.origin}/panel${PLACE}`);
    await seeText(page, 'OrderShipped');
  });

  it('The page of a person shows what a person did, and is filtered by the keyboard, which stays in the address', async () => {
    await seeText(page, 'carrier Yamato · parcels 2 · address ***');
    await seeText(page, 'button Show');
    await seeText(page, 'Refused Offers');
    site.on('GET /apps/shop/users/103/timeline', {
      body: { items: TIMELINE.filter((entry) => entry.kind === 'event'), next: null },
    });
    await tabTo(page, 'Everything');
    for (const _ of ['messages', 'reports', 'events']) {
      await page.keyboard.press('ArrowRight');
    }
    await page.keyboard.press(' ');
    await vi.waitFor(
      () => expect(site.requestsOf('GET /apps/shop/users/103/timeline').at(-1)?.search.get('group')).toBe('event'),
      SOON,
    );
    expect(await page.evaluate('location.search')).toBe('?group=event');
    expect(await findBarriers(page)).toEqual([]);
  });

  it('The page of a person shows times as times, also where they are changed, and sends none that is unchanged', async () => {
    await seeText(page, '3 Nov 2025, ');
    await seeText(page, '1 Apr 2024');
    await press(page, 'button', 'Change');
    const read = () =>
      page.evaluate(`[...document.querySelectorAll('[role=dialog] input')].map((field) => field.value)`);
    await vi.waitFor(async () => expect(await read()).toEqual(expect.arrayContaining(['2024-04-01'])), SOON);
    expect(await read()).toEqual(expect.arrayContaining(['2025-11-03T09:05:00.000Z']));
    site.on('POST /apps/shop/users/103/changes', {
      body: {
        items: [{ kind: 'attribute', name: 'memberSince', from: Date.UTC(2024, 2, 31, 21), to: 0, masked: false }],
        saved: false,
        mark: 'seen',
      },
    });
    await tabTo(page, 'memberSince');
    await page.keyboard.down('Control');
    await page.keyboard.press('a');
    await page.keyboard.up('Control');
    await page.keyboard.type('1970-01-01');
    await press(page, 'button', 'Show what changes');
    await seeText(page, '1 Jan 1970');
    expect(site.requestsOf('POST /apps/shop/users/103/changes')[0]?.body).toEqual({
      trial: true,
      set: { memberSince: '1970-01-01' },
    });
  });

  it('A person is changed by the keyboard: first the difference, then the change', async () => {
    const items = [
      { kind: 'consent', name: 'EMAIL', from: true, to: false, masked: false },
      { kind: 'attribute', name: 'plan', from: 'plus', to: 'free', masked: false },
    ];
    site.on('POST /apps/shop/users/103/changes', { body: { items, saved: false, mark: 'seen' } });
    await activate(page, 'Change');
    await seeText(page, 'Change Tomo Nakagawa');
    expect(await findBarriers(page)).toEqual([]);
    // The second choice of the second consent: no more e-mails.
    for (const _ of ['push', 'e-mail']) {
      await tabTo(page, 'yes');
    }
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press(' ');
    await seeText(page, 'How consent was given');
    await tabTo(page, 'plan');
    await page.keyboard.down('Control');
    await page.keyboard.press('a');
    await page.keyboard.up('Control');
    await page.keyboard.type('free');
    await page.keyboard.press('Enter');
    await seeText(page, 'E-mail');
    await tabTo(page, 'Save');
    const [trial] = site.requestsOf('POST /apps/shop/users/103/changes');
    expect(trial?.body).toEqual({
      trial: true,
      set: { plan: 'free' },
      way: 'PHONE',
      consents: [{ kind: 'channel', subject: 'EMAIL', value: false }],
    });
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await seeText(page, 'The change is in the audit log');
    expect(site.requestsOf('POST /apps/shop/users/103/changes').at(-1)?.body).toMatchObject({
      trial: false,
      mark: 'seen',
    });
    expect(site.requestsOf('GET /apps/shop/users/103').length).toBeGreaterThan(1);
  });

  it('The page of a person keeps what was typed when the server refuses it', async () => {
    site.on('POST /apps/shop/users/103/changes', refusal(400, 'malformed', 'age should be a whole number'));
    await press(page, 'button', 'Change');
    await page.locator('::-p-aria([name="New attribute"][role="textbox"])').fill('age');
    await page.locator('::-p-aria([name="Its value"][role="textbox"])').fill('old');
    await press(page, 'button', 'Show what changes');
    await seeText(page, 'age should be a whole number');
    expect(
      await page.evaluate(`[...document.querySelectorAll('[role=dialog] input')].map((field) => field.value)`),
    ).toEqual(expect.arrayContaining(['age', 'old']));
  });

  it('The page of a person shows private values on demand, and removes a person after its id is typed', async () => {
    const attributes = [{ name: 'birthday', type: 'STRING', value: '1990-04-01', masked: false }];
    site.on('POST /apps/shop/users/103/reveal', { body: { ...USER, email: 'tomo@example.com', attributes } });
    site.on('POST /apps/shop/users/103/delete', { status: 204 });
    await activate(page, 'Show private values');
    await seeText(page, 'tomo@example.com');
    await seeText(page, '1990-04-01');
    await press(page, 'button', 'Remove');
    await seeText(page, 'Type “tomo” to confirm');
    expect(await findBarriers(page)).toEqual([]);
    await typeAt(page, 'Type “tomo” to confirm', 'tom');
    await page.keyboard.press('Enter');
    expect(site.requestsOf('POST /apps/shop/users/103/delete')).toHaveLength(0);
    await page.keyboard.type('o');
    await page.keyboard.press('Enter');
    await seeText(page, 'The person is deleted.');
    expect(site.requestsOf('POST /apps/shop/users/103/delete')[0]?.body).toEqual({ confirm: 'tomo' });
    expect(await page.evaluate('document.body.innerText')).not.toContain('Nakagawa');
    expect(await findBarriers(page)).toEqual([]);
  });

  it('A person is erased with a receipt, or the reason of a refusal stays beside what was typed', async () => {
    site.on('POST /apps/shop/users/103/erase', refusal(403, 'not_granted', 'The application may not erase'));
    await press(page, 'button', 'Remove');
    await seeText(page, 'Type “tomo” to confirm');
    await tabTo(page, 'Delete');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press(' ');
    await seeText(page, 'All data of the person is erased');
    await typeAt(page, 'Type “tomo” to confirm', 'tomo');
    await page.keyboard.press('Enter');
    await seeText(page, 'The application may not erase');
    const counts = { 'users.user': 1, 'delivery.push_result': 1204 };
    site.on('POST /apps/shop/users/103/erase', { body: { receiptId: 'e-77', counts } });
    await page.keyboard.press('Enter');
    await seeText(page, 'Receipt e-77 proves it.');
    await seeText(page, '1,204');
    expect(await page.evaluate('document.body.innerText')).not.toContain('Nakagawa');
    expect(await findBarriers(page)).toEqual([]);
  });

  it('A device is retired by the keyboard after the effect is shown, and is then shown as retired', async () => {
    site.on('POST /apps/shop/users/103/devices/a/retire', { status: 204 });
    await activate(page, 'Retire iPhone 17');
    await seeText(page, 'valid token out of use');
    await seeText(page, 'Nothing is sent to it until it registers again.');
    expect(await findBarriers(page)).toEqual([]);
    const [phone, ...rest] = USER.devices;
    const devices = [{ ...phone, tokenState: 'INVALID', retiredReason: 'BY_MEMBER' }, ...rest];
    site.on('GET /apps/shop/users/103', { body: { ...USER, devices } });
    await activate(page, 'Retire');
    await seeText(page, 'The device is out of use.');
    await seeText(page, 'token no longer valid: by a member');
    expect(site.requestsOf('POST /apps/shop/users/103/devices/a/retire')).toHaveLength(1);
  });

  it('The page of a person shows who a visitor became, and offers no change to a member who may only read', async () => {
    const merged = { uid: '104', since: TIMELINE[0]?.at };
    site.on('GET /apps/shop/users/104', { body: { ...USER, merged } });
    site.on('GET /apps/shop/users/104/timeline', { body: { items: TIMELINE, next: null } });
    const apps = ME.apps.map((app) => ({ ...app, permissions: ['campaigns.read', 'users.read'] }));
    site.on('GET /me', { body: { ...ME, apps } });
    await page.goto(`${site.origin}/panel/apps/shop/users/104`);
    await seeText(page, 'visitor 104 until');
    await seeText(page, 'OrderShipped');
    await seeText(page, 'as of');
    const buttons = await page.evaluate(`[...document.querySelectorAll('main button')].map((one) => one.innerText)`);
    expect(buttons).not.toEqual(expect.arrayContaining(['Change']));
    expect(buttons).not.toEqual(expect.arrayContaining(['Retire']));
    expect(buttons).not.toEqual(expect.arrayContaining(['Remove']));
    expect(buttons).not.toEqual(expect.arrayContaining(['Show private values']));
    expect(await findBarriers(page)).toEqual([]);
  });
});
