import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Lab } from '../../../apps/simulators/lab.js';
import { ProviderClient } from '../../support/browsers/provider-client.js';
import { RemoteBrowser } from '../../support/browsers/remote-browser.js';
import { WatchedPage } from '../../support/browsers/watched-page.js';
import { saveScreenshots } from '../../support/browsers/screenshots.js';

const chromium = RemoteBrowser.findChromium();
if (chromium === undefined) {
  console.warn('Left out: the page of deliveries in Chromium. Put chromium or google-chrome on the PATH');
}
const WAIT = { timeout: 30_000, interval: 100 };
const OPEN_FOLDS = `document.querySelectorAll('details').forEach((fold) => (fold.open = true));`;

let lab: Lab;
let client: ProviderClient;
beforeAll(async () => {
  lab = await Lab.open();
  client = new ProviderClient(lab);
});
afterAll(() => lab.close());
beforeEach(() => lab.reset());

async function sendOneOfEach(): Promise<void> {
  await client.sms({ Body: 'Kodunuz 482913. Beş dakika geçerli. Kimseyle paylaşmayın.', To: '+905321234567' });
  await client.mail({
    from: 'Shop <news@shop.example>',
    to: 'ada@example.com',
    subject: 'Your order is on its way',
    html: '<div style="font-family:sans-serif;padding:24px"><h1 style="color:#0b6e63">On its way</h1><p>Hello Ada, the parcel arrives on Friday.</p></div>',
    text: 'Hello Ada, the parcel arrives on Friday.',
    attachments: [{ filename: 'invoice.pdf', content: Buffer.alloc(3000), contentType: 'application/pdf' }],
  });
  await client.webPush({
    title: 'Back in stock',
    body: 'The lamp on your list is here again.',
    actions: [
      { action: '0', title: 'Look' },
      { action: '1', title: 'Later' },
    ],
    url: 'https://shop.example/lamp',
  });
  await client.fcm({
    token: 'fcm-ada',
    notification: { title: 'Sale', body: 'All shoes 20 % off until Sunday.' },
    data: { buttons: '[{"name":"See shoes"},{"name":"Not now"}]', mediaUrl: 'https://shop.example/shoes.png' },
    android: { priority: 'HIGH', notification: { channel_id: 'sound-chime' } },
  });
  await client.apns(
    'ac'.repeat(32),
    {
      aps: {
        timestamp: 1,
        event: 'update',
        'content-state': { stage: 'Out for delivery', stops: 3 },
        alert: { title: 'Your parcel', body: 'Three stops before you' },
      },
    },
    { 'apns-push-type': 'liveactivity', 'apns-topic': 'com.example.shop.push-type.liveactivity' },
  );
  await client.apns('ad'.repeat(32), {
    aps: {
      alert: { title: 'Hello Ada', subtitle: 'Spring', body: 'İzmir’de hafta sonu başladı.' },
      badge: 3,
      sound: 'chime',
    },
    buttons: [{ name: 'Open' }, { name: 'Later' }],
    deeplink: 'shop://store/35',
  });
}

describe.skipIf(chromium === undefined)('Page of deliveries', () => {
  let browser: RemoteBrowser;
  let page: WatchedPage;
  /** Another site: nothing may ask it for anything. */
  let elsewhere: Server;
  let asked: string[] = [];
  let elsewhereUrl: string;

  beforeAll(async () => {
    browser = await RemoteBrowser.chromium(chromium ?? '');
    page = await WatchedPage.open(browser);
    elsewhere = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end();
    }).listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    elsewhereUrl = `http://localhost:${(elsewhere.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    asked = [];
  });
  afterAll(async () => {
    await browser?.close();
    elsewhere?.close();
  });

  const open = (path: string): Promise<void> => page.go(lab.simulators.controlUrl + path);
  const cards = (): Promise<string[]> =>
    page.run(`return [...document.querySelectorAll('.delivery')].map(({ innerText }) => innerText)`);
  const isLive = async (): Promise<void> => {
    await expect.poll(() => page.run(`return document.body.dataset.state`), WAIT).toBe('live');
  };

  it('The page of deliveries shows what a person gets on each channel, newest first, from this host alone', async () => {
    await sendOneOfEach();
    await open('/deliveries');
    await expect.poll(cards, WAIT).toHaveLength(6);
    await isLive();
    const [apns, activity, fcm, web, mail, sms] = await cards();
    expect(apns).toMatch(/Hello Ada[^]*Spring[^]*hafta sonu[^]*Open[^]*Later[^]*badge\s+3[^]*shop:\/\/store\/35/);
    expect(activity).toMatch(/Three stops[^]*Live activity · update[^]*stage\s+Out for delivery/);
    expect(fcm).toMatch(/Sale[^]*All shoes[^]*Picture, not loaded[^]*shoes\.png[^]*See shoes/);
    expect(web).toMatch(/Back in stock[^]*Look[^]*urgency\s+high/);
    expect(mail).toMatch(
      /Your order[^]*Shop <news@shop\.example> to ada@example\.com[^]*invoice\.pdf[^]*application\/pdf/,
    );
    expect(sms).toMatch(/from \+15005550006[^]*Kodunuz 482913[^]*1 segment · \d+ characters of UCS-2/);
    await saveScreenshots(page, 'deliveries');
    expect(page.complaints()).toEqual([]);
    expect(page.hosts()).toEqual([new URL(lab.simulators.controlUrl).host]);
  });

  it('The page of deliveries shows a delivery that comes while it is open, and holds it back while paused', async () => {
    await open('/deliveries');
    await isLive();
    await client.sms({ Body: 'while you look' });
    await expect.poll(async () => (await cards())[0], WAIT).toContain('while you look');
    await page.run(`document.getElementById('pause').click()`);
    await client.sms({ Body: 'while you read' });
    await expect
      .poll(() => page.run(`return document.getElementById('pause').textContent`), WAIT)
      .toBe('Go on (1 new)');
    expect(await cards()).toHaveLength(1);
    await page.run(`document.getElementById('pause').click()`);
    expect((await cards())[0]).toContain('while you read');
  });

  it('The page of deliveries filters by provider and words by the keyboard, also what comes later', async () => {
    await client.sms({ Body: 'first code', To: '+4915100000001' });
    await client.mail({ from: 'a@b.example', to: 'ada@example.com', subject: 'a mail', text: 'first mail' });
    await open('/deliveries?provider=sms');
    await expect.poll(cards, WAIT).toHaveLength(1);
    await isLive();
    await page.press('/', 'Slash');
    expect(await page.run(`return document.activeElement.name`)).toBe('text');
    for (const key of 'code') {
      await page.press(key);
    }
    await expect.poll(() => page.run(`return location.search`), WAIT).toBe('?provider=sms&text=code');
    await isLive();
    await client.sms({ Body: 'another message' });
    await client.sms({ Body: 'second CODE' });
    await expect.poll(async () => (await cards())[0], WAIT).toContain('second CODE');
    expect((await cards()).join()).not.toContain('another');
  });

  it('Attack: a hostile message is shown as text and loads nothing', async () => {
    const evil = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script></li></ol>`;
    const active = `${evil}<svg onload="document.title='owned'"><a href="javascript:document.title='owned'">click</a>
      <img src="${elsewhereUrl}/img"><link rel="stylesheet" href="${elsewhereUrl}/css"><iframe src="${elsewhereUrl}/frame"></iframe>
      <meta http-equiv="refresh" content="0;url=${elsewhereUrl}/refresh"><style>@import url(${elsewhereUrl}/import);
      body{background:url(${elsewhereUrl}/background)}</style><form action="${elsewhereUrl}/form"><button>go</button></form>
      <link rel="dns-prefetch" href="${elsewhereUrl}"><script>parent.document.title='owned';top.location='${elsewhereUrl}/top'</script>
      <base href="${elsewhereUrl}/"><video src="${elsewhereUrl}/video" autoplay></video><object data="${elsewhereUrl}/object"></object>`;
    const picture = `${elsewhereUrl}/picture`;
    await client.apns('evil', {
      aps: { alert: { title: evil, body: evil }, badge: 1 },
      mediaUrl: picture,
      buttons: [{ name: evil }],
    });
    await client.apns(
      'evil',
      { aps: { timestamp: 1, event: 'update', 'content-state': { [evil]: evil }, alert: { title: evil, body: evil } } },
      { 'apns-push-type': 'liveactivity', 'apns-topic': 'com.example.push-type.liveactivity' },
    );
    await client.fcm({
      token: evil,
      notification: { title: evil, body: evil, image: picture },
      data: { carousel: JSON.stringify([{ title: evil }]) },
    });
    await client.webPush({
      title: evil,
      body: evil,
      image: picture,
      icon: picture,
      actions: [{ title: evil }],
      url: 'javascript:alert(1)',
    });
    await client.mail({
      from: { name: evil, address: 'evil@evil.example' },
      to: 'ada@example.com',
      subject: evil,
      html: active,
      text: evil,
      headers: { 'X-Evil': evil },
      attachments: [{ filename: evil, content: 'x' }],
    });
    await client.sms({ Body: evil, MediaUrl: picture });
    await open('/deliveries');
    await expect.poll(cards, WAIT).toHaveLength(6);
    await client.sms({ Body: `live ${evil}` });
    await expect.poll(cards, WAIT).toHaveLength(7);
    await page.run(`document.querySelector('.mail-frame').scrollIntoView(); ${OPEN_FOLDS}`);
    await expect
      .poll(
        () =>
          page.run(
            `return [...document.querySelectorAll('details pre')].every((pre) => pre.textContent !== 'Loading')`,
          ),
        WAIT,
      )
      .toBe(true);
    expect((await cards()).filter((text) => text.includes('<img src=x onerror='))).toHaveLength(7);
    expect(
      await page.run(
        `return document.querySelectorAll('#list :is(script, img, svg, link, meta, style, form, a, object, video)').length`,
      ),
    ).toBe(0);
    expect(await page.run(`return document.title`)).toBe('Deliveries · Herald simulators');
    expect(page.complaints().filter((text) => !text.includes('/html'))).toEqual([]);
    expect(page.hosts()).toEqual([new URL(lab.simulators.controlUrl).host]);

    // By itself, as someone may open it: a document of no origin, without scripts.
    const seq = await page.run<string>(`return document.querySelector('.delivery.mail').dataset.seq`);
    await open(`/deliveries/${seq}/html`);
    expect(await page.run(`return [document.title, self.origin, location.pathname]`)).toEqual([
      '',
      'null',
      `/deliveries/${seq}/html`,
    ]);
    expect(asked).toEqual([]);
  });

  it('The page of deliveries holds at most two hundred cards, whatever comes', async () => {
    await open('/deliveries');
    await isLive();
    for (let sent = 0; sent < 260; sent += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, i) => client.sms({ Body: `number ${sent + i}` })));
    }
    await expect
      .poll(() => page.run(`return [...document.querySelectorAll('.tallies .count')].map((e) => e.textContent)`), WAIT)
      .toContain('260');
    expect(await page.run(`return document.querySelectorAll('.delivery').length`)).toBeLessThanOrEqual(200);
  });

  it('The page at / shows the addresses of the simulators and the number of fault rules', async () => {
    await lab.faults({ provider: 'apns', share: 1, status: 503 });
    await open('/');
    const text = await page.run<string>(`return document.body.innerText`);
    expect(text).toContain(`127.0.0.1:${lab.simulators.endpoints.smtp.port}`);
    expect(text).toContain('1 rule');
    await saveScreenshots(page, 'simulators');
    expect(page.complaints()).toEqual([]);
    expect(page.hosts()).toEqual([new URL(lab.simulators.controlUrl).host]);
  });
});
