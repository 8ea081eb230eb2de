import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SegmentCalculatorService } from '#libs/audience';
import { ApplyService } from '#libs/tenancy';
import { ImportWorkService } from '#libs/users/imports';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { filmStory } from '../../support/panel/film/film.js';
import { activate, retypeAt, typeAt } from '../../support/panel/keyboard/keyboard.js';
import { enterPanel } from '../../support/panel/entering/enter-panel.js';
import {
  closePage,
  findBrowsers,
  launchBrowser,
  press,
  seeText,
  type StoryBrowser,
} from '../../support/panel/panel-browser.js';
import { choose } from '../../support/panel/targets/typed-lines.js';

const kinds = findBrowsers('a campaign from the list to the reason');
const PEOPLE = 60;
const IN_VAN = 20;
/** Takes push back between the check and the approval. */
const GONE = 'member-3';

describe.each(kinds)('Campaign from a list to a reason in %s', (kind) => {
  let browser: StoryBrowser;
  let sending: Sending;
  let folder: string;
  let admin: Page;
  let author: Page;
  let approver: Page;
  const film = filmStory(`list-to-reason-${kind}`);

  beforeAll(async () => {
    [browser, sending, folder] = await Promise.all([
      launchBrowser(kind),
      startSending(),
      mkdtemp(join(tmpdir(), 'herald-film-')),
    ]);
    const sections = {
      attributes: [{ code: 'city', dataType: 'STRING' }],
      settings: { approval: { from: 10 } },
    };
    await sending.gateway.app.get(ApplyService).apply({ app: 'shop', ...sections }, { dryRun: false });
    admin = await enter('Ida', 'admin');
    author = await enter('Ada', 'marketer');
    approver = await enter('Bo', 'approver');
  });
  afterAll(async () => {
    await Promise.all([admin, author, approver].map((page) => page && closePage(page)));
    await Promise.all([browser?.close(), sending?.close(), folder && rm(folder, { recursive: true })]);
  });

  const enter = (name: string, role: 'admin' | 'marketer' | 'approver'): Promise<Page> =>
    enterPanel(browser, sending.gateway, { name, role });

  /** The recurring work of a scheduler. */
  const runDueImports = () => sending.gateway.app.get(ImportWorkService, { strict: false }).runDue();
  const calculateSegments = () => sending.gateway.app.get(SegmentCalculatorService).calculateDue(sending.gateway.appId);

  async function listFile(): Promise<string> {
    const path = join(folder, 'members.csv');
    const lines = Array.from({ length: PEOPLE }, (_, n) => {
      const city = n < IN_VAN ? 'Van' : 'İzmir';
      return `member-${n},${city},${n % 2 === 0 ? 'tr' : 'en'},IOS,${n.toString(16).padStart(64, '0')}`;
    });
    await writeFile(path, `extId,city,language,platform,deviceToken\n${lines.join('\n')}\n,Van,tr,IOS,00\n`);
    return path;
  }

  it('Three members bring a list to a campaign, and find out why one person did not get it', async () => {
    await admin.bringToFront();
    await press(admin, 'link', 'Users');
    await press(admin, 'link', 'Import a file');
    await press(admin, 'link', 'Import a file');
    const input = await admin.waitForSelector('input[type=file]');
    await input?.uploadFile(await listFile());
    await seeText(admin, 'Choose a field for each column');
    await seeText(admin, 'Attribute: City');
    await activate(admin, 'Check the file');
    await seeText(admin, 'It starts in a moment');
    await runDueImports();
    await seeText(admin, `Import ${PEOPLE} people`);
    await film(admin, 'checked-list');
    await activate(admin, `Import ${PEOPLE} people`);
    await seeText(admin, 'The import begins.');
    await runDueImports();
    await seeText(admin, 'What the file changed');
    await admin.waitForFunction(`!document.body.innerText.includes('Progress')`);
    await film(admin, 'imported-list');

    await author.bringToFront();
    await press(author, 'link', 'Audience');
    await seeText(author, ' users');
    await choose(author, 'Line 1', 1, 'City');
    await typeAt(author, 'Values', 'Van');
    await seeText(author, `${IN_VAN} on its own`);
    await seeText(author, 'Exact, as of');
    await typeAt(author, 'Name of the segment', 'By the lake');
    await film(author, 'segment');
    await activate(author, 'Save the segment');
    await seeText(author, 'is a segment now');
    await calculateSegments();

    await press(author, 'link', 'Campaigns');
    await press(author, 'link', 'New campaign');
    await seeText(author, 'Preview');
    await typeAt(author, 'Name of the campaign', 'Spring by the lake');
    await typeAt(author, 'Title', 'Spring is here');
    await typeAt(author, 'Text', 'See it in @{city|your city}.');
    await press(author, 'button', 'Choose a language Add a language');
    await press(author, 'option', 'Turkish');
    await retypeAt(author, 'Text', '@{city|Şehrin} seni bekliyor.');
    await press(author, 'button', 'Everybody Audience');
    await press(author, 'option', 'By the lake');
    await typeAt(author, 'Preview as', 'member-2');
    await seeText(author, 'Van seni bekliyor.');
    await film(author, 'composed');
    await activate(author, 'Check');
    await seeText(author, `Ask to send to ${IN_VAN} recipients`);
    await film(author, 'checked');
    await activate(author, `Ask to send to ${IN_VAN} recipients`);
    await seeText(author, 'Waiting for approval');

    await sending.post('registerUsers', [
      { extId: GONE, platform: 'IOS', deviceToken: '3'.padStart(64, '0'), pushPermitted: false },
    ]);
    await approver.bringToFront();
    await approver.reload();
    await activate(approver, 'Read and decide');
    await activate(approver, 'Spring by the lake');
    await seeText(approver, `Approve ${IN_VAN - 1} recipients`);
    await film(approver, 'to-approve');
    await activate(approver, `Approve ${IN_VAN - 1} recipients`);
    await seeText(approver, 'Approved by Bo');
    await sending.drain();

    await author.bringToFront();
    await press(author, 'link', 'Campaigns');
    await press(author, 'link', 'Spring by the lake');
    await seeText(author, 'Finished');
    await seeText(author, 'Left out at launch, in addition: 1');
    await seeText(author, 'Left out at launch');
    await seeText(author, 'For example');
    await film(author, 'sent');
    const { key } = (await sending.gateway.fresh.db.row<{ key: number }>(
      `SELECT notification_key AS key FROM notifications.definition WHERE kind = 'campaign' AND app_id = $1`,
      [sending.gateway.appId],
    )) ?? { key: 0 };
    expect(await sending.ends(key)).toEqual({ SUCCESS: IN_VAN - 1 });

    await press(author, 'link', GONE);
    await seeText(author, 'They have not given consent for this channel, or have opted out.');
    await film(author, 'reason');
  });
});
