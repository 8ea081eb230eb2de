import { describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { findBarriers, findBrowsers, seeText, tabTo } from '../../support/panel/panel-browser.js';
import { useRecordedPanel } from '../../support/panel/recorded/recorded-panel.js';
import { CATEGORIES, REVIEW } from '../../support/panel/setup-fixtures.js';

const kinds = findBrowsers('a segment from an audience');
const SOON = { timeout: 20_000, interval: 50 };
const PLACE = '/apps/shop/setup/segments';
const STORED = {
  ...CATEGORIES,
  section: 'segments',
  text: 'segments:\n  - name: members\n    target:\n      tag: member\n',
  base: 'base-7',
};

describe.each(kinds)('who has described an audience in %s', (kind) => {
  const recorded = useRecordedPanel(kind);

  it('takes it to the segments by the keyboard, and applies it there once', async () => {
    const { site, page } = recorded();
    site
      .on(`GET ${PLACE}`, { body: STORED })
      .on(`POST ${PLACE}/review`, { body: REVIEW })
      .on(`POST ${PLACE}/apply`, { body: { ...REVIEW, base: 'base-8' } });
    await page.goto(`${site.origin}/panel/apps/shop/audience`);
    await seeText(page, 'Save as a segment');
    await tabTo(page, 'Values');
    await page.keyboard.type('Van');
    await tabTo(page, 'Name of the segment');
    await page.keyboard.type('by the lake');
    expect(await findBarriers(page)).toEqual([]);
    await tabTo(page, 'Go on in the set-up');
    await page.keyboard.press('Enter');
    await seeText(page, 'Nothing is changed before you have seen the difference');
    const typed = String(await page.evaluate('document.querySelector("textarea").value'));
    expect(parse(typed)).toEqual({
      segments: [
        { name: 'members', target: { tag: 'member' } },
        { name: 'by the lake', target: { all: [{ profile: { city: ['Van'] } }] } },
      ],
    });
    expect(page.url()).not.toContain('Van');
    await tabTo(page, 'Show what changes');
    await page.keyboard.press('Enter');
    await seeText(page, 'Apply');
    expect(site.requestsOf(`POST ${PLACE}/review`)[0]?.body).toEqual({ text: typed });
    site.on(`GET ${PLACE}`, { body: { ...STORED, text: typed, base: 'base-8' } });
    await tabTo(page, 'Apply');
    await page.keyboard.press('Enter');
    await seeText(page, 'Applied. The audit log has it.');
    await vi.waitFor(() => expect(site.requestsOf(`GET ${PLACE}`).length).toBeGreaterThan(1), SOON);
    await page.reload();
    await seeText(page, 'Nothing is changed before you have seen the difference');
    expect(await page.evaluate('document.querySelector("textarea").value')).toBe(typed);
  });
});
