import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FORM, RecordedDrafts } from '../../support/panel/drafts/draft-fixtures.js';
import { activate, tabTo } from '../../support/panel/keyboard/keyboard.js';
import { findBarriers, findBrowsers, press, seeText, textOf } from '../../support/panel/panel-browser.js';
import type { PanelSite } from '../../support/panel/panel-site.js';
import { useRecordedPanel } from '../../support/panel/recorded/recorded-panel.js';

const kinds = findBrowsers('drafts');
const SOON = { timeout: 20_000, interval: 50 };
const CREATE = 'POST /apps/shop/drafts';
const SAVE = 'POST /apps/shop/drafts/12/save';

describe.each(kinds)('Drafts in %s', (kind) => {
  const recorded = useRecordedPanel(kind);
  let site: PanelSite;
  let page: Page;
  let drafts: RecordedDrafts;

  beforeEach(() => {
    ({ site, page } = recorded());
    drafts = new RecordedDrafts();
    drafts.answer(site);
  });

  async function open(path: string): Promise<void> {
    await page.goto(`${site.origin}/panel/apps/shop/campaigns/${path}`);
    await seeText(page, 'Preview');
  }
  async function type(text: string): Promise<void> {
    await tabTo(page, 'Text');
    await page.keyboard.press('End');
    await page.keyboard.type(text);
  }
  const readText = () => page.$eval('textarea', (field) => field.value);
  const textIn = (id: string) => (drafts.get(id)?.body as typeof FORM | undefined)?.fields.text;

  it('A draft begins with the first words, has one save at a time, and has an address that opens it again', async () => {
    await open('new');
    await seeText(page, 'Changes are saved automatically.');
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(site.requestsOf(CREATE), 'nothing was typed').toHaveLength(0);
    await type('Members see it first');
    await seeText(page, 'Saved at');
    expect(site.requestsOf(CREATE)).toHaveLength(1);
    const id = new URL(page.url()).searchParams.get('draft') ?? '';
    expect(textIn(id)).toBe('Members see it first');
    expect(await page.evaluate('document.activeElement.tagName'), 'the keyboard stays where it was').toBe('TEXTAREA');
    await page.keyboard.type(', today');
    await vi.waitFor(() => expect(textIn(id)).toBe('Members see it first, today'), SOON);
    await page.reload();
    await seeText(page, 'Preview');
    expect(await readText()).toBe('Members see it first, today');
    expect(await findBarriers(page)).toEqual([]);
    await press(page, 'button', 'Start over');
    await vi.waitFor(async () => expect(await readText()).toBe(''), SOON);
    expect(new URL(page.url()).search).toBe('');
    expect(textIn(id), 'it is there as before').toBe('Members see it first, today');
  });

  it('A draft loses nothing while the server is away, also through a reload, and is saved once afterwards', async () => {
    await open('new?draft=12');
    site.on(SAVE, { status: 503 });
    await type(' and more');
    await seeText(page, 'Not saved:');
    expect(await findBarriers(page)).toEqual([]);
    await type(' of it');
    await page.reload();
    await seeText(page, 'Not saved:');
    expect(await readText()).toBe('Everything 20 % off and more of it');
    const tries = site.requestsOf(SAVE);
    expect(tries.length).toBeGreaterThan(1);
    expect(new Set(tries.map(({ headers }) => headers['idempotency-key'])).size, 'a repeat').toBe(1);
    expect(new Set(tries.map(({ body }) => JSON.stringify(body))).size, 'says the same').toBe(1);
    // While the server is away: once it is saved there is no such button. The page tries again by itself too, after longer
    // and longer pauses, of which the fifth is longer than the wait.
    for (let turn = 1; turn <= 5; turn += 1) {
      const before = site.requestsOf(SAVE).length;
      await press(page, 'button', 'Try again');
      await vi.waitFor(() => expect(site.requestsOf(SAVE).length).toBeGreaterThan(before), SOON);
    }
    site.off(SAVE);
    await seeText(page, 'Saved at');
    expect(textIn('12')).toBe('Everything 20 % off and more of it');
    const copies = await page.evaluate(`Object.keys(localStorage).filter((name) => name.includes('draft-copy'))`);
    expect(copies, 'the browser keeps nothing that the server has').toEqual([]);
  });

  it('A draft is in no conflict with itself where a save arrived and its answer did not', async () => {
    await open('new?draft=12');
    site.on(SAVE, ({ body }) => {
      drafts.saveElsewhere('12', (body as { body: typeof FORM }).body.fields);
      return { status: 502 };
    });
    await type('!');
    await seeText(page, 'Not saved:');
    site.off(SAVE);
    await page.reload();
    await seeText(page, 'Preview');
    await type('!');
    await vi.waitFor(() => expect(textIn('12')).toBe('Everything 20 % off!!'), SOON);
    expect(await textOf(page)).not.toContain('Take theirs');
  });

  /** Both changed the text, and the other one the title too. */
  async function collide(): Promise<void> {
    await open('new?draft=12');
    drafts.saveElsewhere('12', { text: 'Everything 30 % off', title: 'Summer' });
    await type(' now');
    await seeText(page, 'Mira Holt saved this draft at');
    await seeText(page, 'Everything 30 % off');
    await seeText(page, 'Summer');
    expect(await findBarriers(page)).toEqual([]);
    expect(textIn('12'), 'nothing is overwritten').toBe('Everything 30 % off');
    expect(await readText(), 'nothing is lost').toBe('Everything 20 % off now');
  }

  it('A conflict overwrites nothing before the member takes the other version', async () => {
    await collide();
    await press(page, 'button', 'Take theirs');
    await vi.waitFor(async () => expect(await readText()).toBe('Everything 30 % off'), SOON);
    await page.reload();
    await seeText(page, 'Preview');
    expect(await readText()).toBe('Everything 30 % off');
    expect(textIn('12')).toBe('Everything 30 % off');
  });

  it('A conflict overwrites nothing before the member saves the own version over the other one', async () => {
    await collide();
    await press(page, 'button', 'Save mine over theirs');
    await vi.waitFor(() => expect(textIn('12')).toBe('Everything 20 % off now'), SOON);
    await seeText(page, 'Saved at');
    expect(site.requestsOf(SAVE).map(({ body }) => (body as { version: number }).version)).toEqual([4, 5]);
  });

  it('A draft says that it was launched or deleted elsewhere, and keeps what was typed', async () => {
    await open('new?draft=12');
    drafts.launchElsewhere('12', '1234');
    await type(' now');
    await seeText(page, 'Mira Holt launched this draft');
    expect(await findBarriers(page)).toEqual([]);
    await press(page, 'button', 'Keep mine as a new draft');
    await seeText(page, 'Saved at');
    const id = new URL(page.url()).searchParams.get('draft') ?? '';
    expect(textIn(id)).toBe('Everything 20 % off now');
    drafts.delete(id);
    await type('!');
    await seeText(page, 'This draft was deleted');
    await page.reload();
    await seeText(page, 'This draft was deleted');
    expect(await readText()).toBe('Everything 20 % off now!');
    await press(page, 'button', 'Keep mine as a new draft');
    await seeText(page, 'Saved at');
    expect(textIn(new URL(page.url()).searchParams.get('draft') ?? '')).toBe('Everything 20 % off now!');
  });

  it('A draft of an older build opens, and one that cannot be shown whole is refused in words', async () => {
    const { icon: _icon, when: _when, ...fewer } = FORM.fields;
    site.on('GET /apps/shop/drafts/12', () => ({ body: { ...drafts.get('12'), body: { form: 1, fields: fewer } } }));
    await open('new?draft=12');
    expect(await readText()).toBe('Everything 20 % off');
    const foreign: object[] = [
      {},
      { form: 3, fields: FORM.fields },
      { form: 1 },
      { form: 1, fields: null },
      { form: 1, fields: { ...FORM.fields, text: 7 } },
      { form: 1, fields: { ...FORM.fields, platforms: 'IOS' } },
    ];
    for (const body of foreign) {
      site.on('GET /apps/shop/drafts/12', () => ({ body: { ...drafts.get('12'), body } }));
      await page.goto(`${site.origin}/panel/apps/shop/campaigns/new?draft=12`);
      await seeText(page, 'This draft cannot be shown here');
    }
    expect(site.requestsOf(SAVE), 'nothing is written over it').toHaveLength(0);
  });

  it('A draft is found in the list, and deleted there unless another member changed it in between', async () => {
    await page.goto(`${site.origin}/panel/apps/shop/campaigns`);
    await press(page, 'link', 'Drafts');
    await seeText(page, 'Without a name');
    drafts.saveElsewhere('12', { text: 'Everything 30 % off' });
    await activate(page, 'Delete Summer sale');
    await activate(page, 'Delete');
    await seeText(page, 'has been changed or launched');
    expect(drafts.get('12')).toBeDefined();
    await activate(page, 'Delete Summer sale');
    await activate(page, 'Delete');
    await seeText(page, 'The draft is deleted.');
    expect(drafts.get('12')).toBeUndefined();
    await vi.waitFor(async () => expect(await page.$('::-p-aria([name="Summer sale"][role="link"])')).toBeNull(), SOON);
    await press(page, 'link', 'Without a name');
    await seeText(page, 'Preview');
    expect(await readText()).toBe('Everything 20 % off');
  });
});
