import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElementHandle, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../support/contract/gateway.js';
import { enterPanel } from '../../support/panel/entering/enter-panel.js';
import { activate, typeAt } from '../../support/panel/keyboard/keyboard.js';
import {
  closePage,
  findBarriers,
  findBrowsers,
  launchBrowser,
  type StoryBrowser,
  press,
  seeText,
} from '../../support/panel/panel-browser.js';

const LINK = 'https://www.openstreetmap.org/?mlat=41.0256&mlon=28.9742#map=17/41.0256/28.9742';
const FILE = 'title,latitude,longitude,radius,unit\nPera,41.0335,28.9778,300,Meters\nNowhere,141,29,1,KM\n';

describe.each(findBrowsers('geofences'))('Geofences on a real gateway in %s', (kind) => {
  let browser: StoryBrowser;
  let gateway: TestGateway;
  let page: Page;
  let folder: string;
  beforeAll(async () => {
    [browser, gateway, folder] = await Promise.all([
      launchBrowser(kind),
      startGateway(),
      mkdtemp(join(tmpdir(), 'herald-geofences-')),
    ]);
    await gateway.fresh.db.affected(
      `INSERT INTO users.app_user (vb, app_id, uid, ext_id) SELECT n % 1024, $1, n, 'u' || n FROM generate_series(1::bigint, 6) AS n`,
      [gateway.appId],
    );
    await gateway.fresh.db.affected(
      `INSERT INTO users.installation_location (vb, app_id, uid, inst_id, latitude, longitude)
       SELECT n % 1024, $1, n, n, 41.0256, 28.9742 FROM generate_series(1::bigint, 6) AS n`,
      [gateway.appId],
    );
    page = await enterPanel(browser, gateway, { name: 'Ada', role: 'owner' });
  }, 120_000);
  afterAll(async () => {
    await (page && closePage(page));
    await Promise.all([browser?.close(), gateway?.close(), folder && rm(folder, { recursive: true })]);
  });

  const type = async (name: string, text: string): Promise<void> => {
    await typeAt(page, name, text);
  };

  it('A member pastes the link of a map, sees how many users were inside, and saves it, all by the keyboard', async () => {
    await page.goto(`${gateway.base}/panel/apps/shop/geofences`);
    await seeText(page, 'No geofence yet');
    await activate(page, 'Add a geofence');
    await seeText(page, 'No circle yet');
    await type('Title', 'Galata');
    await type('Coordinates, or the link of a map', LINK);
    await seeText(page, '41.0256, 28.9742');
    await seeText(page, 'users were last seen inside');
    await seeText(page, 'the fullest has 6');
    expect(await page.$eval('p strong', ({ textContent }) => textContent)).toBe('6');
    await activate(page, 'Save');
    await seeText(page, 'The geofence is saved.');
    expect(await findBarriers(page)).toEqual([]);
    await page.waitForFunction('/fence=\\d+/.test(location.search)');
  });

  it('A member imports a file of geofences, and sees which line is refused', async () => {
    const file = join(folder, 'fences.csv');
    await writeFile(file, FILE);
    await page.goto(`${gateway.base}/panel/apps/shop/geofences?import=file`);
    await seeText(page, 'Import geofences');
    const input = (await page.waitForSelector('input[type="file"]')) as ElementHandle<HTMLInputElement>;
    await input.uploadFile(file);
    await press(page, 'button', 'Check the file');
    await seeText(page, 'latitude should be a number from -90 to 90');
    expect(await findBarriers(page)).toEqual([]);
    await press(page, 'button', 'Add 1 geofence');
    await seeText(page, 'Pera');
    await seeText(page, 'Galata');
  });
});
