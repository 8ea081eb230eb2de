import { setTimeout as sleep } from 'node:timers/promises';
import type { RemoteBrowser } from './remote-browser.js';

interface Context {
  context: string;
  url: string;
}

/** A browser that starts on a slow disk answers before its window is there. */
const WINDOW_WITHIN_MS = 20_000;

/** Scripts in Firefox: in a page, and in the browser itself. */
export class FirefoxPage {
  private constructor(
    private readonly browser: RemoteBrowser,
    private readonly page: string,
    private readonly chrome: string,
  ) {}

  static async open(browser: RemoteBrowser, url: string): Promise<FirefoxPage> {
    const { context } = (await browser.call('browsingContext.create', { type: 'tab' })) as { context: string };
    const ownValue = await windowOf(browser);
    await browser.call('browsingContext.navigate', { context, url, wait: 'complete' });
    return new FirefoxPage(browser, context, ownValue);
  }

  /**
   * Runs the body of an async function in the page, as if inside a click.
   *
   * @returns what it returns, through JSON
   */
  run<T>(body: string): Promise<T> {
    return this.evaluate<T>(this.page, body);
  }

  /** Runs a function in the browser's own window, with all rights. */
  inside<T>(body: string): Promise<T> {
    return this.evaluate<T>(this.chrome, body);
  }

  async screenshot(): Promise<Buffer> {
    const { data } = await this.browser.call('browsingContext.captureScreenshot', { context: this.page });
    return Buffer.from(String(data), 'base64');
  }

  private async evaluate<T>(context: string, body: string): Promise<T> {
    const answer = (await this.browser.call('script.evaluate', {
      expression: `(async () => JSON.stringify(await (async () => { ${body} })()))()`,
      target: { context },
      awaitPromise: true,
      userActivation: true,
    })) as { type: string; result?: { value?: string }; exceptionDetails?: { text: string } };
    if (answer.type !== 'success') {
      throw new Error(`${answer.exceptionDetails?.text ?? 'A script failed'} in: ${body.trim()}`);
    }
    return (answer.result?.value === undefined ? undefined : JSON.parse(answer.result.value)) as T;
  }
}

/** The browser's own window. */
async function windowOf(browser: RemoteBrowser): Promise<string> {
  for (const end = Date.now() + WINDOW_WITHIN_MS; Date.now() < end; await sleep(100)) {
    const { contexts } = (await browser.call('browsingContext.getTree', { 'moz:scope': 'chrome' })) as {
      contexts: Context[];
    };
    const ownValue = contexts.find((entry) => entry.url.endsWith('browser.xhtml'));
    if (ownValue) {
      return ownValue.context;
    }
  }
  throw new Error('Firefox shows no window of its own: 140 keeps it from remote control, 153 does not');
}
