import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../../test/support/contract/gateway.js';

const SCRIPTS = ['herald.js', 'herald-sw.js', 'herald-inbox.js', 'herald-preferences.js'];
const LIMIT = 6000;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

interface Raw {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** The bytes that come over the wire: `fetch` would unpack it. */
function get(name: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> {
  return new Promise((resolve, reject) => {
    request(`${gateway.base}/sdk/web/${name}`, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    })
      .once('error', reject)
      .end();
  });
}

describe.each(SCRIPTS)('GET /sdk/web/%s', (name) => {
  it('The web SDK is served as a script to any origin without a key, and with nosniff', async () => {
    const { status, headers } = await get(name);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
      'cache-control': name === 'herald-sw.js' ? 'no-cache' : expect.stringContaining('max-age=600'),
    });
    expect(headers['service-worker-allowed']).toBe(name === 'herald-sw.js' ? '/' : undefined);
  });

  it('The web SDK is compressed for clients that accept it, and answers 304 to clients that have it', async () => {
    const plain = await get(name);
    const [packed, squeezed] = [
      await get(name, { 'accept-encoding': 'gzip' }),
      await get(name, { 'accept-encoding': 'br, gzip' }),
    ];
    expect([
      plain.headers['content-encoding'],
      packed.headers['content-encoding'],
      squeezed.headers['content-encoding'],
    ]).toEqual([undefined, 'gzip', 'br']);
    expect(gunzipSync(packed.body)).toEqual(plain.body);
    expect(brotliDecompressSync(squeezed.body)).toEqual(plain.body);
    const tags = [plain, packed, squeezed].map(({ headers }) => String(headers['etag']));
    expect(new Set(tags).size).toBe(3);
    const again = await get(name, { 'accept-encoding': 'gzip', 'if-none-match': tags[1] ?? '' });
    expect([again.status, again.body.length, again.headers['etag']]).toEqual([304, 0, tags[1]]);
    expect((await get(name, { 'if-none-match': '"other"' })).status).toBe(200);
    const head = await get(name, {}, 'HEAD');
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([
      200,
      0,
      String(plain.body.length),
    ]);
  });

  it(`The web SDK has fewer than ${LIMIT} bytes compressed and uses neither eval nor inline markup`, async () => {
    const { body } = await get(name);
    expect(gzipSync(body).length).toBeLessThan(LIMIT);
    expect(body.toString()).not.toMatch(/\beval\(|new Function|innerHTML|outerHTML|insertAdjacentHTML|document\.write/);
  });
});

describe('/sdk/web', () => {
  it.each(['', 'herald', 'herald.js/', '../package.json', '%2e%2e/main.js', 'constructor'])(
    'The path "%s" below /sdk/web is not found',
    async (name) => {
      expect((await get(name)).status).toBe(404);
    },
  );

  it('The demo page exists only with simulators and loads only scripts of its own origin', async () => {
    const { status, headers, body } = await get('demo');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
    const sources = [...body.toString().matchAll(/<script src="\/sdk\/web\/([^"]+)"/g)].map(([, name]) => name ?? '');
    expect(sources).toHaveLength(3);
    for (const source of sources) {
      expect((await get(source)).status, source).toBe(200);
    }
    expect(body.toString()).not.toMatch(/<script(?! src)|<style|\son\w+=|style=/);
    const bare = await startGateway(undefined, { SIMULATOR_PORT: '0' });
    expect((await fetch(`${bare.base}/sdk/web/demo`)).status).toBe(404);
    expect((await fetch(`${bare.base}/sdk/web/herald.js`)).status).toBe(200);
    await bare.close();
  });

  it('A POST to the web SDK is not found', async () => {
    expect((await get('herald.js', {}, 'POST')).status).toBe(404);
  });
});

it('The metrics of the gateway name only existing files of the web SDK', async () => {
  await get('herald.js');
  await get('nothing.js?token=secret');
  const { text } = await gateway.call('/metrics', { method: 'GET' });
  expect(text).toContain('route="/sdk/web/herald.js",status="200"');
  expect(text).not.toContain('nothing.js');
});
