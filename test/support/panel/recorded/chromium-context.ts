import type { BrowserContext, CDPSession, Page } from 'puppeteer-core';
import { preparePage, type StoryBrowser } from '../panel-browser.js';

/** All that a page of the panel may have stored. What the browser compiled of its scripts stays. */
const STORED = 'cookies,local_storage,indexeddb,service_workers,cache_storage';

/**
 * A context of Chromium for the tests of one block, a page for each. A page in a context of its own compiles the scripts of the
 * panel again.
 */
export class ChromiumContext {
  private constructor(
    private readonly context: BrowserContext,
    /** It stays behind the others, so that there is something to ask. */
    private readonly blank: Page,
    private readonly session: CDPSession,
  ) {}

  static async open(browser: StoryBrowser): Promise<ChromiumContext> {
    const context = await browser.createBrowserContext();
    const blank = await context.newPage();
    return new ChromiumContext(context, blank, await blank.createCDPSession());
  }

  async openPage(): Promise<Page> {
    return preparePage(await this.context.newPage());
  }

  /** Closes all pages, and removes what they stored. @param origin  of the site */
  async forget(origin: string): Promise<void> {
    const pages = (await this.context.pages()).filter((page) => page !== this.blank);
    await Promise.all(pages.map((page) => page.close()));
    await this.session.send('Storage.clearDataForOrigin', { origin, storageTypes: STORED });
  }
}
