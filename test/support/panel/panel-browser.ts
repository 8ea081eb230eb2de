import { accessSync, appendFileSync, constants, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import type { AxeResults, RunOnly } from 'axe-core';
import { FIREFOX_STORIES, TRIES_ALL } from './matrix/firefox.js';
import { type Browser, type BrowserContext, launch, type Page } from 'puppeteer-core';
import { measureSetUp } from '../set-up-times/set-up-times.js';

/** Names of the program in Debian, Ubuntu and others; the first that is there is taken. */
const PROGRAMS = {
  chrome: ['chromium', 'chromium-browser', 'google-chrome'],
  firefox: ['firefox-esr', 'firefox'],
} as const;
export type BrowserKind = keyof typeof PROGRAMS;
/**
 * Chromium without windows takes a sixth less CPU. Figures, `npm run stories` and the part `browsers` of the full ring take
 * the whole one.
 */
const WINDOWLESS = ['chromium-headless-shell', 'chrome-headless-shell'];

/** Names the file that gets the process ids of browsers: vitest ends its workers before they can end what they started. */
export const BROWSER_LIST = 'TEST_BROWSERS';

/** Waits are generous: a machine may be busy, and whoever is there earlier goes on earlier. */
const WAIT_MS = 60_000;
/** Rules of these levels, as axe names them: the only two that read colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** Rules whose verdict changes with the size of the window, for a page that was looked at with all rules in another size. */
const LAYOUT_RULES = [
  'target-size',
  'scrollable-region-focusable',
  'button-name',
  'link-name',
  'label',
  'meta-viewport',
];
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * A story of two members has two pages, and one is behind the other. Firefox lets the timers of a hidden page run once a
 * second, and only once in 16 seconds after it worked for 1.5: its story would wait for them.
 */
const TIMERS_RUN_BEHIND = {
  'dom.timeout.enable_budget_timer_throttling': false,
  'dom.min_background_timeout_value': 4,
  'dom.min_background_timeout_value_without_budget_throttling': 4,
};

/** @returns path of the browser's program; undefined where there is none */
export function findBrowser(kind: BrowserKind): string | undefined {
  return findProgram(PROGRAMS[kind]);
}

function findProgram(names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

/** The kinds of browsers in which a subject is tried, of those that this machine has; says which are missing. */
export function findBrowsers(subject: string): BrowserKind[] {
  const kinds: BrowserKind[] = TRIES_ALL || FIREFOX_STORIES.has(subject) ? ['chrome', 'firefox'] : ['chrome'];
  for (const kind of kinds.filter((name) => findBrowser(name) === undefined)) {
    console.warn(`Left out: ${subject} in ${kind}. Put ${PROGRAMS[kind].join(' or ')} on the PATH`);
  }
  return kinds.filter((kind) => findBrowser(kind) !== undefined);
}

/** A browser for one test file: contexts of its own in the browser that all files of the worker share. */
export interface StoryBrowser {
  createBrowserContext(): Promise<BrowserContext>;
  /** Closes the contexts of this file that are still open. */
  close(): Promise<void>;
}

/** Browsers of this worker. They end with it. */
const running = new Map<BrowserKind, Promise<Browser>>();

/**
 * Opens the worker's browser of a kind, headless, or starts it.
 *
 * @param isWhole  with what it has beside pages, as people have it
 */
export async function launchBrowser(kind: BrowserKind, isWhole = TRIES_ALL): Promise<StoryBrowser> {
  const browser = await measureSetUp('browser', () => runningBrowser(kind, isWhole));
  const contexts: BrowserContext[] = [];
  return {
    async createBrowserContext() {
      const context = await browser.createBrowserContext();
      contexts.push(context);
      return context;
    },
    async close() {
      await Promise.all(contexts.filter(({ closed }) => !closed).map((context) => context.close()));
    },
  };
}

/** Ends the browsers of this process: a program does not end beside one. Files of tests leave them to the next file. */
export async function quitBrowsers(): Promise<void> {
  const browsers = [...running.values()];
  running.clear();
  await Promise.all(browsers.map(async (browser) => (await browser).close()));
}

async function runningBrowser(kind: BrowserKind, isWhole: boolean): Promise<Browser> {
  const browser = await (running.get(kind) ?? startBrowser(kind, isWhole));
  return browser.connected ? browser : startBrowser(kind, isWhole);
}

function startBrowser(kind: BrowserKind, isWhole: boolean): Promise<Browser> {
  const started = startProcess(kind, isWhole);
  running.set(kind, started);
  return started;
}

/** Starts a browser under remote control. Tests run as root in containers, where Chromium has no sandbox. */
async function startProcess(kind: BrowserKind, isWhole: boolean): Promise<Browser> {
  const windowless = kind === 'chrome' && !isWhole ? findProgram(WINDOWLESS) : undefined;
  const browser = await launch({
    browser: kind,
    executablePath: windowless ?? findBrowser(kind) ?? kind,
    headless: windowless === undefined ? true : 'shell',
    protocolTimeout: 120_000,
    timeout: 120_000,
    args: kind === 'chrome' ? ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] : [],
    ...(kind === 'firefox' && { extraPrefsFirefox: TIMERS_RUN_BEHIND }),
  });
  const list = process.env[BROWSER_LIST];
  if (list !== undefined) {
    appendFileSync(list, `${browser.process()?.pid ?? ''}\n`);
  }
  return browser;
}

/** A page without the cookies and storage of others. */
export async function openPage(browser: StoryBrowser, size?: { width: number; height: number }): Promise<Page> {
  const context = await browser.createBrowserContext();
  return preparePage(await context.newPage(), size);
}

/** Gives a new page its size, and generous waits. */
export async function preparePage(page: Page, { width, height } = { width: 1280, height: 800 }): Promise<Page> {
  page.setDefaultTimeout(WAIT_MS);
  await page.setViewport({ width, height });
  return page;
}

/** Closes a page with its cookies and storage. */
export async function closePage(page: Page): Promise<void> {
  await page.browserContext().close();
}

/** Waits until the page shows a text. Between two documents there is no body, and a wait that fails then would end. */
export async function seeText(page: Page, text: string): Promise<void> {
  await page
    .waitForFunction(`(document.body?.innerText ?? '').includes(${JSON.stringify(text)})`, { timeout: WAIT_MS })
    .catch(async () => {
      throw new Error(`"${text}" is not in the page: ${await textOf(page)}`);
    });
}

export async function textOf(page: Page): Promise<string> {
  return (await page.evaluate('document.body.innerText')) as string;
}

/** Presses the element with a role and a name, as a reader of the page finds it. */
export async function press(page: Page, role: string, name: string): Promise<void> {
  await page.locator(`::-p-aria([name="${name}"][role="${role}"])`).click();
}

/**
 * True where the first element of a selector matches a rule of CSS too, such as `:disabled`; false where there is none.
 */
export async function isMatched(page: Page, selector: string, rule: string): Promise<boolean> {
  const element = await page.$(selector);
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- lint knows the types of browsers, and tsc does not
  return (await element?.evaluate((node, css) => (node as typeof node & Matchable).matches(css), rule)) ?? false;
}

/** Methods of every element of a browser; the tests are compiled without the types of browsers. */
interface Matchable {
  matches(rule: string): boolean;
}

/**
 * Looks at the page with axe, all rules of WCAG 2.2 AA, nothing left out.
 *
 * @returns a line for each element at fault
 */
export async function findBarriers(page: Page): Promise<string[]> {
  return runAxe(page, { type: 'tag', values: TAGS });
}

/**
 * Looks at the page with the rules that ask for colours: for a page that was looked at with all rules and changed nothing but
 * its theme, which is a set of colours.
 *
 * @returns a line for each element at fault
 */
export async function findColourBarriers(page: Page): Promise<string[]> {
  return runAxe(page, { type: 'rule', values: COLOUR_RULES });
}

/** Looks at the page with the rules that depend on the size of the window. @returns a line for each element at fault */
export async function findLayoutBarriers(page: Page): Promise<string[]> {
  return runAxe(page, { type: 'rule', values: LAYOUT_RULES });
}

/**
 * Waits until type has come and nothing that is seen fades any more: in a closed part of the page, Firefox lets nothing end.
 * A page behind another one draws no frame, and is taken as it is.
 */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(
    `Promise.all([document.fonts.ready, ...document.getAnimations().filter(({ effect }) => effect.getTiming().iterations !== Infinity && effect.target.checkVisibility()).map((a) => a.finished.catch(() => {}))]).then(() => document.hidden || new Promise((done) => requestAnimationFrame(() => done())))`,
  );
}

/** The short form of axe: a page reads it in half the time. */
let axeSource: string | undefined;

async function runAxe(page: Page, runOnly: RunOnly): Promise<string[]> {
  await settle(page);
  if ((await page.evaluate('typeof axe')) === 'undefined') {
    axeSource ??= readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    await page.evaluate(axeSource);
  }
  // At its first position the page's bar may cover half a button, which scrolling uncovers.
  const stood = (await page.evaluate('scrollY')) as number;
  await page.evaluate("scrollTo({ top: 0, behavior: 'instant' })");
  const { violations } = (await page.evaluate(
    `axe.run(document, ${JSON.stringify({ runOnly, resultTypes: ['violations'] })})`,
  )) as AxeResults;
  await page.evaluate(`scrollTo({ top: ${stood}, behavior: 'instant' })`);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
