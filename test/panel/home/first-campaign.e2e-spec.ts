import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ImportWorkService } from '#libs/users/imports';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { enterPanel } from '../../support/panel/entering/enter-panel.js';
import { activate, awaitEditor, choose, tabTo, typeAt } from '../../support/panel/keyboard/keyboard.js';
import {
  closePage,
  findBrowsers,
  launchBrowser,
  seeText,
  type StoryBrowser,
} from '../../support/panel/panel-browser.js';

const PEOPLE = 12;
/** Fields that are typed into, and things that are pressed, with two for a choice. */
const MOST_PRESSES = 25;

describe.each(findBrowsers('the first campaign'))('First campaign of an empty application in %s', (kind) => {
  let browser: StoryBrowser;
  let sending: Sending;
  let folder: string;
  let page: Page;
  let presses = 0;
  beforeAll(async () => {
    [browser, sending, folder] = await Promise.all([
      launchBrowser(kind),
      startSending(),
      mkdtemp(join(tmpdir(), 'herald-first-')),
    ]);
    await sending.gateway.fresh.db.affected('DELETE FROM users.app_user');
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), sending?.close(), folder && rm(folder, { recursive: true })]);
  });
  afterEach(() => closePage(page));

  const push = async (name: string) => {
    presses += 1;
    await activate(page, name);
  };
  const type = async (name: string, text: string) => {
    presses += 1;
    await typeAt(page, name, text);
  };
  const runImports = () => sending.gateway.app.get(ImportWorkService, { strict: false }).runDue();

  it('A newcomer imports people and mails them in 25 presses, without leaving the panel', async () => {
    page = await enterPanel(browser, sending.gateway, { name: 'Ada', role: 'admin' });
    const visited: string[] = [];
    page.on('framenavigated', (frame) => frame === page.mainFrame() && visited.push(new URL(frame.url()).pathname));

    await push('Import your people');
    await seeText(page, 'No import yet');
    await push('Import a file');
    await seeText(page, 'File of users');
    const path = join(folder, 'people.csv');
    const lines = Array.from({ length: PEOPLE }, (_, n) => `p${n},p${n}@example.com,true`);
    await writeFile(path, `extId,email,consent.email\n${lines.join('\n')}\n`);
    presses += 1;
    await (await page.waitForSelector('input[type=file]'))?.uploadFile(path);
    await seeText(page, 'Check the file');
    await type('Where the consent comes from', 'Form of the shop');
    await push('Check the file');
    await seeText(page, 'It starts in a moment');
    await runImports();
    await seeText(page, `Import ${PEOPLE} people`);
    await push(`Import ${PEOPLE} people`);
    await seeText(page, 'The import begins.');
    await runImports();
    await seeText(page, 'What the file changed');

    await push('Campaigns');
    await seeText(page, 'New campaign');
    await push('New campaign');
    await seeText(page, 'Preview');
    await type('Name of the campaign', 'Hello');
    presses += 2;
    await choose(page, 'Choose a channel', 'E-mail');
    await push('Push');
    await push('Remove Push');
    await type('Subject', 'Welcome');
    presses += 2;
    await choose(page, 'Choose a block', 'Text');
    await tabTo(page, 'Text');
    await awaitEditor(page);
    presses += 1;
    await page.keyboard.type('We are open.');
    presses += 2;
    await choose(page, 'Choose a block', 'Footer');
    await seeText(page, 'Saved at');
    await push('Check');
    await seeText(page, `Send to ${PEOPLE} recipients`);
    await push(`Send to ${PEOPLE} recipients`);
    await seeText(page, 'Campaign launched');
    expect(presses).toBeLessThanOrEqual(MOST_PRESSES);
    expect(visited.filter((name) => !name.startsWith('/panel'))).toEqual([]);

    await sending.drain();
    const campaign = await sending.gateway.fresh.db.row<{ key: number }>(
      `SELECT notification_key AS key FROM notifications.definition WHERE kind = 'campaign'`,
    );
    expect(await sending.ends(campaign?.key ?? 0)).toEqual({ SUCCESS: PEOPLE });
  });
});
