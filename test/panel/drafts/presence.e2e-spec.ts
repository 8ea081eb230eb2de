import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startGateway, type TestGateway } from '../../support/contract/gateway.js';
import { signIn } from '../../support/contract/panel-member.js';
import { RecordedDrafts } from '../../support/panel/drafts/draft-fixtures.js';
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
import type { PanelSite } from '../../support/panel/panel-site.js';
import { useRecordedPanel } from '../../support/panel/recorded/recorded-panel.js';

const kinds = findBrowsers('presence on drafts');
/** Twice the time between two beats, and some for a slow machine. */
const SOON = { timeout: 45_000, interval: 100 };
const MIRA = { id: '2', name: 'Mira Holt' };
const MEET = 'POST /apps/shop/drafts/12/presence';

describe.each(kinds)('Presence on a draft in %s', (kind) => {
  const recorded = useRecordedPanel(kind);
  let site: PanelSite;
  let page: Page;
  let drafts: RecordedDrafts;
  beforeEach(() => {
    ({ site, page } = recorded());
    drafts = new RecordedDrafts();
    drafts.answer(site);
  });
  const open = async (path = 'new?draft=12') => {
    await page.goto(`${site.origin}/panel/apps/shop/campaigns/${path}`);
    await seeText(page, 'How it arrives');
  };
  const listStatuses = () =>
    page.evaluate(`[...document.querySelectorAll('[role="status"]')].map(({ textContent }) => textContent)`);
  const beats = () => site.requestsOf(MEET).map(({ body }) => (body as { isOpen: boolean }).isOpen);

  it('Other members on a draft stand above the form by name, where a screen reader announces them', async () => {
    drafts.readers = [MIRA];
    await open();
    await seeText(page, 'Mira Holt has it open too.');
    expect(await listStatuses()).toContain('Mira Holt has it open too.');
    expect(await findBarriers(page)).toEqual([]);
    drafts.readers = ['Ada', 'Bo', 'Cem', 'Deniz', 'Ece'].map((name, index) => ({ id: `${index + 5}`, name }));
    await open();
    await seeText(page, 'Ada, Bo, Cem, and 2 more have it open too.');
  });

  it('Presence is asked for seldom, without a key, and not before there is a draft', async () => {
    await open('new');
    await seeText(page, 'What you type is saved by itself.');
    // What the page of the test before says when it leaves may come late.
    const openings = () =>
      site.requests.filter(({ path, body }) => path.endsWith('/presence') && (body as { isOpen: boolean }).isOpen);
    expect(openings()).toEqual([]);
    await open();
    await vi.waitFor(() => expect(openings().length).toBeGreaterThan(1), SOON);
    expect(new Set(openings().map(({ headers }) => headers['idempotency-key']))).toEqual(new Set([undefined]));
    expect(new Set(openings().map(({ body }) => (body as { tab: number }).tab)).size).toBe(1);
  });

  it('Presence ends with the screen', async () => {
    await open();
    await vi.waitFor(() => expect(beats().at(-1)).toBe(true), SOON);
    await press(page, 'link', 'Home');
    await vi.waitFor(() => expect(beats().at(-1)).toBe(false), SOON);
  });

  it('Presence shows neither a member nor an error where the server gives no answer', async () => {
    for (const answer of [{ status: 404 }, { status: 503 }]) {
      site.on(MEET, answer);
      await open();
      await vi.waitFor(() => expect(beats().length).toBeGreaterThan(0), SOON);
      expect(await textOf(page)).not.toContain('open too');
      expect(await findBarriers(page)).toEqual([]);
    }
  });
});

describe.each(findBrowsers('presence on two gateways'))('Presence on two gateways in %s', (kind) => {
  let browser: StoryBrowser;
  let first: TestGateway;
  let second: TestGateway;
  beforeAll(async () => {
    [browser, first] = await Promise.all([launchBrowser(kind), startGateway()]);
    second = await startGateway(undefined, { DATABASE_URL: first.fresh.url }, undefined, false);
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), second?.close()]);
    await first?.close();
  });

  it('Two members of two gateways see each other until one leaves the screen or loses the connection', async () => {
    const text = 'Members';
    const body = { form: 1, fields: { name: 'Spring', text, platforms: ['IOS'] } };
    const writer = await signIn(first);
    const { id } = (await writer.post('/apps/shop/drafts', { name: 'Spring', body })).json as { id: string };
    const ada = await enterPanel(browser, first, { name: 'Ada', role: 'marketer' });
    const bo = await enterPanel(browser, second, { name: 'Bo', role: 'marketer' });
    const open = (page: Page, base: string) =>
      page.goto(`${base}/panel/apps/shop/campaigns/new?draft=${id}`).then(() => seeText(page, 'How it arrives'));
    const sees = (page: Page, name: string) =>
      vi.waitFor(async () => expect(await textOf(page)).toContain(`${name} has it open too.`), SOON);
    const seesNobody = (page: Page) =>
      vi.waitFor(async () => expect(await textOf(page)).not.toContain('has it open too'), SOON);

    await open(ada, first.base);
    await open(bo, second.base);
    await sees(bo, 'Ada');
    await sees(ada, 'Bo');
    await bo.bringToFront();
    await press(bo, 'link', 'Home');
    await seesNobody(ada);

    await open(bo, second.base);
    await sees(ada, 'Bo');
    await bo.setOfflineMode(true);
    await seesNobody(ada);
    await seesNobody(bo);
    await bo.setOfflineMode(false);
    await sees(bo, 'Ada');
    await Promise.all([closePage(ada), closePage(bo)]);
  });
});
