import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { activate, tabTo, typeAt } from '../../support/panel/keyboard/keyboard.js';
import { findBarriers, findBrowsers, press, seeText } from '../../support/panel/panel-browser.js';
import { ME } from '../../support/panel/panel-fixtures.js';
import { type PanelSite, refusal } from '../../support/panel/panel-site.js';
import { useRecordedPanel } from '../../support/panel/recorded/recorded-panel.js';
import { CATEGORIES, REVIEW } from '../../support/panel/setup-fixtures.js';

const kinds = findBrowsers('the set-up in the panel');
const SOON = { timeout: 20_000, interval: 50 };
const PLACE = '/apps/shop/setup';

describe.each(kinds)('Sections of the set-up in %s', (kind) => {
  const recorded = useRecordedPanel(kind);
  let site: PanelSite;
  let page: Page;
  const typed = () => page.evaluate('document.querySelector("textarea").value');

  beforeEach(() => {
    ({ site, page } = recorded());
  });

  /** Writes a line at the end of the text of the categories. */
  async function addCategory(name: string): Promise<void> {
    await page.goto(`${site.origin}/panel${PLACE}/categories?as=yaml`);
    await seeText(page, 'Nothing is changed before you have seen the difference');
    await tabTo(page, 'YAML');
    await page.keyboard.down('Control');
    await page.keyboard.press('End');
    await page.keyboard.up('Control');
    await page.keyboard.type(`  - name: ${name}`);
    await activate(page, 'Show what changes');
  }

  it('A section that the file alone changes is shown, and offers nothing that would be refused', async () => {
    await page.goto(`${site.origin}/panel${PLACE}`);
    await seeText(page, 'file only');
    expect(await findBarriers(page)).toEqual([]);
    await press(page, 'link', 'Webhooks');
    await seeText(page, 'This section can only be changed in the application file');
    expect(await findBarriers(page)).toEqual([]);
    await page.focus('textarea');
    await page.keyboard.type('x');
    expect(await typed()).toContain('name: crm\n');
    expect(await page.$('::-p-aria([name="Show what changes"][role="button"])')).toBeNull();
    await tabTo(page, 'Copy');
  });

  it('Testers are listed, added and removed in the set-up, and a member without the right sees them alone', async () => {
    const ada = { uid: '7', extId: 'ada', names: 'Ada Byron', kind: 'USER' };
    site.on('GET /apps/shop/testers', { body: { items: [ada], more: false } });
    await page.goto(`${site.origin}/panel${PLACE}`);
    await press(page, 'link', 'Testers');
    await seeText(page, 'ada · Ada Byron');
    expect(await findBarriers(page)).toEqual([]);
    site
      .on('POST /apps/shop/testers', { body: { ...ada, uid: '8', extId: 'bo', names: null } })
      .on('POST /apps/shop/testers/7/remove', { status: 204 });
    await typeAt(page, 'Exact value', 'bo');
    await activate(page, 'Add a tester');
    await seeText(page, 'bo is a tester.');
    expect(site.requests.findLast(({ method }) => method === 'POST')?.body).toEqual({ by: 'extId', value: 'bo' });
    await activate(page, 'Remove ada');
    await vi.waitFor(
      () => expect(site.requests.some(({ path }) => path === '/apps/shop/testers/7/remove')).toBe(true),
      SOON,
    );
    const [shop, ...others] = ME.apps;
    const permissions = (shop?.permissions ?? []).filter((permission) => permission !== 'users.write');
    site.on('GET /me', { body: { ...ME, apps: [{ ...shop, permissions }, ...others] } });
    await page.reload();
    await seeText(page, 'To change the list you need the permission to change people.');
    expect(await page.$('::-p-aria([name="Remove ada"][role="button"])')).toBeNull();
    await page.setViewport({ width: 390, height: 844 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(await findBarriers(page)).toEqual([]);
  });

  it('A member sees another difference after each edit, and cannot apply what was not shown', async () => {
    await addCategory('Weekly letter');
    await seeText(page, 'New topic: Weekly letter');
    await seeText(page, 'there are no identityKeys');
    expect(await findBarriers(page)).toEqual([]);
    await page.focus('textarea');
    await page.keyboard.type(' ');
    await seeText(page, 'Nothing is changed before you have seen the difference');
    expect(await page.$('::-p-aria([name="Apply"][role="button"])')).toBeNull();
  });

  it('An edit keeps its text where it is refused', async () => {
    const fault = refusal(400, 'malformed', 'categories[2].name should be a text that is not empty');
    site.on(`POST ${PLACE}/categories/review`, fault);
    await addCategory('x');
    await seeText(page, 'categories[2].name should be a text that is not empty');
    expect(await findBarriers(page)).toEqual([]);
    expect(await typed()).toBe(`${CATEGORIES.text}  - name: x`);
  });

  it('A secret that was made is shown once', async () => {
    const secrets = [{ kind: 'hook', name: 'results', secret: 'whsec_told-once' }];
    site.on(`POST ${PLACE}/categories/apply`, { body: { ...REVIEW, secrets } });
    await addCategory('x');
    await seeText(page, 'New topic: Weekly letter');
    await press(page, 'button', 'Apply');
    await seeText(page, 'whsec_told-once');
    expect(await findBarriers(page)).toEqual([]);
    await press(page, 'button', 'Done');
    await vi.waitFor(async () => expect(await page.content()).not.toContain('whsec_told-once'), SOON);
    await seeText(page, 'Show what changes');
  });
});
