import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startGateway, type TestGateway } from '../../support/contract/gateway.js';
import { chooseInLine, seeFigure } from '../../support/panel/audience/audience-page.js';
import { enterPanel } from '../../support/panel/entering/enter-panel.js';
import { typeAt } from '../../support/panel/keyboard/keyboard.js';
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

const kinds = findBrowsers('an audience around a place');
/** Statements that wait for the table of places. */
const WAITING = `SELECT l.pid FROM pg_locks AS l WHERE l.relation = 'users.installation_location'::regclass AND NOT l.granted`;
const SOON = { timeout: 30_000, interval: 50 };

describe.each(kinds)('Audience around a place in %s', (kind) => {
  let browser: StoryBrowser;
  let gateway: TestGateway;
  let page: Page;
  beforeAll(async () => {
    [browser, gateway] = await Promise.all([launchBrowser(kind), startGateway()]);
    expect((await gateway.call('/rest/3.0/registerUsers', { body: [{ extId: 'u0' }] })).status).toBe(200);
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), gateway?.close()]);
  });
  beforeEach(async () => {
    page = await enterPanel(browser, gateway, { name: 'Ada', role: 'marketer' });
    await press(page, 'link', 'Audience');
    await seeText(page, 'of 1 user');
  });
  afterEach(() => closePage(page));

  async function describePlace(): Promise<void> {
    await chooseInLine(page, 0, 'Place');
    await typeAt(page, 'Latitude and longitude', '41.0082, 28.9784');
    await typeAt(page, 'Kilometres around it', '5');
  }

  it('The audience screen counts the users around a place', async () => {
    await describePlace();
    await seeText(page, 'has a device within 5 km of 41.0082, 28.9784');
    await seeFigure(page, '0');
    expect(await findBarriers(page)).toEqual([]);
  });

  it('The count of a place can be stopped and started later', async () => {
    const { db } = gateway.fresh;
    await db.tx(async (tx) => {
      await tx.affected('LOCK TABLE users.installation_location IN ACCESS EXCLUSIVE MODE');
      await describePlace();
      await seeText(page, 'Some lines take longer');
      await press(page, 'button', 'Stop');
      await seeText(page, 'Not counted.');
      await vi.waitFor(async () => expect(await db.rows(WAITING)).toEqual([]), SOON);
    });
    await press(page, 'button', 'Count');
    await seeFigure(page, '0');
  });

  it('A slow count shows its duration, ends after more than fifteen seconds, and shows what the last one took', async () => {
    const { db } = gateway.fresh;
    await db.tx(async (tx) => {
      await tx.affected('LOCK TABLE users.installation_location IN ACCESS EXCLUSIVE MODE');
      await describePlace();
      await seeText(page, 'It ends after a minute at most.');
      await vi.waitFor(async () => expect(await textOf(page)).toMatch(/For \d+ ?s\S* already/), SOON);
      expect(await findBarriers(page)).toEqual([]);
      await tx.affected('SELECT pg_sleep(16)');
    });
    await seeFigure(page, '0');
    await db.tx(async (tx) => {
      await tx.affected('LOCK TABLE users.installation_location IN ACCESS EXCLUSIVE MODE');
      await typeAt(page, 'Kilometres around it', '1');
      await vi.waitFor(async () => expect(await textOf(page)).toMatch(/The last count of this kind took \d+ ?s/), SOON);
    });
    await seeFigure(page, '0');
  });
});
