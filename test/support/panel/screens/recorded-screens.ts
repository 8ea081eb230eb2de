import { mkdir } from 'node:fs/promises';
import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { FIREFOX_SCREEN, TRIES_ALL } from '../matrix/firefox.js';
import {
  type BrowserKind,
  findBarriers,
  findColourBarriers,
  findLayoutBarriers,
  press,
  seeText,
  settle,
} from '../panel-browser.js';
import { NEVER, type PanelSite, refusal, type SiteAnswer } from '../panel-site.js';
import { useRecordedPanel } from '../recorded/recorded-panel.js';
import { SCREENS } from './screens.js';
import { emptyReport } from '../reports/report-fixtures.js';

/** An answer to the first request of a screen, and the text that the reader sees then. */
type State = readonly [state: string, answer: SiteAnswer | typeof NEVER, text: string];

const FAULT = refusal(500, 'FAULT', 'The database does not answer.');
const ERROR: State = ['error', FAULT, 'The database does not answer.'];
/**
 * All screens draw these by the same parts, which the page of the kit shows in both themes. `npm test` tries one screen in
 * all of them, `npm run stories` every screen; the others are tried while they load, after a failure, and empty.
 */
const WHOLE: readonly State[] = [
  ['loading', NEVER, 'Loading'],
  ERROR,
  ['away', { status: 503 }, 'The server had a fault.'],
  ['denied', refusal(403, 'FORBIDDEN', 'You lack campaigns.read.'), 'You lack campaigns.read.'],
];
/** The screen that `npm test` tries in every state. */
const WHOLE_SCREEN = 'home';

const EMPTY: Readonly<Record<string, readonly [answer: SiteAnswer, text: string]>> = {
  home: [{ body: { sending: [], next: [], accounts: [], week: [], unmatchedEvents: 0 } }, 'Nothing is being sent.'],
  campaigns: [{ body: { items: [], next: null } }, 'No campaign yet'],
  calendar: [{ body: { items: [], next: null } }, 'No campaign in this time'],
  draft: [refusal(404, 'NOT_FOUND', 'No.'), 'There is no such draft'],
  drafts: [{ body: { items: [] } }, 'No drafts'],
  sends: [{ body: { items: [], next: null } }, 'No open sends'],
  send: [refusal(404, 'NOT_FOUND', 'No.'), 'There is no such send'],
  approvals: [{ body: { steps: [], items: [] } }, 'Nothing to approve'],
  approval: [refusal(404, 'NOT_FOUND', 'No.'), 'There is no such request'],
  campaign: [refusal(404, 'NOT_FOUND', 'No.'), 'There is no campaign 1234'],
  recipients: [{ body: { items: [], next: null } }, 'No matching recipients'],
  message: [refusal(404, 'NOT_FOUND', 'No.'), 'There is no campaign 1234'],
  find: [{ body: { items: [], next: null } }, 'No people yet'],
  imports: [{ body: { items: [], next: null } }, 'No import yet'],
  import: [refusal(404, 'NOT_FOUND', 'No.'), 'There is no such import'],
  suppressions: [{ body: { items: [], masked: true, next: null } }, 'No address is suppressed'],
  erasures: [{ body: { items: [], granted: true, next: null } }, 'No receipt yet'],
  accounts: [{ body: { accounts: [] } }, 'No account yet'],
  keys: [{ body: { items: [] } }, 'No key yet'],
  audit: [{ body: { items: [], next: null } }, 'No changes yet'],
  simulators: [{ body: { channels: ['apns'], items: [], older: null } }, 'No messages yet'],
  segments: [{ body: { items: [] } }, 'No segments yet'],
  segment: [{ body: { items: [] } }, 'There is no such segment'],
  reports: [{ body: emptyReport(new URLSearchParams('by=label')) }, 'No campaign in these days'],
  media: [{ body: { items: [], next: null } }, 'No picture yet'],
  geofences: [{ body: { items: [], groups: [], next: null, mayEdit: true } }, 'No geofence yet'],
  geofence: [refusal(404, 'NOT_FOUND', 'No.'), 'There is no such geofence'],
  journeys: [{ body: { items: [] } }, 'No journey yet'],
  journey: [refusal(404, 'NOT_FOUND', 'No.'), 'There is no such journey'],
  catalogs: [{ body: { items: [] } }, 'No catalog yet'],
  catalog: [{ body: { items: [], next: null } }, 'No item'],
  templates: [{ body: { items: [] } }, 'No template yet'],
  template: [refusal(404, 'NOT_FOUND', 'No.'), 'There is no such template'],
  section: [refusal(404, 'NOT_FOUND', 'No.'), 'There is no section categories'],
  user: [refusal(404, 'NOT_FOUND', 'No.'), 'There is no such user'],
};

/** The width of a page at 1280 pixels that is magnified by 400 % (WCAG 1.4.10). */
const NARROWEST = 320;

/** Name, width, height. The page is loaded for the first: a theme is a set of colours, and the layout follows the window. */
const LOOKS = [
  ['light', 1280, 900],
  ['dark', 1280, 900],
  ['phone', 390, 844],
] as const;

/**
 * Describes every screen before recorded answers, with what it has in both themes and sizes, and in its other states; in
 * Firefox one of them, unless everything is tried. Each browser has a file of its own, so that two run side by side.
 */
export function describeScreens(kind: BrowserKind): void {
  const panel = useRecordedPanel(kind);
  let site: PanelSite;
  let page: Page;
  beforeEach(() => {
    ({ site, page } = panel());
  });

  const go = (path: string): Promise<unknown> => page.goto(`${site.origin}/panel${path}`);

  /** In every look it is as wide as its window, and without a barrier. In the dark only its colours are others. */
  async function showLooks(path: string, shows: string, name: string): Promise<void> {
    for (const [look, width, height] of LOOKS) {
      await page.setViewport({ width, height });
      if (look === 'light' || (look === 'phone' && TRIES_ALL)) {
        await go(path);
      }
      await seeText(page, shows);
      await setTheme(page, look === 'dark' ? 'dark' : 'light');
      await settle(page);
      await saveScreenshot(page, `${name}-${look}`, kind);
      expect(await overflowOf(page), `${look} is too wide`).toBe(0);
      const find =
        look === 'dark' ? findColourBarriers : look === 'phone' && !TRIES_ALL ? findLayoutBarriers : findBarriers;
      expect(await find(page), look).toEqual([]);
    }
  }

  const isSample = kind === 'firefox' && !TRIES_ALL;
  const screens = isSample ? SCREENS.filter(({ name }) => name === FIREFOX_SCREEN) : SCREENS;
  describe.each(screens)('$name', ({ name, path, reads, shows }) => {
    it(`The screen ${name} shows its content in both themes and on a phone, without an accessibility violation`, async () => {
      await showLooks(path, shows, name);
      await page.setViewport({ width: NARROWEST, height: 700 });
      await settle(page);
      expect(await overflowOf(page), 'at 320 pixels').toBe(0);
      await lengthenWords(page);
      expect(await overflowOf(page), 'at 320 pixels, with longer words').toBe(0);
    });

    const empty: State | undefined = EMPTY[name] && ['empty', ...EMPTY[name]];
    async function seeState([state, , text]: State, looks: readonly ('light' | 'dark')[]): Promise<void> {
      await seeText(page, text);
      for (const look of looks) {
        await setTheme(page, look);
        expect(await (look === 'dark' ? findColourBarriers(page) : findBarriers(page)), `${state}, ${look}`).toEqual(
          [],
        );
      }
      await saveScreenshot(page, `${name}-${state}`, kind);
      if (state === 'error') {
        await seeText(page, 'req-4711');
      }
    }

    /** Loads the page once: its first request is held, fails, and is tried again. */
    async function tryAgain(): Promise<void> {
      let answerWith: (answer: SiteAnswer) => void = () => undefined;
      const pending = new Promise<SiteAnswer>((resolve) => (answerWith = resolve));
      site.on(reads, () => pending);
      await go(path);
      await seeText(page, 'Loading');
      answerWith(FAULT);
      await seeState(ERROR, []);
      if (empty) {
        site.on(reads, empty[1]);
        await press(page, 'button', 'Try again');
        await seeState(empty, ['light']);
      }
    }

    async function showEach(states: readonly State[]): Promise<void> {
      for (const state of states) {
        site.on(reads, state[1]);
        await go(path);
        await seeState(state, ['light', 'dark']);
      }
    }

    it.skipIf(isSample)(
      `The screen ${name} shows in words that it loads, that its request failed, and that it is empty`,
      () => (TRIES_ALL || name === WHOLE_SCREEN ? showEach([...WHOLE, ...(empty ? [empty] : [])]) : tryAgain()),
    );
  });

  it.skipIf(isSample)(
    'The kit page shows every part in both themes and on a phone, without an accessibility violation',
    async () => {
      await showLooks('/kit', 'Components', 'kit');
    },
  );

  it('The sign-in page opens without an accessibility violation', async () => {
    site.on('GET /me', refusal(401, 'UNAUTHENTICATED', 'Sign in.'));
    await go('/');
    await seeText(page, 'Sign in with Work account');
    await settle(page);
    await saveScreenshot(page, 'sign-in', kind);
    expect(await findBarriers(page)).toEqual([]);
  });
}

/** In the place of the reader's own choice, which the page has taken before. */
async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
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
