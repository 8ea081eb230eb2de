import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ImportWorkService } from '#libs/users/imports';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { enterPanel } from '../../support/panel/entering/enter-panel.js';
import { CountedKeyboard } from '../../support/panel/keyboard/counted-keyboard.js';
import { awaitEditor, tabTo } from '../../support/panel/keyboard/keyboard.js';
import {
  closePage,
  findBrowsers,
  launchBrowser,
  seeText,
  type StoryBrowser,
} from '../../support/panel/panel-browser.js';
import { findBarriersInBothSizes } from '../../support/panel/phone/phone.js';

const PEOPLE = 12;
const MOST_PRESSES = 25;

describe.each(findBrowsers('the first campaign'))('First campaign of an empty application in %s', (kind) => {
  let browser: StoryBrowser;
  let sending: Sending;
  let folder: string;
  let page: Page;
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

  const seeNoBarrier = async () => expect(await findBarriersInBothSizes(page)).toEqual([]);
  const runImports = () => sending.gateway.app.get(ImportWorkService, { strict: false }).runDue();

  it('A newcomer imports people and mails them in 25 presses, without leaving the panel', async () => {
    page = await enterPanel(browser, sending.gateway, { name: 'Ada', role: 'admin' });
    const keyboard = new CountedKeyboard(page);
    const visited: string[] = [];
    page.on('framenavigated', (frame) => frame === page.mainFrame() && visited.push(new URL(frame.url()).pathname));

    await keyboard.push('Import your people');
    await seeText(page, 'No import yet');
    await keyboard.push('Import a file');
    await seeText(page, 'File of users');
    const path = join(folder, 'people.csv');
    const lines = Array.from({ length: PEOPLE }, (_, n) => `p${n},p${n}@example.com,true`);
    await writeFile(path, `extId,email,consent.email\n${lines.join('\n')}\n`);
    await keyboard.upload(path);
    await seeText(page, 'Check the file');
    await seeNoBarrier();
    await keyboard.type('Where the consent comes from', 'Form of the shop');
    await keyboard.push('Check the file');
    await seeText(page, 'It starts in a moment');
    await runImports();
    await seeText(page, `Import ${PEOPLE} people`);
    await keyboard.push(`Import ${PEOPLE} people`);
    await seeText(page, 'The import begins.');
    await runImports();
    await seeText(page, 'What the file changed');
    await seeNoBarrier();

    await keyboard.push('Campaigns');
    await seeText(page, 'New campaign');
    await keyboard.push('New campaign');
    await seeText(page, 'Preview');
    await keyboard.type('Name of the campaign', 'Hello');
    await keyboard.choose('Choose a channel', 'E-mail');
    await keyboard.push('Push');
    await keyboard.push('Remove Push');
    await keyboard.type('Subject', 'Welcome');
    await keyboard.choose('Choose a block', 'Text');
    await tabTo(page, 'Text');
    await awaitEditor(page);
    await keyboard.write('We are open.');
    await keyboard.choose('Choose a block', 'Footer');
    await seeText(page, 'Saved at');
    await keyboard.push('Check');
    await seeText(page, `Send to ${PEOPLE} recipients`);
    await seeNoBarrier();
    await keyboard.push(`Send to ${PEOPLE} recipients`);
    await seeText(page, 'Campaign launched');
    await seeNoBarrier();
    expect(keyboard.presses).toBeLessThanOrEqual(MOST_PRESSES);
    expect(visited.filter((name) => !name.startsWith('/panel'))).toEqual([]);

    await sending.drain();
    const campaign = await sending.gateway.fresh.db.row<{ key: number }>(
      `SELECT notification_key AS key FROM notifications.definition WHERE kind = 'campaign'`,
    );
    expect(await sending.ends(campaign?.key ?? 0)).toEqual({ SUCCESS: PEOPLE });
  });
});
