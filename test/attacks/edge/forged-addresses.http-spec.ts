import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../support/contract/gateway.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

/** The only address that may use the key, and another one. */
const ALLOWED = '203.0.113.7';
const STRANGER = '198.51.100.9';

describe('Forged X-Forwarded-For with a key for certain addresses', () => {
  let direct: TestGateway;
  let proxied: TestGateway;

  beforeAll(async () => {
    direct = await startGateway();
    proxied = await startGateway(undefined, { TRUSTED_PROXIES: 'loopback, 10.1.0.0/16, 2001:db8:ffff::/48' });
    for (const gateway of [direct, proxied]) {
      await gateway.makeKey('bound', { addresses: [ALLOWED, '2001:db8:7::/64'] });
    }
  });
  afterAll(async () => {
    await direct.close();
    await proxied.close();
  });

  const ask = async (gateway: TestGateway, forwardedFor: string): Promise<number> =>
    (
      await gateway.call('/rest/3.0/app/events', {
        method: 'GET',
        key: 'bound',
        headers: { 'x-forwarded-for': forwardedFor },
      })
    ).status;

  it('X-Forwarded-For is ignored from a peer that is no trusted proxy', async () => {
    expect(await ask(direct, ALLOWED)).toBe(403);
    expect(await ask(direct, '2001:db8:7::1')).toBe(403);
  });

  it('X-Forwarded-For is read from the right, up to the first hop that is no trusted proxy', async () => {
    expect(await ask(proxied, ALLOWED)).toBe(200);
    expect(await ask(proxied, `${STRANGER}, ${ALLOWED}`)).toBe(200);
    expect(await ask(proxied, `${ALLOWED}, 10.1.2.3, 2001:db8:ffff::9`)).toBe(200);
    expect(await ask(proxied, '2001:db8:7::1')).toBe(200);
    expect(await ask(proxied, '2001:DB8:7:0:0:0:0:abcd, ::ffff:10.1.2.3')).toBe(200);
  });

  it.each([
    ['a hop before the true one', `${ALLOWED}, ${STRANGER}`],
    ['an address of another network', '2001:db8:8::1'],
    ['a mapped address of a stranger', `${ALLOWED}, ::ffff:${STRANGER}`],
    ['no address at all', `${ALLOWED}, localhost`],
    ['an address with a port', `${ALLOWED}, ${STRANGER}:443`],
  ])('An X-Forwarded-For with %s is refused', async (_, forwardedFor) => {
    expect(await ask(proxied, forwardedFor)).toBe(403);
  });
});

describe('Forged Host in links', () => {
  const EVIL = 'evil.example';
  let sending: Sending;

  beforeAll(async () => {
    sending = await startSending();
    await sending.post(
      'registerUsers',
      ['ada', 'bo', 'cem'].map((extId) => ({
        extId,
        email: `${extId}@example.com`,
        platform: 'IOS',
        deviceToken: extId.repeat(20),
      })),
    );
  });
  afterAll(() => sending.close());

  it('A forged Host does not change nextPage, even with an absolute request target', async () => {
    const { base } = sending.gateway;
    for (const path of ['/rest/3.0/getDeviceTokens?max=1', `http://${EVIL}/rest/3.0/getDeviceTokens?max=1`]) {
      const { status, text } = await callAs(EVIL, sending.gateway, path);
      expect(status).toBe(200);
      const { nextPage } = JSON.parse(text) as { nextPage: string };
      expect(nextPage).toMatch(new RegExp(`^${base}/rest/3\\.0/getDeviceTokens\\?max=1&offset=1&after=[\\d.]+$`));
      expect((await sending.gateway.call(nextPage.slice(base.length), { method: 'GET' })).status).toBe(200);
    }
  });

  it.each([EVIL, `${EVIL}:80`, 'x y', 'a@b', '%00', '[::1', ''])(
    'A request with the Host %j is answered with 200 or 400, without the forged name',
    async (host) => {
      const { status, text } = await callAs(host, sending.gateway, '/rest/3.0/getDeviceTokens?max=1');
      expect([200, 400]).toContain(status);
      expect(text).not.toContain(EVIL);
    },
  );

  it('A forged Host does not change a link, the pixel or the unsubscribe address of a message', async () => {
    const message = {
      title: 'T',
      text: '<p><a href="https://shop.example/a">look</a> <a href="@{unsubscribeUrl}">no more</a></p>',
      platforms: ['EMAIL'],
    };
    const { status, text } = await callAs(EVIL, sending.gateway, '/rest/3.0/sendBulkNotification', {
      message,
      target: { sendToAll: true },
    });
    expect([status, text]).toEqual([200, expect.stringContaining('notificationKey')]);
    await sending.drain();
    const mails = await sending.simulators.mails();
    expect(mails).toHaveLength(3);
    expect(JSON.stringify(mails)).not.toContain(EVIL);
    const rows = await sending.gateway.fresh.db.rows<{ options: object }>('SELECT options FROM delivery.dispatch');
    expect(JSON.stringify(rows)).not.toContain(EVIL);
  });

  it('Without PUBLIC_URL, real messages have no tracking links, and those of simulators lead to this machine', async () => {
    const text = '<p><a href="https://shop.example/a">look</a></p>';
    const message = { title: 'T', text, platforms: ['EMAIL'], transactional: true };
    const send = async (): Promise<string> => {
      await sending.simulators.clear();
      await sending.bulk({ message, target: { sendToAll: true } });
      await sending.drain();
      return JSON.stringify(await sending.simulators.mails());
    };
    expect(await send()).toContain('http://127.0.0.1:8080/c/');
    // Sends as the relay of a real account.
    const { ca, smtp } = await sending.simulators.endpoints();
    const relay = { host: smtp.host, port: smtp.port, from: 'shop@example.com', ca };
    await sending.gateway.app.get(ApplyService).apply({ app: 'shop', channels: { smtp: relay } }, { dryRun: false });
    const mails = await send();
    expect(mails).toContain('https://shop.example/a');
    expect(mails).not.toMatch(/127\.0\.0\.1:8080|\/c\/|\/o\//);
  });

  it('A mail that names an unsubscribe link fails when there is no such link', async () => {
    const nowhere = await startSending({ PORT: '0' });
    try {
      await nowhere.post('registerUsers', [{ extId: 'ada', email: 'ada@example.com' }]);
      const mail = { title: 'T', platforms: ['EMAIL'] };
      const target = { sendToAll: true };
      const withLink = { ...mail, text: '<p><a href="@{unsubscribeUrl}">no more</a></p>' };
      const failing = await nowhere.bulk({ message: withLink, target });
      const plain = await nowhere.bulk({ message: { ...mail, text: '<p>Hello</p>' }, target });
      await nowhere.drain();
      expect(await nowhere.ends(failing)).toEqual({ 'FAILED NO_UNSUBSCRIBE_LINK': 1 });
      expect(await nowhere.ends(plain)).toEqual({ SUCCESS: 1 });
    } finally {
      await nowhere.close();
    }
  });
});

/** Sends a request with a Host of the caller's choice, which `fetch` does not. */
function callAs(
  host: string,
  gateway: TestGateway,
  path: string,
  body?: object,
): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(gateway.base);
  return gateway.makeKey(`key ${Math.random()}`).then(
    (key) =>
      new Promise((resolve, reject) => {
        const headers = { host, 'x-svc-api-key': key, ...(body && { 'content-type': 'application/json' }) };
        const sent = request({ hostname, port, path, method: body ? 'POST' : 'GET', headers }, (response) => {
          let text = '';
          response.on('data', (part: Buffer) => (text += part.toString()));
          response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        });
        sent.on('error', reject).end(body && JSON.stringify(body));
      }),
  );
}
