import { setTimeout } from 'node:timers/promises';
import type { RemoteBrowser } from './remote-browser.js';

const LOADED_WITHIN_MS = 30_000;

/** A page in Chromium of which everything is written down: what it loads, and what it complains about. */
export class WatchedPage {
  private constructor(
    private readonly browser: RemoteBrowser,
    private readonly sessionId: string,
  ) {}

  static async open(browser: RemoteBrowser): Promise<WatchedPage> {
    const { targetId } = await browser.call('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await browser.call('Target.attachToTarget', { targetId, flatten: true });
    const page = new WatchedPage(browser, String(sessionId));
    for (const domain of ['Page', 'Network', 'Log', 'Runtime']) {
      await page.call(`${domain}.enable`);
    }
    return page;
  }

  async go(url: string): Promise<void> {
    for (const name of [
      'Page.loadEventFired',
      'Network.requestWillBeSent',
      'Log.entryAdded',
      'Runtime.exceptionThrown',
    ]) {
      this.browser.events.delete(name);
    }
    this.browser.events.delete('Runtime.consoleAPICalled');
    await this.call('Page.navigate', { url });
    for (const end = Date.now() + LOADED_WITHIN_MS; !this.browser.events.has('Page.loadEventFired');) {
      if (Date.now() > end) {
        throw new Error(`${url} did not load`);
      }
      await setTimeout(50);
    }
  }

  /** Hosts that the page asked for anything. */
  hosts(): string[] {
    const urls = this.events('Network.requestWillBeSent').map(({ request }) => (request as { url: string }).url);
    return [...new Set(urls.filter((url) => !url.startsWith('data:')).map((url) => new URL(url).host))];
  }

  /** Errors and warnings: of scripts, of the policy, of requests. */
  complaints(): string[] {
    const entries = this.events('Log.entryAdded').map(
      ({ entry }) => entry as { level: string; text: string; url?: string },
    );
    const thrown = this.events('Runtime.exceptionThrown').map((event) => JSON.stringify(event));
    const written = this.events('Runtime.consoleAPICalled').map((event) => JSON.stringify(event));
    return [
      ...entries
        .filter(({ level }) => level !== 'verbose')
        .map(({ level, text, url }) => `${level}: ${text} ${url ?? ''}`),
      ...thrown,
      ...written,
    ];
  }

  /** @param body  of an async function that runs in the page. @returns what it returns, through JSON */
  async run<T>(body: string): Promise<T> {
    const { result, exceptionDetails } = (await this.call('Runtime.evaluate', {
      expression: `(async () => JSON.stringify(await (async () => { ${body} })()))()`,
      awaitPromise: true,
      returnByValue: true,
      userGesture: true,
    })) as { result: { value?: string }; exceptionDetails?: object };
    if (exceptionDetails) {
      throw new Error(`${JSON.stringify(exceptionDetails)} in: ${body}`);
    }
    return (result.value === undefined ? undefined : JSON.parse(result.value)) as T;
  }

  async look(width: number, height: number, scheme: 'light' | 'dark' = 'light'): Promise<void> {
    await this.call('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: width < 600 });
    await this.call('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] });
  }

  async press(key: string, code = key): Promise<void> {
    const text = key.length === 1 ? { text: key } : {};
    await this.call('Input.dispatchKeyEvent', { type: 'keyDown', key, code, ...text });
    await this.call('Input.dispatchKeyEvent', { type: 'keyUp', key, code });
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from(String((await this.call('Page.captureScreenshot', { format: 'png' }))['data']), 'base64');
  }

  private call(method: string, params: object = {}): Promise<Record<string, unknown>> {
    return this.browser.call(method, params, { sessionId: this.sessionId });
  }

  private events(name: string): Record<string, unknown>[] {
    return this.browser.events.get(name) ?? [];
  }
}
