import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { ImportWorkService } from '#libs/users/imports';
import { startGateway, type TestGateway } from '../../support/contract/gateway.js';
import { enterPanel } from '../../support/panel/entering/enter-panel.js';
import { CountedKeyboard } from '../../support/panel/keyboard/counted-keyboard.js';
import { activate, takeOption, typeAt } from '../../support/panel/keyboard/keyboard.js';
import {
  findBarriers,
  findBrowsers,
  launchBrowser,
  press,
  seeText,
  type StoryBrowser,
} from '../../support/panel/panel-browser.js';
import { findBarriersInBothSizes } from '../../support/panel/phone/phone.js';

const kinds = findBrowsers('imports on a real gateway');

describe.each(kinds)('Imports on a real gateway in %s', (kind) => {
  let browser: StoryBrowser;
  let gateway: TestGateway;
  let page: Page;
  let folder: string;
  beforeAll(async () => {
    [browser, gateway, folder] = await Promise.all([
      launchBrowser(kind),
      startGateway(),
      mkdtemp(join(tmpdir(), 'herald-imports-')),
    ]);
    await gateway.app
      .get(ApplyService)
      .apply({ app: 'shop', attributes: [{ code: 'age', dataType: 'INT' }] }, { dryRun: false });
    page = await enterPanel(browser, gateway, { name: 'Ida', role: 'admin' });
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), gateway?.close(), folder && rm(folder, { recursive: true })]);
  });

  /** The work of a scheduler. */
  const runDue = () => gateway.app.get(ImportWorkService, { strict: false }).runDue();
  const countUsers = () => gateway.fresh.db.row('SELECT count(*)::int AS n FROM users.app_user');

  async function write(name: string, text: string): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  }
  async function choose(name: string, text: string): Promise<void> {
    const path = await write(name, text);
    const input = await page.waitForSelector('input[type=file]');
    await input?.uploadFile(path);
  }

  it('An import is checked, runs as it was checked, and shows why lines were refused', async () => {
    const before = (await countUsers()) as { n: number };
    await press(page, 'link', 'Users');
    await press(page, 'link', 'Import a file');
    await seeText(page, 'No import yet');
    await press(page, 'link', 'Import a file');
    await seeText(page, 'File of users');
    expect(await findBarriers(page)).toEqual([]);
    const lines = Array.from({ length: 1300 }, (_, n) => `${kind}-${n},${n % 20 === 7 ? 'old' : n % 90},42`);
    await choose('members.csv', `customer,age,shoe size\n${lines.join('\n')}\n`);
    await seeText(page, 'Herald does not know these columns: customer, shoe size.');
    await seeText(page, 'Choose which column is your id of the person (extId)');
    expect(await findBarriers(page)).toEqual([]);
    // By the keyboard: the list opens, and letters find the field.
    await activate(page, 'Field for customer');
    await takeOption(page, 'Your id');
    await seeText(page, 'Herald does not know these columns: shoe size.');
    await typeAt(page, 'Tag for everybody in the file', `import ${kind}`);
    await activate(page, 'Check the file');
    await seeText(page, 'It starts in a moment');
    await runDue();
    await seeText(page, 'Import 1,235 people');
    await seeText(page, '“age” should be a whole number');
    expect(await countUsers(), 'a check changes nobody').toEqual(before);
    expect(await findBarriers(page)).toEqual([]);

    await activate(page, 'Import 1,235 people');
    await seeText(page, 'The import begins.');
    await runDue();
    await seeText(page, 'What the file changed');
    await page.waitForFunction(`!document.body.innerText.includes('Progress')`);
    expect(await countUsers()).toEqual({ n: before.n + 1235 });
    const rows = await page.evaluate(
      `[...document.querySelectorAll('table')][0].innerText.split('\\n').map((row) => row.trim()).join(' ').replace(/\\s+/g, ' ')`,
    );
    expect(rows).toBe('Users What By the check Imported New 1,235 1,235 Changed 0 0 Unchanged 0 0 Refused lines 65 65');
    const csv = (await page.evaluate(
      `fetch(document.querySelector('a[download]').href).then((answer) => answer.text())`,
    )) as string;
    expect(csv.trimEnd().split('\r\n')).toHaveLength(66);
    const tagged = await gateway.fresh.db.row(
      `SELECT count(*)::int AS n FROM users.app_user AS u JOIN users.tag AS t ON t.app_id = u.app_id AND t.tag_id = ANY (u.tags)
       WHERE t.name = $1`,
      [`import ${kind}`],
    );
    expect(tagged).toEqual({ n: 1235 });
    await press(page, 'link', `Its people as an audience: import ${kind}`);
    await seeText(page, '1,235 on its own');
    await page.goBack();
    await press(page, 'link', 'Imports');
    await seeText(page, 'members.csv');
    await seeText(page, 'imported');
  });

  it('A column becomes a new attribute, and its values are imported, with at most 12 presses of the keyboard', async () => {
    const label = `Shoe size ${kind}`;
    const keyboard = new CountedKeyboard(page);
    await keyboard.push('Users');
    await keyboard.push('Import a file');
    await seeText(page, 'Imports');
    await keyboard.push('Import a file');
    await seeText(page, 'File of users');
    await keyboard.upload(await write('shoes.csv', `id,${label}\n${kind}-shoes,42\n`));
    await seeText(page, `Herald does not know these columns: ${label}.`);
    await keyboard.choose(`Field for ${label}`, 'New attribute');
    await seeText(page, 'Its code is shoeSize');
    await seeText(page, 'Whole number');
    expect(await findBarriersInBothSizes(page)).toEqual([]);
    await keyboard.push('Add the attribute');
    await page.waitForFunction(`document.querySelector('[role=dialog]') === null`);
    await keyboard.push('Check the file');
    await seeText(page, 'It starts in a moment');
    await runDue();
    await keyboard.push('Import 1 person');
    await seeText(page, 'The import begins.');
    expect(keyboard.presses).toBeLessThanOrEqual(12);
    await runDue();
    const answer = await gateway.call(`/rest/3.0/getProfileAttributes?extId=${kind}-shoes`, { method: 'GET' });
    expect(answer.text).toContain('42');
  });

  it('An import of an empty file is refused, and an import can be stopped', async () => {
    await page.goto(`${gateway.base}/panel/apps/shop/users/imports?file=new`);
    await choose('members.csv', '');
    await seeText(page, 'The file is empty');
    await choose('users.ndjson', `{"extId":"stopped in ${kind}"}\n`);
    await seeText(page, 'Each line is an object of JSON');
    await press(page, 'button', 'Check the file');
    await seeText(page, 'It starts in a moment');
    await press(page, 'button', 'Stop');
    await seeText(page, 'Stopped. What was written stays.');
    await seeText(page, 'stopped');
  });
});
