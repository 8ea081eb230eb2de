import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { RecordedDrafts } from '../../support/panel/drafts/draft-fixtures.js';
import { activate, tabTo, typeAt } from '../../support/panel/keyboard/keyboard.js';
import { findBarriers, findBrowsers, press, seeText, textOf } from '../../support/panel/panel-browser.js';
import type { PanelSite } from '../../support/panel/panel-site.js';
import { useRecordedPanel } from '../../support/panel/recorded/recorded-panel.js';

const kinds = findBrowsers('a whole campaign that is written');
const SOON = { timeout: 20_000, interval: 50 };
const CAMPAIGN = 'GET /apps/shop/campaigns/1234';

describe.each(kinds)('Whole campaign draft in %s', (kind) => {
  const recorded = useRecordedPanel(kind);
  let site: PanelSite;
  let page: Page;
  let drafts: RecordedDrafts;

  beforeEach(() => {
    ({ site, page } = recorded());
    drafts = new RecordedDrafts();
    drafts.answer(site);
  });

  async function open(path = 'new'): Promise<void> {
    await page.goto(`${site.origin}/panel/apps/shop/campaigns/${path}`);
    await seeText(page, 'Preview');
  }
  const valueOf = (label: string) =>
    page.$eval(
      `::-p-aria([name="${label}"][role="textbox"])`,
      (field) => (field as unknown as { value: string }).value,
    );
  const focused = () =>
    page.evaluate('document.activeElement?.labels?.[0]?.textContent ?? document.activeElement?.textContent');
  async function alt(digit: 'Digit1' | 'Digit2' | 'Digit3'): Promise<void> {
    await page.keyboard.down('Alt');
    await page.keyboard.press(digit);
    await page.keyboard.up('Alt');
  }

  it('A new campaign can begin with a draft, a copy or a template until something is typed', async () => {
    await open();
    await seeText(page, 'Start from');
    await seeText(page, 'Summer sale');
    expect(await findBarriers(page)).toEqual([]);
    await typeAt(page, 'Name of the campaign', 'S');
    await vi.waitFor(async () => expect(await textOf(page)).not.toContain('Start from'), SOON);
  });

  it('A copy of a campaign names the parts that are not copied, and is a draft of its own at once', async () => {
    site.on(CAMPAIGN, ({ path }) => ({
      body: {
        key: path.split('/').at(-1),
        name: 'Spring',
        state: 'FINISHED',
        message: { title: 'Spring', text: 'Members see it first.', platforms: ['IOS'], tracking: { opens: true } },
        target: { type: 'segment', mode: 'any', names: ['members'] },
        options: { limits: { all: 50 } },
      },
    }));
    await open('new?copy=1234');
    await seeText(page, 'Copied from Spring, without its schedule.');
    await seeText(page, 'Not copied, because it cannot be edited here: tracking.');
    expect(await valueOf('Text')).toBe('Members see it first.');
    await vi.waitFor(() => expect(new URL(page.url()).searchParams.get('draft')).not.toBeNull(), SOON);
    expect(new URL(page.url()).searchParams.get('copy')).toBeNull();
    const id = new URL(page.url()).searchParams.get('draft') ?? '';
    expect(drafts.get(id)?.body).toMatchObject({ fields: { segment: 'members', limit: '50', when: 'now' } });
    expect(await findBarriers(page)).toEqual([]);
    await page.reload();
    await seeText(page, 'Preview');
    expect(await valueOf('Text')).toBe('Members see it first.');
    expect(site.requestsOf('POST /apps/shop/drafts')).toHaveLength(1);
    await press(page, 'button', 'Start over');
    await vi.waitFor(async () => expect(await valueOf('Text')).toBe(''), SOON);
  });

  it('Changes of a campaign are undone step by step, and made again', async () => {
    await open();
    await typeAt(page, 'Name of the campaign', 'Spring');
    await seeText(page, 'Saved at');
    await typeAt(page, 'Text', 'Now');
    await seeText(page, 'Spring is here');
    await activate(page, 'Undo');
    await vi.waitFor(async () => expect(await valueOf('Text')).toBe(''), SOON);
    expect(await valueOf('Name of the campaign')).toBe('Spring');
    await page.keyboard.down('Control');
    await page.keyboard.press('z');
    await vi.waitFor(async () => expect(await valueOf('Name of the campaign')).toBe(''), SOON);
    await page.keyboard.down('Shift');
    await page.keyboard.press('z');
    await page.keyboard.press('z');
    await page.keyboard.up('Shift');
    await page.keyboard.up('Control');
    await vi.waitFor(async () => expect(await valueOf('Text')).toBe('Now'), SOON);
  });

  it('A campaign is shown as a request, without a key', async () => {
    await open();
    await typeAt(page, 'Name of the campaign', 'Spring');
    await typeAt(page, 'Text', 'Now');
    await seeText(page, 'Spring is here');
    await activate(page, 'API request');
    await seeText(page, 'sendBulkNotification');
    await seeText(page, '$HERALD_KEY');
    await seeText(page, '"sendToAll": true');
    expect(await findBarriers(page)).toEqual([]);
  });

  it('The keyboard reaches the parts of a campaign, and the field that was refused', async () => {
    await open();
    await alt('Digit2');
    expect(await focused()).toContain('Everybody');
    await alt('Digit3');
    expect(await focused()).toContain('Now');
    await alt('Digit1');
    expect(await focused()).toContain('Name of the campaign');
    await page.keyboard.type('Spring');
    await typeAt(page, 'Text', 'Now');
    await seeText(page, 'Spring is here');
    const problem = {
      path: 'message.click.deeplink',
      code: 'malformed',
      text: "Field 'message.click.deeplink' should open a page",
    };
    site.on('POST /apps/shop/compose/check', { status: 400, body: { requestId: 'req-1', problems: [problem] } });
    await activate(page, 'Check');
    await seeText(page, 'This field should open a page.');
    await vi.waitFor(async () => expect(await focused()).toContain('Link'), SOON);
  });

  it('The composer has a subtitle and data for the app under More, and reports invalid data', async () => {
    await open();
    await typeAt(page, 'Name of the campaign', 'Spring');
    await typeAt(page, 'Text', 'Now');
    await activate(page, 'More: subtitle, sound, thread, data');
    await typeAt(page, 'Subtitle', 'For members');
    await typeAt(page, 'Custom data for the app (JSON)', '{');
    await seeText(page, 'This is not a JSON object');
    await seeText(page, 'Still needed: valid data for the app.');
    expect(await findBarriers(page)).toEqual([]);
    await tabTo(page, 'Check').catch(() => undefined);
    await typeAt(page, 'Custom data for the app (JSON)', '}');
    await vi.waitFor(
      () =>
        expect(site.requestsOf('POST /apps/shop/compose/preview').at(-1)?.body).toMatchObject({
          message: { ios: { subtitle: 'For members' }, android: { subtitle: 'For members' }, customJson: {} },
        }),
      SOON,
    );
  });

  it('A campaign is still there after a reload for a server of another build', async () => {
    let isNew = false;
    const build = () => ({ 'x-herald-build': isNew ? 'new' : 'old' });
    site.on('GET /apps/shop/compose/categories', () => ({ body: { items: [] }, headers: build() }));
    await open();
    await typeAt(page, 'Name of the campaign', 'Spring');
    await seeText(page, 'Saved at');
    isNew = true;
    const refused = { requestId: 'req-1', problems: [{ path: '', code: 'build', text: 'Load this page again.' }] };
    const id = new URL(page.url()).searchParams.get('draft') ?? '';
    site.on(`POST /apps/shop/drafts/${id}/save`, { status: 409, body: refused, headers: build() });
    await typeAt(page, 'Text', 'Typed before the reload');
    await seeText(page, 'Not saved');
    site.off(`POST /apps/shop/drafts/${id}/save`);
    await page.reload();
    await seeText(page, 'Preview');
    expect(await valueOf('Text')).toBe('Typed before the reload');
    await seeText(page, 'Saved at');
    expect(drafts.get(id)?.body).toMatchObject({ fields: { text: 'Typed before the reload' } });
  });
});
