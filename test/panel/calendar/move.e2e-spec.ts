import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { scheduledAt } from '../../support/panel/campaigns/calendar-fixtures.js';
import { DRAFT, FORM } from '../../support/panel/drafts/draft-fixtures.js';
import { activate, tabTo } from '../../support/panel/keyboard/keyboard.js';
import { findBarriers, findBrowsers, press, seeText, textOf } from '../../support/panel/panel-browser.js';
import { ME } from '../../support/panel/panel-fixtures.js';
import type { PanelSite } from '../../support/panel/panel-site.js';
import { useRecordedPanel } from '../../support/panel/recorded/recorded-panel.js';

const kinds = findBrowsers('moving campaigns on the calendar');
const SOON = { timeout: 20_000, interval: 50 };
const MOVE = 'POST /apps/shop/campaigns/1400/move';

describe.each(kinds)('Moves of campaigns on the calendar in %s', (kind) => {
  const recorded = useRecordedPanel(kind);
  let site: PanelSite;
  let page: Page;
  beforeEach(() => {
    ({ site, page } = recorded());
  });

  /** Opens the week of a day with one campaign. @param at  ISO 8601 */
  async function open(timeZone: string, day: string, at: string): Promise<void> {
    const items = [scheduledAt('1400', 'Night owls', at), scheduledAt('1401', 'Early birds', at)];
    site
      .on('GET /me', { body: { ...ME, member: { ...ME.member, timeZone } } })
      .on('GET /apps/shop/campaigns', { body: { items, next: null } })
      .on(MOVE, ({ body }) => {
        const { startTime } = body as { startTime: string };
        return { body: { ...items[0], dueAt: startTime } };
      });
    await page.goto(`${site.origin}/panel/apps/shop/campaigns/calendar?view=week&day=${day}`);
    await seeText(page, 'Night owls');
  }
  /** The mouse of a test does not begin a drag of its own, so the events of one are reported. */
  const drag = (name: string, day: string) =>
    page.evaluate(`(async () => {
      const entry = [...document.querySelectorAll('td li')].find((line) => line.innerText.includes('${name}'));
      const cell = document.querySelector('[data-day="${day}"]');
      const tell = (target, type) =>
        target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: new DataTransfer() }));
      const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20)));
      tell(entry, 'dragstart');
      await frame();
      const isTaken = !tell(cell, 'dragover');
      await frame();
      tell(cell, 'drop');
      tell(entry, 'dragend');
      return isTaken;
    })()`);
  const moves = () => site.requestsOf(MOVE).map(({ body }) => body);

  it('A campaign is dragged to another day at the same hour of the clock', async () => {
    await open('Europe/Istanbul', '2030-03-28', '2030-03-27T23:30:00.000Z');
    expect(await drag('Night owls', '2030-03-31')).toBe(true);
    await seeText(page, 'New start:');
    expect(await textOf(page)).toMatch(/Now: .*28.*02:30/);
    expect(await textOf(page), 'clocks of Istanbul stay').not.toContain('skips this time');
    expect(await findBarriers(page)).toEqual([]);
    await press(page, 'button', 'Move');
    await seeText(page, 'Moved to');
    expect(moves()).toEqual([{ startTime: '2030-03-30T23:30:00.000Z', seen: '2030-03-27T23:30:00.000Z' }]);
  });

  it('A move to an hour that the clock skips is refused in words', async () => {
    await open('Europe/Berlin', '2030-03-29', '2030-03-29T01:30:00.000Z');
    await drag('Night owls', '2030-03-31');
    await seeText(page, 'The clock of Europe/Berlin skips this time: it is set forward then.');
    expect(await page.$eval('[role="dialog"] button[type="submit"]', (button) => button.disabled)).toBe(true);
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(moves()).toEqual([]);
  });

  it('A move to an hour that the clock shows twice asks which one is meant, by the keyboard alone', async () => {
    await open('Europe/Berlin', '2030-10-25', '2030-10-25T00:30:00.000Z');
    await activate(page, 'Actions for Night owls');
    await page.waitForSelector('[role="menuitem"]');
    await page.keyboard.press('Enter');
    await seeText(page, 'New day and time');
    // The hour stays. Between the digits the year is one of the first centuries.
    await tabTo(page, 'New day and time');
    await page.keyboard.type('10272030');
    await seeText(page, 'The clock of Europe/Berlin shows this time twice');
    expect(await findBarriers(page)).toEqual([]);
    await press(page, 'radio', 'The second (UTC+01:00)');
    await seeText(page, 'New start:');
    await press(page, 'button', 'Move');
    await vi.waitFor(
      () => expect(moves()).toEqual([{ startTime: '2030-10-27T01:30:00.000Z', seen: '2030-10-25T00:30:00.000Z' }]),
      SOON,
    );
  });

  it('A refused move shows why the campaign stays where it is', async () => {
    await open('Europe/Berlin', '2030-10-25', '2030-10-25T00:30:00.000Z');
    const text = 'The campaign 1400 has begun already: its time cannot be changed any more';
    site.on(MOVE, { status: 409, body: { problems: [{ code: 'wrong_state', path: '', text }] } });
    await drag('Night owls', '2030-10-24');
    await press(page, 'button', 'Move');
    await seeText(page, text);
    expect(await findBarriers(page)).toEqual([]);
  });

  it('A draft with a time is moved, and its audience is compared with that of a campaign', async () => {
    const fields = { ...FORM.fields, when: 'later', at: '2030-10-24T09:00' };
    site
      .on('GET /apps/shop/drafts', { body: { items: [{ ...DRAFT, at: fields.at, isLocal: false }] } })
      .on('GET /apps/shop/drafts/12', { body: { ...DRAFT, body: { form: 1, fields } } })
      .on('POST /apps/shop/drafts/12/save', { body: { ...DRAFT, version: DRAFT.version + 1 } })
      .on('POST /apps/shop/campaigns/overlap', { body: { items: [{ users: 1200 }, { users: null }], both: null } });
    await open('Europe/Berlin', '2030-10-25', '2030-10-25T00:30:00.000Z');
    await seeText(page, 'Summer sale');
    await drag('Summer sale', '2030-10-26');
    await seeText(page, 'Move “Summer sale”');
    await press(page, 'button', 'Move');
    await seeText(page, 'Moved to');
    const saved = site.requestsOf('POST /apps/shop/drafts/12/save')[0]?.body;
    expect(saved).toMatchObject({
      version: DRAFT.version,
      name: 'Summer sale',
      body: { form: 1, fields: { ...fields, at: '2030-10-26T09:00' } },
    });
    await activate(page, 'Actions for Summer sale');
    await press(page, 'menuitem', 'Compare its audience');
    await seeText(page, 'Summer sale is chosen. Choose another one in its menu.');
    await activate(page, 'Actions for Night owls');
    await press(page, 'menuitem', 'Compare with Summer sale');
    await seeText(page, '1,200');
    expect(await textOf(page)).toContain('not counted');
    expect(await findBarriers(page)).toEqual([]);
    expect(site.requestsOf('POST /apps/shop/campaigns/overlap')[0]?.body).toEqual({
      campaigns: [{ target: { sendToAll: true } }, { key: 1400 }],
    });
  });
});
