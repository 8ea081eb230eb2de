import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHANNELS } from '#libs/channels/definitions';
import { LinkTokenService } from '#libs/delivery/engagement';
import { startGateway, type TestGateway } from '../support/contract/gateway.js';

let gateway: TestGateway;
let secret: string;
beforeAll(async () => {
  gateway = await startGateway();
  secret = await gateway.makeKey('odd');
});
afterAll(() => gateway.close());

/** Sends a request as bytes, because no client of HTTP would make it. @returns the status of the answer */
async function statusOf(lines: readonly string[]): Promise<number> {
  const { hostname, port } = new URL(gateway.base);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () =>
      socket.write([...lines, 'Connection: close', '', ''].join('\r\n'), 'latin1'),
    );
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
    socket.on('error', reject);
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? Number.NaN)));
  });
}

const HOSTS = [
  '',
  ' ',
  'a b',
  '[',
  '[::1',
  ']',
  'a:b',
  'a:99999',
  'a:-1',
  'http://a',
  'a/b',
  'a?b',
  'a#b',
  'a@b',
  '%00',
  '%zz',
  '\\',
  'é',
  '<script>',
  'a,b',
  'x'.repeat(5000),
];
const PAGED = ['/rest/3.0/getDevices', '/rest/3.0/getPushResult', '/rest/3.0/getSegments', '/rest/3.0/getSuppressions'];

describe('Malformed hosts and request targets', () => {
  it.each(HOSTS.map((host) => [host.slice(0, 20), host]))(
    'A request with the host %j is refused with 400',
    async (_, host) => {
      for (const path of ['/health/live', '/docs', '/nothing', ...PAGED]) {
        const status = await statusOf([`GET ${path} HTTP/1.1`, `Host: ${host}`, `X-SVC-Api-Key: ${secret}`]);
        expect([path, status]).toEqual([path, 400]);
      }
    },
  );

  it.each([
    'shop.example',
    'SHOP.example:8443',
    '127.0.0.1:8080',
    '[::1]:8080',
    'herald_gateway',
    'xn--mnchen-3ya.example.',
  ])('A request with the host %s is answered without a server error', async (host) => {
    for (const path of PAGED) {
      const lines = [`GET ${path} HTTP/1.1`, `Host: ${host}`, `X-SVC-Api-Key: ${secret}`];
      expect([path, await statusOf(lines)]).not.toEqual([path, 500]);
    }
    expect(await statusOf(['GET /rest/3.0/getSegments HTTP/1.1', `Host: ${host}`, `X-SVC-Api-Key: ${secret}`])).toBe(
      200,
    );
  });

  it.each([
    'http://evil.example/rest/3.0/getDevices',
    '//evil.example/rest/3.0/getDevices',
    '*',
    '/%',
    '/rest/3.0/%00',
    '/%ff',
  ])('A request for the address %s is answered without a server error', async (target) => {
    for (const method of ['GET', 'OPTIONS', 'POST']) {
      const lines = [
        `${method} ${target} HTTP/1.1`,
        'Host: shop.example',
        `X-SVC-Api-Key: ${secret}`,
        'Content-Length: 0',
      ];
      expect(await statusOf(lines)).toBeLessThan(500);
    }
  });
});

describe('NUL in an address', () => {
  it.each(['/callbacks/sms-inbound/%00', '/callbacks/sms-inbound/a%00b', '/callbacks/sms/%00', '/u/%00', '/u/a.%00'])(
    'The address %s with a NUL is refused with a client error',
    async (path) => {
      for (const method of ['GET', 'POST']) {
        const lines = [
          `${method} ${path} HTTP/1.1`,
          'Host: shop.example',
          'X-Twilio-Signature: x',
          'Content-Length: 0',
        ];
        const status = await statusOf(lines);
        expect(status).toBeGreaterThanOrEqual(400);
        expect(status).toBeLessThan(500);
      }
    },
  );
});

describe('Redirect of a link', () => {
  it('The redirect of a link sends no referrer, so that the page does not learn the address of the link', async () => {
    const tokens = gateway.app.get(LinkTokenService, { strict: false });
    const page = 'https://shop.example/a';
    const token = tokens.createToken('click', { dispatchId: 1, channel: CHANNELS.smtp, recipientId: 1 }, 0, page);
    const answer = await fetch(`${gateway.base}/c/${token}?u=${encodeURIComponent(page)}`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, page]);
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('The redirect of a link accepts letters of any language in its target, encoded or not', async () => {
    const tokens = gateway.app.get(LinkTokenService, { strict: false });
    for (const page of [
      'https://shop.example/şeker?q=çay',
      'https://shop.example/%C5%9F?a=%26',
      'https://şeker.example/',
    ]) {
      const token = tokens.createToken('click', { dispatchId: 1, channel: CHANNELS.smtp, recipientId: 1 }, 0, page);
      const answer = await fetch(`${gateway.base}/c/${token}?u=${encodeURIComponent(page)}`, { redirect: 'manual' });
      expect(answer.status).toBe(302);
      expect(new URL(answer.headers.get('location') ?? '').href).toBe(new URL(page).href);
    }
  });
});
