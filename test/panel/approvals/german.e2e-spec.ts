import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Grant } from '#libs/members';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { invite } from '../../support/panel/entering/enter-panel.js';
import { createGermanReader, openGermanPage } from '../../support/panel/german/german-page.js';
import { CountedKeyboard } from '../../support/panel/keyboard/counted-keyboard.js';
import { activate, typeAt } from '../../support/panel/keyboard/keyboard.js';
import { findBrowsers, launchBrowser, type StoryBrowser } from '../../support/panel/panel-browser.js';

const PEOPLE = 12;
const MOST_PRESSES = 3;
/** Names and texts of the test, and the name of the product. */
const OWN = ['Ada', 'Bo', 'shop', 'Herald', 'Frühling', 'Alles 20 % günstiger'];

describe.each(findBrowsers('an approval in German'))('Approval of a campaign in German in %s', (kind) => {
  let browser: StoryBrowser;
  let sending: Sending;
  const read = createGermanReader(OWN);

  beforeAll(async () => {
    [browser, sending] = await Promise.all([launchBrowser(kind), startSending()]);
    const settings = { approval: { from: 10 } };
    await sending.gateway.app.get(ApplyService).apply({ app: 'shop', settings }, { dryRun: false });
    const users = Array.from({ length: PEOPLE }, (_, n) => ({
      extId: `u${n}`,
      platform: 'IOS',
      deviceToken: n.toString(16).padStart(64, '0'),
    }));
    await sending.post('registerUsers', users);
  }, 120_000);
  afterAll(async () => {
    await Promise.all([browser?.close(), sending?.close()]);
  });

  async function enter(name: string, role: Grant['role']): Promise<Page> {
    const page = await openGermanPage(browser);
    await page.goto(await invite(sending.gateway, name, role));
    await read(page, 'Start');
    return page;
  }

  it('A marketer asks and a lead approves in three presses of the keyboard, and no English word is left on the way', async () => {
    const author = await enter('Ada', 'marketer');
    await author.goto(`${sending.gateway.base}/panel/apps/shop/campaigns/new`);
    await read(author, 'Vorschau');
    await typeAt(author, 'Name der Kampagne', 'Frühling');
    await typeAt(author, 'Text', 'Alles 20 % günstiger');
    await activate(author, 'Prüfen');
    const ask = `Freigabe für ${PEOPLE} Empfänger anfragen`;
    await read(author, ask);
    await activate(author, ask);
    await read(author, 'Wartet auf Freigabe');
    await activate(author, 'Anfrage ansehen');
    await read(author, 'Sie haben angefragt, also entscheidet ein anderes Mitglied.');

    const lead = await enter('Bo', 'approver');
    await read(lead, 'warten auf Ihre Freigabe.');
    const keyboard = new CountedKeyboard(lead);
    await keyboard.push('Prüfen und entscheiden');
    await read(lead, 'Angefragt von');
    await keyboard.push('Frühling');
    const approve = `Für ${PEOPLE} Empfänger freigeben`;
    await read(lead, approve);
    await read(lead, 'Alles 20 % günstiger');
    await keyboard.push(approve);
    expect(keyboard.presses).toBeLessThanOrEqual(MOST_PRESSES);
    await read(lead, 'Freigegeben von Bo');
    await sending.drain();

    await author.bringToFront();
    await author.reload();
    await read(author, 'Zur Kampagne');
    await activate(author, 'Zur Kampagne');
    await read(author, 'Beendet');
    await activate(author, 'Gesendete Nachricht');
    await read(author, 'hat eine Freigabe angefragt');
    await lead.bringToFront();
    await activate(lead, 'Freigaben');
    await read(lead, 'Nichts freizugeben');
  });
});
