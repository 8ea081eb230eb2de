import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { activate, tabTo, typeAt } from '../../support/panel/keyboard/keyboard.js';
import { findBarriers, findBrowsers, press, seeText } from '../../support/panel/panel-browser.js';
import { refusal, type PanelSite } from '../../support/panel/panel-site.js';
import { useRecordedPanel } from '../../support/panel/recorded/recorded-panel.js';

const kinds = findBrowsers('the users of an audience as a file');
const EXPORT = 'POST /apps/shop/audience/export';

describe.each(kinds)('the users of an audience as a file in %s', (kind) => {
  const recorded = useRecordedPanel(kind);
  let site: PanelSite;
  let page: Page;
  beforeEach(async () => {
    ({ site, page } = recorded());
    await page.goto(`${site.origin}/panel/apps/shop/audience`);
    await seeText(page, '1,204,511');
    await typeAt(page, 'Values', 'Van');
  });

  it('are saved by the keyboard, with the columns that were chosen', async () => {
    let asked: unknown;
    site.on(EXPORT, ({ body }) => {
      asked = body;
      return { page: 'extId,city\r\nada,Van\r\n' };
    });
    await activate(page, 'Choose columns');
    await seeText(page, 'E-mail (private)');
    await tabTo(page, 'City');
    await page.keyboard.press(' ');
    expect(await findBarriers(page)).toEqual([]);
    await activate(page, 'Save as CSV');
    await seeText(page, 'Saved.');
    expect(asked).toMatchObject({ columns: ['city'] });
  });

  it('are not saved where the server refuses, in its words', async () => {
    site.on(EXPORT, refusal(403, 'permission_missing', 'You lack the permission users.private'));
    await press(page, 'button', 'Choose columns');
    await press(page, 'button', 'Save as CSV');
    await seeText(page, 'You lack the permission users.private');
  });
});
