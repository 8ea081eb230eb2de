import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ChromiumPage } from '../support/browsers/chromium-page.js';
import { signIdentity } from '../support/contract/identity-tokens.js';
import { startDemoSite, type DemoSite } from '../support/browsers/demo-site.js';
import { emptyDatabase, type EmptyDatabase } from '../support/database/database.js';
import { FirefoxPage } from '../support/browsers/firefox-page.js';
import { RemoteBrowser } from '../support/browsers/remote-browser.js';
import { expectOk } from '../support/api-document/rest-client.js';
import { startStack, type Stack } from '../support/processes/stack.js';

const firefox = RemoteBrowser.findFirefox();
const chromium = RemoteBrowser.findChromium();
if (firefox === undefined) {
  console.warn(
    'Left out: web push in a real Firefox. Put firefox-esr or firefox on the PATH (apt-get install firefox-esr)',
  );
}
if (chromium === undefined) {
  console.warn('Left out: the service worker in Chromium. Put chromium or google-chrome on the PATH');
}
const WAIT = { timeout: 20_000, interval: 100 };
const LONG_WAIT = { timeout: 40_000, interval: 250 };

let database: EmptyDatabase;
let stack: Stack;
let site: DemoSite;

beforeAll(async () => {
  database = await emptyDatabase();
  stack = await startStack({ databaseUrl: database.url });
  site = await startDemoSite(stack.rest.base, stack.keys.js);
  await stack.db.affected('INSERT INTO notifications.button_set (app_id, button_set_id, buttons) VALUES ($1, 4, $2)', [
    stack.appId,
    ['Look', 'Later'],
  ]);
  await stack.db.affected(
    `INSERT INTO users.attribute_def (app_id, attr_id, code, data_type, private_info)
     VALUES ($1, 900, 'secretScore', 'INT', true)`,
    [stack.appId],
  );
});
afterAll(async () => {
  await site?.close();
  await stack?.stop();
  await database.close();
});

/** One device of a user, as `getDevices` shows it. */
interface Device {
  platform: string;
  token: string | null;
  pushPermitted: boolean;
}
async function devicesOf(extId: string): Promise<Device[]> {
  return expectOk(await stack.rest.get<{ devices: Device[] }>(`getDevices?extId=${extId}`)).devices;
}

const messageFor = (platform: string): object => ({
  title: 'Sale',
  text: 'All shoes 20 % off',
  platforms: [platform],
  iconUrl: `${site.origin}/icon.png`,
  click: { url: `${site.origin}/offer` },
  interactionRequired: true,
  buttonSet: { id: 4, Look: `${site.origin}/look`, setAttrOrTag: { Later: { setOnClick: 'TAG', tagName: 'later' } } },
  inbox: true,
});

const OFFERS = [
  ['Your order', 'It has left our house and is with you on Friday.'],
  ['Sale', 'All shoes 20 % off until Sunday, and free delivery.'],
  ['Back in stock', 'The lamp on your list is here again.'],
] as const;

/** Reads what notifications the site shows. */
const SHOWN = `
  const worker = await navigator.serviceWorker.ready;
  return (await worker.getNotifications()).map(({ title, body, icon, requireInteraction, actions, data }) =>
    ({ title, body, icon, requireInteraction, actions, message: data.message }));`;

/** Counts the messages of the worker to the page about pushes, since the first call. */
const PUSHES = `
  if (globalThis.pushes === undefined) {
    globalThis.pushes = 0;
    navigator.serviceWorker.addEventListener('message', ({ data }) => (globalThis.pushes += data.herald === 'push' ? 1 : 0));
    navigator.serviceWorker.startMessages();
  }
  return globalThis.pushes;`;

/** Clicks the notification as a person does: in the window that the browser shows it in. */
const CLICK = `
  const alert = [...Services.wm.getEnumerator('alert:alert')].find(({ document }) => document.readyState === 'complete');
  alert?.document.getElementById('alertBox').click();
  return alert !== undefined;`;

const SHOWN_TITLES = `async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title }) => title)`;

/** The notification as it is drawn, as a data URL. */
const DRAW = `
  const alert = [...Services.wm.getEnumerator('alert:alert')].at(-1);
  const area = new DOMRect(0, 0, alert.innerWidth, alert.innerHeight);
  const drawn = await alert.browsingContext.currentWindowGlobal.drawSnapshot(area, 1.5, 'white');
  const canvas = document.createElementNS('http://www.w3.org/1999/xhtml', 'canvas');
  [canvas.width, canvas.height] = [drawn.width, drawn.height];
  canvas.getContext('2d').drawImage(drawn, 0, 0);
  return canvas.toDataURL('image/png');`;

describe.skipIf(firefox === undefined)('Web push in Firefox', () => {
  let browser: RemoteBrowser;
  let page: FirefoxPage;

  beforeAll(async () => {
    browser = await RemoteBrowser.firefox(firefox ?? '', {
      'dom.push.serverURL': `${stack.simulators.base.replace('http', 'ws')}/autopush`,
      'dom.push.testing.allowInsecureServerURL': true,
      'dom.push.testing.ignorePermission': true,
      // Remote control turns it off.
      'dom.push.connection.enabled': true,
      'dom.push.retryBaseInterval': 500,
      'permissions.default.desktop-notification': 1,
      'alerts.useSystemBackend': false,
      // Nothing but this machine is asked.
      'network.proxy.type': 0,
      'app.update.enabled': false,
      'datareporting.policy.dataSubmissionEnabled': false,
      'network.captive-portal-service.enabled': false,
      'network.connectivity-service.enabled': false,
      'browser.safebrowsing.provider.mozilla.updateURL': '',
      'services.settings.server': 'data:,#',
      'extensions.systemAddon.update.enabled': false,
    });
    page = await FirefoxPage.open(browser, `${site.origin}/`);
  });
  afterAll(async () => {
    await browser?.close();
  });

  const state = (): Promise<{ permission: string; subscribed: boolean; installationId?: string }> =>
    page.run('return Herald.state()');

  it('Firefox subscribes at a click on a page that loads the SDK', async () => {
    expect(await state()).toMatchObject({ subscribed: false });
    await page.run(`document.querySelector('#subscribe').click()`);
    await expect.poll(async () => (await state()).subscribed, WAIT).toBe(true);
    await page.run(`return Herald.identify('visitor', '${await signIdentity('visitor')}')`);
    const [device] = await devicesOf('visitor');
    expect(device).toMatchObject({ platform: 'FIREFOX', pushPermitted: true });
    expect(JSON.parse(device?.token ?? '{}')).toMatchObject({
      endpoint: expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+\/wp\/browser-/) as string,
    });
  });

  it('Firefox shows a campaign, and the click on it is counted', async () => {
    const key = await stack.rest.sendBulk(messageFor('FIREFOX'));
    expect((await stack.rest.finished(key, 30_000)).stats).toMatchObject([
      { platform: 'FIREFOX', sent: 1, failed: 0, clicked: 0 },
    ]);
    await expect.poll(() => page.run<object[]>(SHOWN), WAIT).toHaveLength(1);
    const [notification] = await page.run<object[]>(SHOWN);
    expect(notification).toMatchObject({
      title: 'Sale',
      body: 'All shoes 20 % off',
      icon: `${site.origin}/icon.png`,
      message: {
        heraldId: expect.any(String) as string,
        url: `${site.origin}/offer`,
        actions: [
          { action: '0', title: 'Look', url: `${site.origin}/look` },
          { action: '1', title: 'Later', sets: { tagName: 'later' } },
        ],
      },
    });
    const clicked = async (): Promise<number | undefined> => (await stack.rest.stats(key)).stats[0]?.clicked;
    expect(await clicked()).toBe(0);
    await expect.poll(() => page.inside<boolean>(CLICK), WAIT).toBe(true);
    await expect.poll(clicked, WAIT).toBe(1);
    await expect.poll(() => site.asked, WAIT).toContain('/offer');
    expect(await page.run<object[]>(SHOWN)).toEqual([]);
    const reported = `SELECT FROM delivery.receipt AS r JOIN delivery.dispatch AS d USING (app_id, dispatch_id)
                    WHERE d.app_id = $1 AND d.notification_key = $2`;
    await expect.poll(() => stack.db.rows(reported, [stack.appId, key]), WAIT).toHaveLength(1);
    expect((await stack.rest.stats(key)).stats).toMatchObject([{ sent: 1, failed: 0, clicked: 1 }]);
  });

  it('The inbox of a page in Firefox lists the message as text', async () => {
    const inbox = `const inbox = document.querySelector('herald-inbox'); await inbox.refresh();
        return [...inbox.shadowRoot.querySelectorAll('li')].map((row) =>
          [row.dataset.status, row.querySelector('b').textContent, row.querySelector('p').textContent, row.querySelector('img')]);`;
    const text = '<img src=x onerror=alert(1)>';
    const key = await stack.rest.sendBulk({ ...messageFor('FIREFOX'), title: 'Second', text });
    await stack.rest.finished(key, 30_000);
    await expect
      .poll(() => page.run<unknown[]>(inbox), WAIT)
      .toEqual([
        ['UNREAD', 'Second', text, null],
        ['UNREAD', 'Sale', 'All shoes 20 % off', null],
      ]);
    await page.run(`document.querySelector('herald-inbox').shadowRoot.querySelector('[aria-label=Delete]').click()`);
    await expect.poll(() => page.run<unknown[]>(inbox), WAIT).toHaveLength(1);
  });

  it('A browser whose subscription is gone is retired', async () => {
    await page.run(`const worker = await navigator.serviceWorker.ready;
        return (await worker.pushManager.getSubscription()).unsubscribe();`);
    const before = (await stack.simulators.counts())['webpush'];
    const key = await stack.rest.sendBulk({ ...messageFor('FIREFOX'), title: 'Expired' });
    expect((await stack.rest.finished(key, 30_000)).stats).toMatchObject([{ sent: 0, failed: 1, clicked: 0 }]);
    expect((await stack.simulators.counts())['webpush']?.rejected).toBe((before?.rejected ?? 0) + 1);
    expect(await stack.rest.results(key)).toMatchObject([
      {
        platform: 'FIREFOX',
        status: 'FAILED',
        errorCode: '410',
        errorMsg: 'INVALID_TOKEN',
      },
    ]);
    expect(await devicesOf('visitor')).toMatchObject([{ platform: 'FIREFOX', token: null }]);
    const again = await stack.rest.sendBulk(messageFor('FIREFOX'));
    expect((await stack.rest.finished(again, 30_000)).stats).toMatchObject([{ sent: 0, failed: 0 }]);
  });

  it('A browser comes back at a click as the same installation, and leaves at another click', async () => {
    const { installationId } = await state();
    await page.run(`document.querySelector('#subscribe').click()`);
    await expect.poll(async () => (await state()).subscribed, WAIT).toBe(true);
    await expect.poll(async () => (await devicesOf('visitor'))[0]?.token, WAIT).toBeTruthy();
    expect((await state()).installationId).toBe(installationId);
    const back = await stack.rest.sendBulk({ ...messageFor('FIREFOX'), title: 'Back' });
    expect((await stack.rest.finished(back, 30_000)).stats).toMatchObject([{ sent: 1, failed: 0 }]);
    await page.run(`document.querySelector('#unsubscribe').click()`);
    await expect.poll(async () => (await devicesOf('visitor'))[0]?.pushPermitted, WAIT).toBe(false);
    await expect.poll(async () => (await state()).subscribed, WAIT).toBe(false);
    const left = await stack.rest.sendBulk(messageFor('FIREFOX'));
    expect((await stack.rest.finished(left, 30_000)).stats).toMatchObject([{ sent: 0, failed: 0 }]);
  });

  it('The demo page of the gateway subscribes and lists messages under a policy without inline scripts', async () => {
    const demo = await FirefoxPage.open(browser, `${stack.rest.base}/sdk/web/demo?key=${stack.keys.js}`);
    await expect.poll(() => demo.run<boolean>(`return document.querySelector('#page').hidden`), WAIT).toBe(false);
    await demo.run(`document.querySelector('#subscribe').click()`);
    await expect.poll(() => demo.run('return (await Herald.state()).subscribed'), WAIT).toBe(true);
    await demo.run(`return Herald.identify('Ada', '${await signIdentity('Ada')}')`);
    await expect.poll(async () => (await devicesOf('Ada')).length, WAIT).toBe(1);
    for (const [title, text] of OFFERS) {
      await stack.rest.finished(await stack.rest.sendBulk({ ...messageFor('FIREFOX'), title, text }), 30_000);
    }
    const heard = `return [...document.querySelectorAll('#heard li')].length`;
    await expect.poll(() => demo.run<number>(heard), WAIT).toBe(OFFERS.length);
    const rows = `return document.querySelector('herald-inbox').shadowRoot.querySelectorAll('li b').length`;
    await expect.poll(() => demo.run<number>(rows), WAIT).toBe(OFFERS.length);
    if (process.env['WRITE_PICTURES']) {
      await writeFile('docs/images/web-sdk.png', await demo.screenshot());
      const drawn = await demo.inside<string>(DRAW);
      await writeFile('docs/images/web-push.png', Buffer.from(drawn.replace(/^.*,/, ''), 'base64'));
    }
  });

  it('Firefox renews its subscription when its push service has forgotten it', async () => {
    const token = async (): Promise<string | null | undefined> => (await devicesOf('Ada'))[0]?.token;
    const before = await token();
    expect(before).toBeTruthy();
    const simulators = stack.children.find(({ name }) => name === 'simulators');
    if (!simulators) {
      throw new Error('No simulators run');
    }
    await simulators.end('SIGTERM');
    await stack.replace(simulators);
    await expect.poll(async () => ![before, null].includes((await token()) ?? null), LONG_WAIT).toBe(true);
  });
});

/** Chromium subscribes nowhere without the internet. So a subscription of the simulator's stands in, which opens what comes. */
describe.skipIf(chromium === undefined)('Service worker in Chromium', () => {
  let browser: RemoteBrowser;
  let page: ChromiumPage;

  beforeAll(async () => {
    browser = await RemoteBrowser.chromium(chromium ?? '');
    page = await ChromiumPage.open(browser, `${site.origin}/`);
  });
  afterAll(async () => {
    await browser?.close();
  });

  /** Sends to the browser, and gives its service worker what arrived at the simulator. */
  async function receive(message: object): Promise<number> {
    await stack.simulators.clear();
    const key = await stack.rest.sendBulk(message);
    expect((await stack.rest.finished(key, 30_000)).stats).toMatchObject([{ platform: 'CHROME', sent: 1 }]);
    await pushTaken();
    return key;
  }

  /** Pushes the message at the simulator, and waits until the worker has posted it to the page. */
  async function pushTaken(): Promise<void> {
    const [delivery] = await stack.simulators.deliveries('provider=webpush');
    const { body } = (delivery?.payload ?? {}) as { body?: object };
    const before = await page.run<number>(PUSHES);
    await page.push(JSON.stringify(body));
    await expect.poll(() => page.run<number>(PUSHES), WAIT).toBe(before + 1);
  }

  it('Chromium registers without a subscription, and reports tags, attributes and events', async () => {
    await page.run(`await navigator.serviceWorker.register('/herald-sw.js'); await navigator.serviceWorker.ready;
        await Herald.identify('chromium', '${await signIdentity('chromium')}'); await Herald.set({ age: 7 }); await Herald.tag('seen');
        await Herald.track('PageViewEvent'); await Herald.prefer({ categories: { News: false } });`);
    const profile = await stack.rest.get<{ profile: object }>('getProfileAttributes?extId=chromium');
    expect(profile.body.profile).toMatchObject({ age: 7 });
    expect(await devicesOf('chromium')).toMatchObject([{ platform: 'CHROME', token: null }]);
    const [subscription] = await stack.simulators.subscriptions(1);
    await page.run(`await Herald.call('installations', { token: ${JSON.stringify(JSON.stringify(subscription))} })`);
    expect(await devicesOf('chromium')).toMatchObject([{ platform: 'CHROME', token: expect.any(String) as string }]);
  });

  it('Chromium shows a push once when it comes twice, and reports the button that is clicked', async () => {
    const key = await receive(messageFor('CHROME'));
    await pushTaken();
    await expect
      .poll(() => page.run<object[]>(SHOWN), WAIT)
      .toMatchObject([
        {
          title: 'Sale',
          body: 'All shoes 20 % off',
          requireInteraction: true,
          actions: [
            { action: '0', title: 'Look' },
            { action: '1', title: 'Later' },
          ],
        },
      ]);
    // A click cannot be made from outside: the event is the browser's own, but for who says so.
    await page.inWorker(`
        const [notification] = await registration.getNotifications();
        const event = new NotificationEvent('notificationclick', { notification, action: '1' });
        const work = [];
        event.waitUntil = (promise) => work.push(promise);
        dispatchEvent(event);
        await Promise.allSettled(work);`);
    await expect.poll(async () => (await stack.rest.stats(key)).stats[0]?.clicked, WAIT).toBe(1);
    const clicks = await stack.db.rows<{ button: string }>(
      `SELECT c.button FROM delivery.click AS c JOIN delivery.dispatch AS d USING (app_id, dispatch_id)
         WHERE d.app_id = $1 AND d.notification_key = $2`,
      [stack.appId, key],
    );
    expect(clicks).toEqual([{ button: '1' }]);
    const tags = `SELECT t.name FROM users.app_user AS u JOIN users.tag AS t ON t.app_id = u.app_id AND t.tag_id = ANY (u.tags)
                    WHERE u.app_id = $1 AND u.ext_id = 'chromium' ORDER BY t.name`;
    await expect
      .poll(() => stack.db.rows<{ name: string }>(tags, [stack.appId]), WAIT)
      .toEqual([{ name: 'later' }, { name: 'seen' }]);
    await expect.poll(() => page.run<object[]>(SHOWN), WAIT).toEqual([]);
  });

  it('A message takes the place of the one that it names, and a silent message is not shown', async () => {
    const packed = await receive({ ...messageFor('CHROME'), title: 'Packed' });
    await receive({ ...messageFor('CHROME'), title: 'On its way', customJson: { refID: packed } });
    await expect.poll(() => page.run<object[]>(SHOWN), WAIT).toMatchObject([{ title: 'On its way' }]);
    await page.run(`window.heard = []; Herald.on('push', (message) => window.heard.push(message));`);
    await receive({ ...messageFor('CHROME'), doNotNotify: true, customJson: { points: 12 } });
    await expect
      .poll(() => page.run<object[]>('return window.heard'), WAIT)
      .toMatchObject([{ silent: true, customJson: { points: 12 } }]);
    expect(await page.run<object[]>(SHOWN)).toHaveLength(1);
  });

  it('Chromium reports with the next push what could not be reported before', async () => {
    const arrived = async (key: number): Promise<number> =>
      (
        await stack.db.rows(
          `SELECT FROM delivery.receipt AS r JOIN delivery.dispatch AS d USING (app_id, dispatch_id)
             WHERE d.app_id = $1 AND d.notification_key = $2`,
          [stack.appId, key],
        )
      ).length;
    await page.inWorker(`self.reached = self.fetch; self.fetch = () => Promise.reject(new TypeError('no network'));`);
    const first = await receive({ ...messageFor('CHROME'), title: 'In a tunnel' });
    await expect.poll(() => page.run<string[]>(`return (${SHOWN_TITLES})()`), WAIT).toContain('In a tunnel');
    expect(await arrived(first)).toBe(0);
    await page.inWorker('self.fetch = self.reached;');
    const second = await receive({ ...messageFor('CHROME'), title: 'Out again' });
    await expect.poll(() => arrived(second), WAIT).toBe(1);
    await expect.poll(() => arrived(first), WAIT).toBe(1);
  });

  it('A browser becomes a new installation when its own is unknown, and not when an action is forbidden', async () => {
    const state = `return Herald.state();`;
    const { installationId: before } = await page.run<{ installationId: string }>(state);
    const refused = await page.run<{ status: number }>(
      `return Herald.set({ secretScore: 1 }).catch(({ status }) => ({ status }));`,
    );
    expect(refused.status).toBe(403);
    expect((await page.run<{ installationId: string }>(state)).installationId).toBe(before);
    await page.run(`
        const database = await new Promise((resolve) => {
          const opening = indexedDB.open('herald');
          opening.onsuccess = () => resolve(opening.result);
        });
        const store = database.transaction('device', 'readwrite').objectStore('device');
        await new Promise((resolve) => {
          const reading = store.get(1);
          reading.onsuccess = () => (store.put({ ...reading.result, secret: 'lost' }, 1).onsuccess = resolve);
        });
        database.close();
        await Herald.identify('again', '${await signIdentity('again')}');`);
    const { installationId: after } = await page.run<{ installationId: string }>(state);
    expect(after).not.toBe(before);
    expect(await devicesOf('again')).toMatchObject([{ platform: 'CHROME' }]);
  });
});
