import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../../test/support/contract/gateway.js';

const PANEL = 'panel.example';
const PUBLIC = 'herald.example';
let gateway: TestGateway | undefined;
const open = async (env: Record<string, string>): Promise<void> => {
  gateway = await startGateway(undefined, env, undefined, false);
};
afterEach(async () => {
  await gateway?.close();
  gateway = undefined;
});

/** Asks for a path at a host; `fetch` sets the header itself. */
async function statusOf(host: string, path: string, headers: Record<string, string> = {}): Promise<[number, string]> {
  return new Promise((resolve, reject) => {
    request(`${gateway?.base}${path}`, { headers: { host, ...headers } }, (answer) => {
      answer.resume().on('end', () => resolve([answer.statusCode ?? 0, answer.headers.location ?? '']));
    })
      .on('error', reject)
      .end();
  });
}

describe('Panel on its own host', () => {
  it('The host of the panel serves the panel and no API, and no other host serves the panel', async () => {
    await open({ PANEL_URL: `https://${PANEL}`, PUBLIC_URL: `https://${PUBLIC}` });
    expect(await statusOf(PANEL, '/panel/1.0/session/ways')).toEqual([200, '']);
    expect(await statusOf('PANEL.example', '/panel/1.0/session/ways')).toEqual([200, '']);
    expect(await statusOf(PANEL, '/')).toEqual([308, '/panel/']);
    expect(await statusOf(PANEL, '/panel')).toEqual([308, '/panel/']);
    for (const path of ['/rest/3.0/getUser', '/sdk/3.0/x', '/docs', '/web-sdk/', '/panelx', '/Panel/']) {
      expect(await statusOf(PANEL, path), path).toEqual([404, '']);
    }
    for (const host of [PUBLIC, '127.0.0.1', `${PANEL}:8080`, `x.${PANEL}`]) {
      for (const path of [
        '/panel/',
        '/panel',
        '/panel/1.0/session/ways',
        '/panel/assets/x.js',
        '/PANEL/1.0/session/ways',
      ]) {
        expect(await statusOf(host, path), `${host}${path}`).toEqual([404, '']);
      }
      expect((await statusOf(host, '/docs'))[0], host).toBeLessThan(400);
    }
    expect(await statusOf(PANEL, '/m/'), 'no picture').toEqual([404, '']);
    expect((await statusOf(PANEL, '/health/live'))[0], 'probes ask any host').toBe(200);
    const forwarded = { 'x-forwarded-host': PANEL };
    expect(await statusOf(PUBLIC, '/panel/', forwarded), 'of nobody who is trusted').toEqual([404, '']);
  });

  it('The host of the panel is recognized from the headers of a trusted proxy', async () => {
    await open({ PANEL_URL: `https://${PANEL}`, PUBLIC_URL: `https://${PUBLIC}`, TRUSTED_PROXIES: 'loopback' });
    const forwarded = { 'x-forwarded-host': PANEL, 'x-forwarded-proto': 'https' };
    expect(await statusOf('gateway:8080', '/panel/1.0/session/ways', forwarded)).toEqual([200, '']);
    expect(await statusOf('gateway:8080', '/docs', forwarded)).toEqual([404, '']);
  });

  it.each([
    ['no setting', {}],
    ['the panel named alone', { PANEL_URL: `https://${PANEL}` }],
    ['one host for both', { PANEL_URL: `https://${PUBLIC}`, PUBLIC_URL: `https://${PUBLIC}` }],
  ])('Panel and API share every host unless two settings name different hosts: %s', async (_, env) => {
    await open(env);
    for (const host of [PANEL, PUBLIC, 'localhost:8080']) {
      expect(await statusOf(host, '/panel/1.0/session/ways'), host).toEqual([200, '']);
      expect((await statusOf(host, '/docs'))[0], host).toBeLessThan(400);
    }
  });
});
