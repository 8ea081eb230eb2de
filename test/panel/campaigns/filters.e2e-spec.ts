import { describe, expect, it } from 'vitest';
import { activate } from '../../support/panel/keyboard/keyboard.js';
import { findBarriers, findBrowsers, seeText } from '../../support/panel/panel-browser.js';
import { useRecordedPanel } from '../../support/panel/recorded/recorded-panel.js';

describe.each(findBrowsers('filters on a phone'))('Filters of a list in %s', (kind) => {
  const recorded = useRecordedPanel(kind);

  it('Filters fold behind a button on a phone, which shows how many are set, and stand open on a desktop', async () => {
    const { site, page } = recorded();
    const isSeen = async (name: string): Promise<boolean> =>
      (await page.$(`::-p-aria([name="${name}"][role="button"])`)) !== null;
    await page.setViewport({ width: 390, height: 844 });
    await page.goto(`${site.origin}/panel/apps/shop/campaigns?state=SENDING`);
    await seeText(page, 'Filters (1)');
    expect(await isSeen('Sending State')).toBe(false);
    expect(await findBarriers(page)).toEqual([]);
    await activate(page, 'Filters (1)');
    expect(await isSeen('Sending State')).toBe(true);
    expect(await findBarriers(page)).toEqual([]);
    await activate(page, 'Filters (1)');
    expect(await isSeen('Sending State')).toBe(false);
    await page.setViewport({ width: 1280, height: 900 });
    expect(await isSeen('Sending State')).toBe(true);
    expect(await isSeen('Filters (1)')).toBe(false);
  });
});
