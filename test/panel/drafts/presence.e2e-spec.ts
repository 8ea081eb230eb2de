import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { RecordedDrafts } from '../../support/panel/drafts/draft-fixtures.js';
import { findBarriers, findBrowsers, press, seeText, textOf } from '../../support/panel/panel-browser.js';
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
    await seeText(page, 'Preview');
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

  it('Presence begins with the draft, is asked for without a key, forgets who is there without an answer, and ends with the screen', async () => {
    await open('new');
    await seeText(page, 'Changes are saved automatically.');
    // The last report of the earlier test's page may come late.
    const openings = () =>
      site.requests.filter(({ path, body }) => path.endsWith('/presence') && (body as { isOpen: boolean }).isOpen);
    expect(openings()).toEqual([]);
    drafts.readers = [MIRA];
    await open();
    await seeText(page, 'Mira Holt has it open too.');
    site.on(MEET, { status: 503 });
    await vi.waitFor(async () => expect(await textOf(page)).not.toContain('open too'), SOON);
    expect(openings().length).toBeGreaterThan(1);
    expect(new Set(openings().map(({ headers }) => headers['idempotency-key']))).toEqual(new Set([undefined]));
    expect(new Set(openings().map(({ body }) => (body as { tab: number }).tab)).size).toBe(1);
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
