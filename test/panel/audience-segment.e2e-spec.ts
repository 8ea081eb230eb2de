import { describe, expect, it, vi } from 'vitest';
import { activate, typeAt } from '../support/panel/keyboard/keyboard.js';
import { findBarriers, findBrowsers, seeText } from '../support/panel/panel-browser.js';
import { refusal } from '../support/panel/panel-site.js';
import { useRecordedPanel } from '../support/panel/recorded/recorded-panel.js';

const SEGMENTS = 'POST /apps/shop/audience/segments';
const SOON = { timeout: 20_000, interval: 50 };

describe.each(findBrowsers('a segment of an audience').slice(0, 1))('Segment from an audience in %s', (kind) => {
  const recorded = useRecordedPanel(kind);

  it('A member saves an audience as a segment by the keyboard, under a name that is free', async () => {
    const { site, page } = recorded();
    site.on(SEGMENTS, refusal(400, 'malformed', 'There is one already'));
    await page.goto(`${site.origin}/panel/apps/shop/audience`);
    await seeText(page, 'Save as a segment');
    await typeAt(page, 'Values', 'Van');
    await typeAt(page, 'Name of the segment', 'lake');
    const save = async (): Promise<void> => {
      await activate(page, 'Save the segment');
    };
    await save();
    await seeText(page, 'There is one already');
    expect(await findBarriers(page)).toEqual([]);
    site.on(SEGMENTS, { status: 204 });
    await typeAt(page, 'Name of the segment', ' side');
    await save();
    await seeText(page, 'is a segment now');
    await vi.waitFor(
      () =>
        expect(site.requestsOf(SEGMENTS).at(-1)?.body).toEqual({
          name: expect.stringContaining('side') as string,
          target: { profile: { city: ['Van'] } },
        }),
      SOON,
    );
  });
});
