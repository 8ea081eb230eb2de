import { setTimeout } from 'node:timers/promises';
import type { RemoteBrowser } from './remote-browser.js';

interface Target {
  targetId: string;
  type: string;
  url: string;
}

/** Scripts in Chromium: in a page and in its service worker. */
export class ChromiumPage {
  private constructor(
    private readonly browser: RemoteBrowser,
    readonly origin: string,
    private readonly page: string,
  ) {}

  /** Opens a page that may show notifications. */
  static async open(browser: RemoteBrowser, url: string): Promise<ChromiumPage> {
    const { origin } = new URL(url);
    await browser.call('Browser.grantPermissions', { origin, permissions: ['notifications'] });
    const { targetId } = await browser.call('Target.createTarget', { url: 'about:blank' });
    const page = new ChromiumPage(browser, origin, await attach(browser, String(targetId)));
    await page.call('Page.enable', {});
    await page.call('ServiceWorker.enable', {});
    await page.call('Page.navigate', { url });
    while (!browser.events.has('Page.loadEventFired')) {
      await setTimeout(50);
    }
    return page;
  }

  /**
   * Runs the body of an async function in the page, as if inside a click.
   *
   * @returns what it returns, through JSON
   */
  run<T>(body: string): Promise<T> {
    return evaluate<T>(this.browser, this.page, body);
  }

  /** Runs a function in the service worker, which is started when it sleeps. */
  async inWorker<T>(body: string): Promise<T> {
    await this.call('ServiceWorker.startWorker', { scopeURL: `${this.origin}/` });
    const { targetInfos } = (await this.browser.call('Target.getTargets', {})) as { targetInfos: Target[] };
    const worker = targetInfos.find(({ type, url }) => type === 'service_worker' && url.startsWith(this.origin));
    if (!worker) {
      throw new Error('The page has no service worker');
    }
    return evaluate<T>(this.browser, await attach(this.browser, worker.targetId), body);
  }

  /** Gives the service worker a push, as the browser does with one that it has decrypted. */
  async push(data: string): Promise<void> {
    const [registration] = (this.browser.events.get('ServiceWorker.workerRegistrationUpdated') ?? []).flatMap(
      ({ registrations }) => registrations as { registrationId: string }[],
    );
    const registrationId = registration?.registrationId;
    await this.call('ServiceWorker.deliverPushMessage', { origin: this.origin, registrationId, data });
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from(String((await this.call('Page.captureScreenshot', { format: 'png' }))['data']), 'base64');
  }

  call(method: string, params: object): Promise<Record<string, unknown>> {
    return this.browser.call(method, params, { sessionId: this.page });
  }
}

async function attach(browser: RemoteBrowser, targetId: string): Promise<string> {
  return String((await browser.call('Target.attachToTarget', { targetId, flatten: true }))['sessionId']);
}

async function evaluate<T>(browser: RemoteBrowser, sessionId: string, body: string): Promise<T> {
  const answer = (await browser.call(
    'Runtime.evaluate',
    {
      expression: `(async () => JSON.stringify(await (async () => { ${body} })()))()`,
      awaitPromise: true,
      returnByValue: true,
      userGesture: true,
    },
    { sessionId },
  )) as { result: { value?: string }; exceptionDetails?: { exception?: { description?: string } } };
  if (answer.exceptionDetails) {
    throw new Error(`${answer.exceptionDetails.exception?.description ?? 'A script failed'} in: ${body.trim()}`);
  }
  return (answer.result.value === undefined ? undefined : JSON.parse(answer.result.value)) as T;
}
