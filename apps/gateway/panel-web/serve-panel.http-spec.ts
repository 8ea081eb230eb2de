import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PanelFiles } from './panel-files.js';
import { servePanel } from './serve-panel.js';

const PAGE = `<!doctype html><meta property="csp-nonce" nonce="__NONCE__"><script type="module" src="/panel/assets/main-a1b2c3d4.js" nonce="__NONCE__"></script>`;
const SCRIPT = `console.log(${JSON.stringify('herald '.repeat(100))});`;
let folder: string;
let server: Server;
let base: string;
beforeAll(async () => {
  folder = `${await mkdtemp(join(tmpdir(), 'panel-files-'))}/`;
  const app = express().use(servePanel(new PanelFiles([folder])));
  server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(base + path, { headers, redirect: 'manual' });

describe('servePanel', () => {
  it('servePanel answers with a plain sentence before the build and with the page after it', async () => {
    const answer = await get('/panel/');
    expect([answer.status, await answer.text()]).toEqual([404, 'The panel is not built: run npm run build.\n']);
    expect(answer.headers.get('content-type')).toContain('text/plain');
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'assets', 'main-a1b2c3d4.js'), SCRIPT);
    await writeFile(join(folder, 'icon.svg'), '<svg/>');
    await writeFile(join(folder, 'index.html'), PAGE);
    expect((await get('/panel/')).status).toBe(200);
  });

  it('servePanel returns one page at every path of a screen, with a new nonce in each response', async () => {
    const nonces = new Set<string>();
    for (const path of ['/panel/', '/panel/apps/shop/campaigns/1000', '/panel/apps/shop']) {
      const answer = await get(path);
      const policy = answer.headers.get('content-security-policy') ?? '';
      const [, nonce = ''] = /'nonce-([\w-]{24})'/.exec(policy) ?? [];
      nonces.add(nonce);
      expect(policy).toBe(
        `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob:; ` +
          `connect-src 'self'; font-src 'self'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; ` +
          `form-action 'self'; require-trusted-types-for 'script'`,
      );
      expect(await answer.text()).toBe(PAGE.replaceAll('__NONCE__', nonce));
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'cache-control': 'no-cache',
        'content-type': 'text/html; charset=utf-8',
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      });
    }
    expect(nonces.size).toBe(3);
    expect((await get('/panel')).headers.get('location')).toBe('/panel/');
  });

  it('servePanel serves hashed files compressed and immutable, and revalidates all others', async () => {
    for (const [accept, encoding] of [
      ['gzip, br', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const answer = await get('/panel/assets/main-a1b2c3d4.js', { 'accept-encoding': accept });
      expect(answer.headers.get('content-encoding')).toBe(encoding);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('content-type')).toContain('javascript');
      expect(await answer.text()).toBe(SCRIPT);
    }
    const icon = await get('/panel/icon.svg');
    expect(icon.headers.get('cache-control')).toBe('no-cache');
    const again = await get('/panel/icon.svg', { 'if-none-match': icon.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  });

  it('servePanel serves nothing from outside its folder and answers 404 for a missing file', async () => {
    await writeFile(`${folder.slice(0, -1)}.secret`, 'secret');
    for (const path of [
      '/panel/assets/gone-a1b2c3d4.js',
      `/panel/..%2f${folder.split('/').at(-2)}.secret`,
      '/panel/1.0/me',
    ]) {
      expect(await (await get(path)).text(), path).not.toContain('secret\n');
    }
    expect((await get('/panel/assets/gone-a1b2c3d4.js')).status).toBe(404);
    expect((await get('/panel/1.0/me')).status).toBe(404);
    await rm(`${folder.slice(0, -1)}.secret`);
  });
});
