import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { activate, tabTo, typeAt } from '../support/panel/keyboard/keyboard.js';
import { findBarriers, findBrowsers, press, seeText } from '../support/panel/panel-browser.js';
import type { PanelSite } from '../support/panel/panel-site.js';
import { ME } from '../support/panel/panel-fixtures.js';
import { useRecordedPanel } from '../support/panel/recorded/recorded-panel.js';
import { DELIVERIES } from '../support/panel/simulator-fixtures.js';

const kinds = findBrowsers('the page of the simulators');
const SOON = { timeout: 20_000, interval: 50 };
const OPERATION = 'GET /apps/shop/simulators/deliveries';

describe.each(kinds)('Deliveries at simulators in %s', (kind) => {
  const recorded = useRecordedPanel(kind);
  let site: PanelSite;
  let page: Page;
  const asked = () => site.requestsOf(OPERATION);

  beforeEach(async () => {
    ({ site, page } = recorded());
    await page.goto(`${site.origin}/panel/apps/shop`);
    await press(page, 'link', 'Test inbox');
    await seeText(page, 'Spring is here');
  });

  it('The page of simulators shows each delivery as its device does, updates by itself, and stands still on demand', async () => {
    for (const text of ['Members first', 'Not now', 'Sandals', 'It comes today.', 'Your invoice', '1 segment · 38']) {
      await seeText(page, text);
    }
    const [first, ...others] = DELIVERIES.items;
    const fresh = { ...first, seq: 26, push: { ...first?.push, title: 'Brand new' } };
    site.on(OPERATION, { body: { ...DELIVERIES, items: [fresh, first, ...others] } });
    await seeText(page, 'Brand new');
    await press(page, 'button', 'Pause');
    await seeText(page, 'Paused');
    const before = asked().length;
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect(asked().length - before, 'a question may be under way').toBeLessThanOrEqual(1);
    expect(await findBarriers(page)).toEqual([]);
  });

  it('The page of simulators is filtered by the keyboard, and the filter stays in the address', async () => {
    await tabTo(page, 'All');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press(' ');
    await vi.waitFor(() => expect(asked().at(-1)?.search.get('channel')).toBe('apns'), SOON);
    expect(await page.evaluate('location.search')).toBe('?channel=apns');
    site.on(OPERATION, { body: { ...DELIVERIES, items: [], older: null } });
    await typeAt(page, 'Text of the message', 'winter');
    await seeText(page, 'No matching messages');
    expect(asked().at(-1)?.search.get('text')).toBe('winter');
  });

  it('The page of simulators keeps a mail in a frame that can run nothing', async () => {
    const frame = await page.waitForSelector('iframe');
    await frame?.scrollIntoView();
    await vi.waitFor(
      () => expect(site.requests.map(({ path }) => path)).toContain('/apps/shop/simulators/deliveries/22/html'),
      SOON,
    );
    expect(await frame?.evaluate((element) => element.getAttribute('sandbox'))).toBe('');
    expect(await page.evaluate("document.querySelector('iframe').contentDocument")).toBeNull();
    await press(page, 'radio', 'Text');
    await seeText(page, 'your invoice is attached');
    expect(await page.title()).toBe('Test inbox · Herald');
  });

  it('The page of simulators offers the reports that the simulator names, and shows what Herald answered', async () => {
    const [item] = DELIVERIES.items.filter(({ channel }) => channel === 'sms');
    const apps = ME.apps.map((app) => ({ ...app, permissions: [...app.permissions, 'rehearse'] }));
    const reports = ['read', 'answered'];
    const report = `${OPERATION.replace('GET', 'POST')}/${item?.seq}/report`;
    site.on('GET /me', { body: { ...ME, apps } });
    site.on(OPERATION, { body: { ...DELIVERIES, items: [{ ...item, channel: 'whatsapp', reports }] } });
    site.on(report, { body: { answer: '200' } });
    await page.goto(`${site.origin}/panel/apps/shop/simulators`);
    await activate(page, `Simulate a report about the message to ${item?.address}`);
    await seeText(page, 'The person has read it');
    expect(await findBarriers(page)).toEqual([]);
    await activate(page, 'Send the report');
    await seeText(page, 'Herald answered 200.');
    expect(site.requestsOf(report).map(({ body }) => body)).toEqual([{ kind: 'read' }]);
  });

  it('The page of simulators says when no account is simulated', async () => {
    site.on(OPERATION, { body: { channels: [], items: [], older: null } });
    await page.goto(`${site.origin}/panel/apps/shop/simulators`);
    await seeText(page, 'No account is simulated');
  });
});
