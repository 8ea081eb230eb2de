import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import axe from 'axe-core';
import { type Browser, launch, type Page } from 'puppeteer-core';

/** Where Debian, Ubuntu and others put it; the first that is there is taken. */
const PROGRAMS = {
  chrome: ['chromium', 'chromium-browser', 'google-chrome'],
  firefox: ['firefox-esr', 'firefox'],
} as const;
export type BrowserKind = keyof typeof PROGRAMS;

/** Waits are generous: a machine may be busy, and whoever is there earlier goes on earlier. */
const WAIT_MS = 60_000;
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** @returns path of the browser's program; undefined where there is none */
export function findBrowser(kind: BrowserKind): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return PROGRAMS[kind].flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

/** The kinds of browsers that this machine has; says which are left out. */
export function findBrowsers(subject: string): BrowserKind[] {
  const kinds = Object.keys(PROGRAMS) as BrowserKind[];
  for (const kind of kinds.filter((name) => findBrowser(name) === undefined)) {
    console.warn(`Left out: ${subject} in ${kind}. Put ${PROGRAMS[kind].join(' or ')} on the PATH`);
  }
  return kinds.filter((kind) => findBrowser(kind) !== undefined);
}

/** A browser under remote control, headless; tests run as root in containers, where it has no sandbox. */
export async function launchBrowser(kind: BrowserKind): Promise<Browser> {
  return launch({
    browser: kind,
    executablePath: findBrowser(kind) ?? kind,
    headless: true,
    protocolTimeout: 120_000,
    timeout: 120_000,
    args: kind === 'chrome' ? ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] : [],
  });
}

/** A page without the cookies and storage of others. */
export async function openPage(browser: Browser, { width = 1280, height = 800 } = {}): Promise<Page> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT_MS);
  await page.setViewport({ width, height });
  return page;
}

/** Closes a page with its cookies and storage. */
export async function closePage(page: Page): Promise<void> {
  await page.browserContext().close();
}

/** Waits until the page shows a text. */
export async function seeText(page: Page, text: string): Promise<void> {
  await page
    .waitForFunction(`document.body.innerText.includes(${JSON.stringify(text)})`, { timeout: WAIT_MS })
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

/** More than any screen has. */
const MOST_STOPS = 120;

/** Presses Tab until something with a name has the focus: by its label, what it is labelled by, or its text. */
export async function tabTo(page: Page, name: string): Promise<void> {
  const names: string[] = [];
  while (names.length < MOST_STOPS) {
    await page.keyboard.press('Tab');
    const current = String(await page.evaluate(FOCUSED_NAME));
    if (current === name) {
      return;
    }
    names.push(current);
  }
  throw new Error(`Tab never reaches "${name}", but ${[...new Set(names)].join(', ')}`);
}

const FOCUSED_NAME = `(() => {
  const element = document.activeElement;
  const label = element?.labels?.[0]?.textContent;
  return (element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? '').trim();
})()`;

/**
 * Looks at the page with axe, all rules of WCAG 2.2 AA, nothing left out.
 *
 * @returns a line for each element at fault
 */
export async function findBarriers(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate(
    `axe.run(document, ${JSON.stringify({ runOnly: { type: 'tag', values: TAGS }, resultTypes: ['violations'] })})`,
  )) as axe.AxeResults;
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
