import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { type BrowserKind, closePage, launchBrowser, openPage, type StoryBrowser } from '../panel-browser.js';
import { answerAll } from '../panel-fixtures.js';
import { PanelSite } from '../panel-site.js';
import { ChromiumContext } from './chromium-context.js';

/** The environment of a test: the site with all recorded answers, and an empty page without cookies of other tests. */
interface RecordedPanel {
  site: PanelSite;
  page: Page;
}

/**
 * Opens the built panel before recorded answers for the tests of one block: one browser and one site for all, a page for
 * each. After each, nothing may have broken the policy of the page (CSP, Trusted Types).
 *
 * @returns what the test at hand has; to be called in a `beforeEach` after this
 */
export function useRecordedPanel(kind: BrowserKind): () => RecordedPanel {
  let browser: StoryBrowser;
  let site: PanelSite;
  let page: Page;
  let shared: ChromiumContext | undefined;
  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(kind), PanelSite.open()]);
    shared = kind === 'chrome' ? await ChromiumContext.open(browser) : undefined;
  }, 120_000);
  afterAll(async () => {
    await Promise.all([browser?.close(), site?.close()]);
  });
  beforeEach(async () => {
    answerAll(site);
    page = await (shared?.openPage() ?? openPage(browser));
  });
  afterEach(async () => {
    await (shared?.forget(site.origin) ?? closePage(page));
    site.reset();
    expect(site.violations).toEqual([]);
  });
  return () => ({ site, page });
}
