import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { findBarriers, findBrowsers, press, seeText, textOf } from '../../support/panel/panel-browser.js';
import { ME } from '../../support/panel/panel-fixtures.js';
import { type PanelSite, refusal } from '../../support/panel/panel-site.js';
import { useRecordedPanel } from '../../support/panel/recorded/recorded-panel.js';

const kinds = findBrowsers('the file of a person');
const SAVE = 'Save everything as a file';

describe.each(kinds)('File with everything about a person in %s', (kind) => {
  const recorded = useRecordedPanel(kind);
  let site: PanelSite;
  let page: Page;
  beforeEach(async () => {
    ({ site, page } = recorded());
  });
  const open = () => page.goto(`${site.origin}/panel/apps/shop/users/103`);

  it('The file of a person is saved, and the page says so', async () => {
    await open();
    await press(page, 'button', SAVE);
    await seeText(page, 'Saved. The download is recorded in the audit log.');
    expect(site.requestsOf('POST /apps/shop/users/103/export').map(({ body }) => body)).toEqual([{}]);
    expect(await findBarriers(page)).toEqual([]);
  });

  it('The file of a person is refused in the words of the server', async () => {
    site.on('POST /apps/shop/users/103/export', refusal(404, 'unknown_subject', 'No user with an extId has this id'));
    await open();
    await press(page, 'button', SAVE);
    await seeText(page, 'No user with an extId has this id');
  });

  it('The file of a person is not offered without both permissions', async () => {
    const [shop] = ME.apps;
    const permissions = shop?.permissions.filter((name) => name !== 'users.private') ?? [];
    site.on('GET /me', { body: { ...ME, apps: [{ ...shop, permissions }] } });
    await open();
    await seeText(page, 'OrderShipped');
    expect(await textOf(page)).not.toContain(SAVE);
  });
});
