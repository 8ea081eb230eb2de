import { describe, expect, it } from 'vitest';
import { HOME } from '../../support/panel/panel-fixtures.js';
import { findBarriers, findBrowsers, seeText, textOf } from '../../support/panel/panel-browser.js';
import { useRecordedPanel } from '../../support/panel/recorded/recorded-panel.js';

const DRAFTS = [{ id: '12', name: 'Summer sale', changedAt: '2030-02-01T12:00:00.000Z' }];
const LIMITS = [{ key: '77', name: 'Old base', tokens: 1900 }];

describe.each(findBrowsers('what waits on the home'))('Open matters on the home screen in %s', (kind) => {
  const recorded = useRecordedPanel(kind);

  it('The home screen lists open matters with the way to them, and only where there are any', async () => {
    const { site, page } = recorded();
    const open = (body: object) => {
      site.on('GET /apps/shop/home', { body: { ...HOME, ...body } });
      return page.goto(`${site.origin}/panel/apps/shop`);
    };
    await open({ drafts: DRAFTS, indexLagSeconds: 185, webhooksGivenUp: 4, tokenLimits: LIMITS });
    await seeText(page, 'Summer sale');
    for (const text of [
      'Your drafts',
      '3 min',
      'behind.',
      'calls failed for good in the last seven days.',
      'Invalid push tokens above the limit',
      '1,900',
    ]) {
      await seeText(page, text);
    }
    expect(await page.evaluate(`document.querySelector('a[href*="draft=12"]').textContent`)).toBe('Summer sale');
    expect(await page.evaluate(`document.querySelector('a[href$="/campaigns/77"]').textContent`)).toBe('Old base');
    expect(await findBarriers(page)).toEqual([]);
    await open({ drafts: [], indexLagSeconds: 20, webhooksGivenUp: 0, tokenLimits: [] });
    await seeText(page, 'Provider accounts');
    for (const text of ['Your drafts', 'Audience counts', 'Webhooks', 'Invalid push tokens']) {
      expect(await textOf(page)).not.toContain(text);
    }
  });
});
