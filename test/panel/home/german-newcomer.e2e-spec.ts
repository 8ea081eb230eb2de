import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { ImportWorkService } from '#libs/users/imports';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { invite } from '../../support/panel/entering/enter-panel.js';
import { createGermanReader, openGermanPage } from '../../support/panel/german/german-page.js';
import { activate, awaitEditor, choose, tabTo, typeAt } from '../../support/panel/keyboard/keyboard.js';
import {
  closePage,
  findBrowsers,
  launchBrowser,
  seeText,
  type StoryBrowser,
} from '../../support/panel/panel-browser.js';

const PEOPLE = 3;
/** Refused mails in the file. */
const REFUSED = 1;
/** Names and texts of the test, and the name of the product. */
const OWN = ['Ada', 'Formular', 'shop', 'Herald', 'people.csv', 'example.com'];

describe.each(findBrowsers('the first steps in German'))('First steps of a newcomer in German in %s', (kind) => {
  let browser: StoryBrowser;
  let sending: Sending;
  let folder: string;
  let page: Page;
  const read = createGermanReader(OWN);
  /** Waits for a text, then reads the whole page. */
  const see = (text: string): Promise<void> => read(page, text);
  const runImports = () => sending.gateway.app.get(ImportWorkService, { strict: false }).runDue();

  beforeAll(async () => {
    [browser, sending, folder] = await Promise.all([
      launchBrowser(kind),
      startSending(),
      mkdtemp(join(tmpdir(), 'herald-german-')),
    ]);
    await sending.gateway.fresh.db.affected('DELETE FROM users.app_user');
  });
  afterAll(async () => {
    await (page && closePage(page));
    await Promise.all([browser?.close(), sending?.close(), folder && rm(folder, { recursive: true })]);
  });

  /** Writes an e-mail to everybody, up to its check. */
  async function write(name: string): Promise<void> {
    await activate(page, 'Kampagnen');
    await see('Neue Kampagne');
    await activate(page, 'Neue Kampagne');
    await see('Vorschau');
    await typeAt(page, 'Name der Kampagne', name);
    await choose(page, 'Kanal wählen', 'E-Mail');
    await activate(page, 'Push');
    await activate(page, 'Push entfernen');
    await typeAt(page, 'Betreff', 'Willkommen');
    await choose(page, 'Block wählen', 'Text');
    await tabTo(page, 'Text');
    await awaitEditor(page);
    await page.keyboard.type('Wir haben geöffnet.');
    await see('Gespeichert um');
    await activate(page, 'Prüfen');
    await see('hat keinen Abmeldelink');
    // Fußzeile: the key of ß is on no keyboard of the test.
    await choose(page, 'Block wählen', 'Fu');
    await see('Prüfen Sie erneut.');
    await activate(page, 'Prüfen');
  }

  it(
    'From the sign-in over an import of people to a sent campaign and its report, no English word is left on the way',
    { timeout: 240_000 },
    async () => {
      page = await openGermanPage(browser);
      await page.goto(`${sending.gateway.base}/panel/`);
      await see('Anmelden');
      await page.goto('about:blank');
      await page.goto(await invite(sending.gateway, 'Ada', 'admin'));
      await see('Ihre Personen importieren');
      await activate(page, 'Ihre Personen importieren');
      await see('Noch kein Import');
      await activate(page, 'Datei importieren');
      await see('Datei mit Nutzern');
      const path = join(folder, 'people.csv');
      const lines = Array.from({ length: PEOPLE + REFUSED }, (_, n) => `p${n},p${n}@example.com,${n < PEOPLE}`);
      await writeFile(path, `extId,email,consent.email\n${lines.join('\n')}\n`);
      await (await page.waitForSelector('input[type=file]'))?.uploadFile(path);
      await see('Datei prüfen');
      await typeAt(page, 'Woher die Einwilligung stammt', 'Formular im Shop');
      await activate(page, 'Datei prüfen');
      await page.waitForFunction(`!document.body.innerText.includes('Datei mit Nutzern')`);
      await runImports();
      await see(`${PEOPLE + REFUSED} Personen importieren`);
      await activate(page, `${PEOPLE + REFUSED} Personen importieren`);
      await seeText(page, 'Der Import beginnt.');
      await runImports();
      await see('Was die Datei geändert hat');
      await write('Frühling');
      await see(`An ${PEOPLE} Empfänger senden`);
      await see('Ausgelassen');
      await activate(page, `An ${PEOPLE} Empfänger senden`);
      await see('Kampagne gestartet');
      await sending.drain();

      await activate(page, 'Kampagne ansehen');
      await see('Beendet');
      await see('Beim Start ausgelassen');
      await activate(page, 'Empfänger');
      await see('p0');
      await activate(page, 'Gesendete Nachricht');
      await see('Verlauf');
      await see('hat sie gestartet');
      await activate(page, 'Kampagnen');
      await see('Frühling');
      await activate(page, 'Berichte');
      await see('Alle Zahlen');
      await activate(page, 'Nutzer');
      await see('Neueste Personen');
      await activate(page, `p${PEOPLE}`);
      await see('Wurde ausgelassen bei');
      await activate(page, 'Warum nicht?');
      await see('Würde sie jetzt nicht erhalten.');
      await activate(page, 'Start');
      await see('Letzte 30 Tage');
    },
  );
});
