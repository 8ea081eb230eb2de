import { mkdir } from 'node:fs/promises';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  closePage,
  findBarriers,
  findBrowsers,
  launchBrowser,
  openPage,
  seeText,
} from '../support/panel/panel-browser.js';
import { answerAll } from '../support/panel/panel-fixtures.js';
import { emptyReport } from '../support/panel/reports/report-fixtures.js';
import { NEVER, PanelSite, refusal, type SiteAnswer } from '../support/panel/panel-site.js';

const kinds = findBrowsers('the screens of the panel');

/** A screen, what it reads first, and a text that it shows then. */
const SCREENS = [
  { name: 'home', path: '/apps/shop', reads: 'GET /apps/shop/home', shows: 'Sending now' },
  { name: 'campaigns', path: '/apps/shop/campaigns', reads: 'GET /apps/shop/campaigns', shows: 'November digest' },
  {
    name: 'calendar',
    path: '/apps/shop/campaigns/calendar?view=week',
    reads: 'GET /apps/shop/campaigns',
    shows: 'Spring arrivals',
  },
  {
    name: 'composer',
    path: '/apps/shop/campaigns/new',
    reads: 'GET /apps/shop/audience/words',
    shows: 'How it arrives',
  },
  {
    name: 'approvals',
    path: '/apps/shop/campaigns/approvals',
    reads: 'GET /apps/shop/approvals',
    shows: 'Weekend in İzmir',
  },
  {
    name: 'approval',
    path: '/apps/shop/campaigns/approvals?request=1240',
    reads: 'GET /apps/shop/approvals/1240',
    shows: 'Approve 1,234 recipients',
  },
  {
    name: 'approval-own',
    path: '/apps/shop/campaigns/approvals?request=1241',
    reads: 'GET /apps/shop/approvals/1241',
    shows: 'Take it back',
  },
  {
    name: 'approval-rejected',
    path: '/apps/shop/campaigns/approvals?request=1237',
    reads: 'GET /apps/shop/approvals/1237',
    shows: 'The price is wrong.',
  },
  { name: 'campaign', path: '/apps/shop/campaigns/1234', reads: 'GET /apps/shop/campaigns/1234', shows: 'Adds up' },
  {
    name: 'recipients',
    path: '/apps/shop/campaigns/1234/recipients',
    reads: 'GET /apps/shop/campaigns/1234/recipients',
    shows: 'customer-101',
  },
  {
    name: 'message',
    path: '/apps/shop/campaigns/1234/message',
    reads: 'GET /apps/shop/campaigns/1234',
    shows: 'Bahar geldi',
  },
  {
    name: 'find',
    path: '/apps/shop/users?by=extId&value=tomo',
    reads: 'GET /apps/shop/users/find',
    shows: '3 devices',
  },
  {
    name: 'user',
    path: '/apps/shop/users/103?campaign=1234',
    reads: 'GET /apps/shop/users/103',
    shows: 'OrderShipped',
  },
  { name: 'imports', path: '/apps/shop/users/imports', reads: 'GET /apps/shop/imports', shows: 'players.csv' },
  {
    name: 'import',
    path: '/apps/shop/users/imports?import=17',
    reads: 'GET /apps/shop/imports/17',
    shows: 'Import 1,234 people',
  },
  {
    name: 'import-running',
    path: '/apps/shop/users/imports?import=16',
    reads: 'GET /apps/shop/imports/16',
    shows: '6 seconds left',
  },
  {
    name: 'accounts',
    path: '/apps/shop/accounts',
    reads: 'GET /apps/shop/accounts',
    shows: 'InvalidProviderToken',
  },
  { name: 'audit', path: '/apps/shop/audit', reads: 'GET /apps/shop/audit', shows: 'campaign 1234' },
  {
    name: 'simulators',
    path: '/apps/shop/simulators',
    reads: 'GET /apps/shop/simulators/deliveries',
    shows: 'Spring is here',
  },
  { name: 'keys', path: '/apps/shop/keys', reads: 'GET /apps/shop/keys', shows: 'shop page' },
  {
    name: 'audience',
    path: '/apps/shop/audience',
    reads: 'GET /apps/shop/audience/words',
    shows: '1,204,511',
  },
  {
    name: 'reports',
    path: '/apps/shop/reports?by=label',
    reads: 'GET /apps/shop/reports',
    shows: 'Without a label',
  },
  { name: 'setup', path: '/apps/shop/setup', reads: 'GET /apps/shop/setup', shows: 'OrderReturned' },
  {
    name: 'section',
    path: '/apps/shop/setup/categories',
    reads: 'GET /apps/shop/setup/categories',
    shows: 'What changes',
  },
  { name: 'members', path: '/members', reads: 'GET /members', shows: 'Mira Holt' },
  { name: 'me', path: '/me', reads: 'GET /me/sessions', shows: 'Firefox, Linux' },
] as const;

/** What the first request of a screen gets, and what the reader sees then. */
const STATES: readonly (readonly [state: string, answer: SiteAnswer | typeof NEVER, text: string])[] = [
  ['loading', NEVER, 'Loading'],
  ['error', refusal(500, 'FAULT', 'The database does not answer.'), 'The database does not answer.'],
  ['away', { status: 503 }, 'The server had a fault.'],
  ['denied', refusal(403, 'FORBIDDEN', 'You lack campaigns.read.'), 'You lack campaigns.read.'],
];

const EMPTY: Readonly<Record<string, readonly [answer: SiteAnswer, text: string]>> = {
  home: [{ body: { sending: [], next: [], accounts: [], week: [], unmatchedEvents: 0 } }, 'Begin here'],
  campaigns: [{ body: { items: [], next: null } }, 'No campaign yet'],
  calendar: [{ body: { items: [], next: null } }, 'No campaign in this time'],
  approvals: [{ body: { items: [] } }, 'Nothing waits'],
  approval: [refusal(404, 'NOT_FOUND', 'No.'), 'There is no such request'],
  campaign: [refusal(404, 'NOT_FOUND', 'No.'), 'There is no campaign 1234'],
  recipients: [{ body: { items: [], next: null } }, 'No recipient fits'],
  message: [refusal(404, 'NOT_FOUND', 'No.'), 'There is no campaign 1234'],
  find: [{ body: { items: [], next: null } }, 'Nobody found'],
  imports: [{ body: { items: [], next: null } }, 'No import yet'],
  import: [refusal(404, 'NOT_FOUND', 'No.'), 'There is no such import'],
  accounts: [{ body: { accounts: [] } }, 'No account yet'],
  keys: [{ body: { items: [] } }, 'No key yet'],
  audit: [{ body: { items: [], next: null } }, 'Nothing was changed yet'],
  simulators: [{ body: { channels: ['apns'], items: [], older: null } }, 'Nothing arrived yet'],
  reports: [{ body: emptyReport(new URLSearchParams('by=label')) }, 'No campaign in these days'],
  section: [refusal(404, 'NOT_FOUND', 'No.'), 'There is no section categories'],
  user: [refusal(404, 'NOT_FOUND', 'No.'), 'There is no such user'],
};

/** Of a page at 1280 pixels that is magnified by 400 % (WCAG 1.4.10). */
const NARROWEST = 320;

/** Name, width, height. */
const LOOKS = [
  ['light', 1280, 900],
  ['dark', 1280, 900],
  ['phone', 390, 844],
] as const;

describe.each(kinds)('the screens of the panel in %s', (kind) => {
  let browser: Browser;
  let site: PanelSite;
  let page: Page;
  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(kind), PanelSite.open()]);
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), site?.close()]);
  });
  beforeEach(async () => {
    answerAll(site);
    page = await openPage(browser);
  });
  afterEach(async () => {
    await closePage(page);
    site.reset();
    expect(site.violations).toEqual([]);
  });

  const go = (path: string): Promise<unknown> => page.goto(`${site.origin}/panel${path}`);

  describe.each(SCREENS)('$name', ({ name, path, reads, shows }) => {
    it('shows what it has, in both themes and on a phone, without a barrier', async () => {
      for (const [look, width, height] of LOOKS) {
        await page.setViewport({ width, height });
        await go(path);
        await seeText(page, shows);
        await setTheme(page, look === 'dark' ? 'dark' : 'light');
        await settle(page);
        await saveScreenshot(page, `${name}-${look}`, kind);
        expect(await overflowOf(page), `${look} is too wide`).toBe(0);
        expect(await findBarriers(page), look).toEqual([]);
      }
      await page.setViewport({ width: NARROWEST, height: 700 });
      await settle(page);
      expect(await overflowOf(page), 'at 320 pixels').toBe(0);
      await lengthenWords(page);
      expect(await overflowOf(page), 'at 320 pixels, with longer words').toBe(0);
    });

    it.each([...STATES, ...(EMPTY[name] ? [['empty', ...EMPTY[name]] as const] : [])])(
      'tells %s in words',
      async (state, answer, text) => {
        site.on(reads, answer);
        await go(path);
        for (const theme of ['light', 'dark'] as const) {
          await seeText(page, text);
          await setTheme(page, theme);
          await settle(page);
          expect(await findBarriers(page), theme).toEqual([]);
        }
        await saveScreenshot(page, `${name}-${state}`, kind);
        if (state === 'error') {
          await seeText(page, 'req-4711');
        }
      },
    );
  });

  it('shows every part of the kit, in both themes and on a phone, without a barrier', async () => {
    for (const [look, width, height] of LOOKS) {
      await page.setViewport({ width, height });
      await go('/kit');
      await seeText(page, 'Parts of the panel');
      await setTheme(page, look === 'dark' ? 'dark' : 'light');
      await settle(page);
      await saveScreenshot(page, `kit-${look}`, kind);
      expect(await overflowOf(page), `${look} is too wide`).toBe(0);
      expect(await findBarriers(page), look).toEqual([]);
    }
  });

  it('asks who it is, without a barrier', async () => {
    site.on('GET /me', refusal(401, 'UNAUTHENTICATED', 'Sign in.'));
    await go('/');
    await seeText(page, 'Sign in with Work account');
    await settle(page);
    await saveScreenshot(page, 'sign-in', kind);
    expect(await findBarriers(page)).toEqual([]);
  });
});

/** In the place of the reader's own choice, which the page has taken before. */
async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
}

/** Type has come and nothing fades any more. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(
    `Promise.all([document.fonts.ready, ...document.getAnimations().filter((a) => a.effect.getTiming().iterations !== Infinity).map((a) => a.finished.catch(() => {}))]).then(() => new Promise((done) => requestAnimationFrame(() => done())))`,
  );
}

/** By 40 %, as another language may: letters of the alphabet, which break at no place of their own. */
async function lengthenWords(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      node.data = node.data.replace(/\\p{L}{3,}/gu, (word) => word + 'n'.repeat(Math.ceil(word.length * 0.4)));
    }
  })()`);
}

async function overflowOf(page: Page): Promise<number> {
  return (await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')) as number;
}

/** Into the folder that `SCREENSHOTS` names, to be looked at. `npm run screenshots` keeps those of Chromium. */
async function saveScreenshot(page: Page, name: string, kind: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder !== undefined) {
    await mkdir(folder, { recursive: true });
    await (kind === 'chrome'
      ? page.screenshot({ path: `${folder}/${name}.webp`, type: 'webp', quality: 80, fullPage: true })
      : page.screenshot({ path: `${folder}/${name}-${kind}.png`, fullPage: true }));
  }
}
