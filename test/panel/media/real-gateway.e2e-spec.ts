import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { jpeg, png } from '../../support/media/pictures.js';
import { activate, retypeAt, tabTo } from '../../support/panel/keyboard/keyboard.js';
import { enterPanel } from '../../support/panel/entering/enter-panel.js';
import {
  closePage,
  findBarriers,
  findBrowsers,
  launchBrowser,
  press,
  seeText,
  textOf,
  type StoryBrowser,
} from '../../support/panel/panel-browser.js';
import { findBarriersInBothSizes } from '../../support/panel/phone/phone.js';

const kinds = findBrowsers('media on a real gateway');

describe.each(kinds)('Media on a real gateway in %s', (kind) => {
  let browser: StoryBrowser;
  let sending: Sending;
  let page: Page;
  let folder: string;
  beforeAll(async () => {
    [browser, sending, folder] = await Promise.all([
      launchBrowser(kind),
      startSending(),
      mkdtemp(join(tmpdir(), 'herald-media-')),
    ]);
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), sending?.close(), folder && rm(folder, { recursive: true })]);
  });
  beforeEach(async () => {
    page = await enterPanel(browser, sending.gateway, { name: 'Mia', role: 'marketer' });
  });
  afterEach(() => closePage(page));

  it('The media screen takes pictures, explains refusals, shows the pictures, and warns of uses before it deletes', async () => {
    const files = {
      'banner.png': png({ width: 40, height: 20 }),
      'drawing.png': Buffer.from('<svg/>'),
      'cut.jpg': jpeg().subarray(0, -9),
    };
    for (const [name, bytes] of Object.entries(files)) {
      await writeFile(join(folder, name), bytes);
    }
    await press(page, 'link', 'Media');
    await seeText(page, 'No picture yet');
    const input = await page.waitForSelector('input[type=file]');
    await input?.uploadFile(...Object.keys(files).map((name) => join(folder, name)));
    await seeText(page, '3 of 3 sent');
    const text = await textOf(page);
    expect(text).toContain('It is no PNG, JPEG, GIF or WebP, whatever its name says.');
    expect(text).toContain('The file is damaged or not whole.');
    await seeText(page, '40 × 20');
    await page.waitForFunction(`document.querySelector('main img')?.naturalWidth === 40`);
    expect(await page.$$('main img')).toHaveLength(1);
    expect(await findBarriers(page)).toEqual([]);

    const source = (await page.$eval('main img', (image) => image.getAttribute('src'))) ?? '';
    await sending.post('createNotificationDefinition', {
      title: 'Receipt',
      subject: 'Receipt',
      text: `<img src="https://push.example.com${source}.png">`,
      platforms: ['EMAIL'],
    });
    // The page knows of no use, so it is notified of one before anything is gone.
    await press(page, 'button', 'Delete banner.png');
    await press(page, 'button', 'Delete');
    await seeText(page, 'More messages use it now.');
    await seeText(page, 'stored message Receipt');
    expect(await findBarriers(page)).toEqual([]);
    await press(page, 'button', 'Delete');
    await seeText(page, 'No picture yet');
    expect((await fetch(sending.gateway.base + source)).status).toBe(404);
  });

  it('A part of a picture is cut out by the keyboard, and is a picture of its own', async () => {
    await writeFile(join(folder, 'wide.png'), png({ width: 60, height: 20 }));
    await press(page, 'link', 'Media');
    await (await page.waitForSelector('input[type=file]'))?.uploadFile(join(folder, 'wide.png'));
    await activate(page, 'Crop wide.png');
    await seeText(page, 'In pixels of 60 × 20.');
    expect(await findBarriersInBothSizes(page)).toEqual([]);
    await retypeAt(page, 'Width', '61');
    await seeText(page, 'This is no part of the picture');
    await tabTo(page, 'As it is');
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter'] as const) {
      await page.keyboard.press(key);
    }
    await seeText(page, 'In pixels of 60 × 20.');
    await retypeAt(page, 'From the left', '5');
    await activate(page, 'Add the part');
    await seeText(page, 'wide-crop.png is added.');
    await seeText(page, '20 × 20');
    expect(await page.$$('main img')).toHaveLength(2);
  });
});
