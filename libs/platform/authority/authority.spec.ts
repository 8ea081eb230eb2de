import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensureAuthority, type Authority } from './authority.js';
import { LEAF_NAMES, createCertificates } from './certificates.js';

describe('ensureAuthority', () => {
  let dir: string;
  beforeEach(async () => {
    dir = join(await mkdtemp(join(tmpdir(), 'herald-authority-')), 'tls');
  });
  afterEach(() => rm(join(dir, '..'), { recursive: true, force: true }));

  it('ensureAuthority creates three private files once and reads them afterwards', async () => {
    const first = await ensureAuthority(dir);
    expect((await readdir(dir)).sort()).toEqual(['ca.pem', 'leaf-key.pem', 'leaf.pem']);
    for (const name of await readdir(dir)) {
      expect((await stat(join(dir, name))).mode & 0o777).toBe(0o600);
    }
    expect(first.caPath).toBe(join(dir, 'ca.pem'));
    expect(await readFile(first.caPath, 'utf8')).toBe(first.ca);
    expect(await ensureAuthority(dir)).toEqual(first);
  });

  it('ensureAuthority returns the same authority to concurrent callers', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => ensureAuthority(dir)));
    expect(new Set(all.map((authority) => authority.ca + authority.cert + authority.key)).size).toBe(1);
  });

  it('ensureAuthority creates a new authority when a file is incomplete, missing, foreign or expires soon', async () => {
    let last = await ensureAuthority(dir);
    const foreign = await createCertificates(730);
    const shortLived = await createCertificates(30);
    const spoil: Array<() => Promise<void>> = [
      () => writeFile(join(dir, 'leaf.pem'), last.cert.slice(0, 100)),
      () => rm(join(dir, 'leaf-key.pem')),
      () => writeFile(join(dir, 'ca.pem'), foreign.ca),
      () => writeFile(join(dir, 'leaf-key.pem'), foreign.key),
      async () => {
        await writeFile(join(dir, 'ca.pem'), shortLived.ca);
        await writeFile(join(dir, 'leaf.pem'), shortLived.cert);
        await writeFile(join(dir, 'leaf-key.pem'), shortLived.key);
      },
    ];
    for (const act of spoil) {
      await act();
      const next = await ensureAuthority(dir);
      expect(next.cert).not.toBe(last.cert);
      expect(await reach(next, 'localhost')).toBe('');
      last = next;
    }
  });

  it('A client trusts the authority for every provider name, and only with its certificate', async () => {
    const authority = await ensureAuthority(dir);
    for (const name of LEAF_NAMES) {
      expect(await reach(authority, name)).toBe('');
    }
    expect(await reach(authority, 'example.com')).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
    expect(await reach({ ...authority, ca: (await createCertificates(730)).ca }, 'localhost')).toMatch(
      /UNABLE_TO_VERIFY|BAD_SIGNATURE|CERT_SIGNATURE_FAILURE/,
    );
  });
});

/** Code of the TLS error that a client meets which trusts `authority.ca` and asks for `servername`; '' when it meets none. */
async function reach(authority: Authority, servername: string): Promise<string> {
  const server = createServer({ cert: authority.cert, key: authority.key }, (_, response) => response.end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    return await new Promise<string>((resolve) => {
      request({ host: '127.0.0.1', port, servername, ca: authority.ca, agent: false }, (response) => {
        response.resume().on('end', () => resolve(''));
      })
        .on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
        .end();
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
