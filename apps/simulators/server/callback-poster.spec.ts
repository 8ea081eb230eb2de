import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureAuthority } from '#platform/authority';
import { Lab } from '../lab.js';
import { CallbackPoster } from './callback-poster.js';

const HOOK = { phoneNumberId: '106540352242922', verifyToken: 'word', appSecret: 'secret' };

/**
 * A gateway of this machine with a certificate of no known authority. It answers as Meta expects, or as its path says.
 */
let gateway: ReturnType<typeof createServer>;
let base = '';
let dir = '';
let lab: Lab;
const posted: string[] = [];
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'herald-gateway-'));
  const { cert, key } = await ensureAuthority(dir);
  gateway = createServer({ cert, key }, (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'https://gateway');
    request.on('data', (part: Buffer) => posted.push(part.toString('utf8')));
    request.on('end', () => {
      response.writeHead(pathname === '/moved' ? 302 : pathname === '/403' ? 403 : 200, { location: '/' });
      response.end(pathname === '/other' ? 'something else' : searchParams.get('hub.challenge'));
    });
  }).listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  base = `https://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  lab = await Lab.open();
});
afterAll(async () => {
  await lab.close();
  gateway.close();
  await rm(dir, { recursive: true, force: true });
});

const subscribe = (url: string): Promise<unknown> => lab.control('POST', '/whatsapp-webhook', { ...HOOK, url });

describe('Callbacks of the simulators', () => {
  it('A simulator posts to a gateway of this machine under any certificate', async () => {
    expect(await subscribe(`${base}/hook`)).toEqual({ verified: true });
    const poster = new CallbackPoster();
    expect(await poster.postNow(new URL(`${base}/hook`), { headers: {}, body: 'a report' })).toBe(200);
    expect(posted).toContain('a report');
    await poster.close();
  });

  it.each([
    ['/403', '403'],
    ['/moved', '302'],
    ['/other', 'another answer'],
  ])('A refused subscription names the error: %s', async (path, words) => {
    expect(await subscribe(base + path)).toMatchObject({
      error: 'bad request',
      faults: [expect.stringContaining(words) as string],
    });
  });

  it('A subscription is refused with the reason when no one answers or the URL is of another machine', async () => {
    const faults = async (url: string) => ((await subscribe(url)) as { faults: string[] }).faults;
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const nobody = `https://127.0.0.1:${(closed.address() as AddressInfo).port}`;
    await new Promise((done) => closed.close(done));
    expect(await faults(`${nobody}/hook`)).toEqual([`${nobody} does not answer: ECONNREFUSED`]);
    expect(await faults('https://push.example.com/hook')).toEqual([expect.stringContaining('of this machine')]);
  });
});
