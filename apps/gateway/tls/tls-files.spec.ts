import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCertificates, type Certificates } from '#platform/authority';
import { loadConfig, type Config } from '#platform/config';
import { createLogger, type Logger } from '#platform/runtime';
import { readTlsFiles, TlsWatch } from './tls-files.js';

const DAY_SECONDS = 86_400;

describe('TLS files of the gateway', () => {
  let folder: string;
  let config: Config;
  let server: Server;
  let watch: TlsWatch;
  let lines: [level: string, text: string][];

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'herald-tls-'));
    config = loadConfig({
      DATABASE_URL: 'postgres://x/y',
      MASTER_KEY: 'x'.repeat(32),
      TLS_CERT: join(folder, 'cert.pem'),
      TLS_KEY: join(folder, 'key.pem'),
    });
    lines = [];
    write(await createCertificates(10));
    const files = await readTlsFiles(config);
    server = createServer({ ...files });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    watch = new TlsWatch(config, listeningLogger(), files, (changed) => server.setSecureContext(changed));
  });
  afterEach(() => {
    watch.close();
    server.close();
    rmSync(folder, { recursive: true });
  });

  function write({ cert, key }: Partial<Certificates>): void {
    if (cert !== undefined) {
      writeFileSync(join(folder, 'cert.pem'), cert);
    }
    if (key !== undefined) {
      writeFileSync(join(folder, 'key.pem'), key);
    }
  }

  function listeningLogger(): Logger {
    const logger = createLogger('test', 'silent');
    for (const level of ['info', 'warn', 'error'] as const) {
      logger[level] = (_fields: unknown, text?: string) => void lines.push([level, text ?? '']);
    }
    return logger;
  }

  /** The serial number of the certificate that a new connection gets. */
  function served(): Promise<string> {
    return new Promise((resolve, reject) => {
      const { port } = server.address() as AddressInfo;
      const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
        resolve(socket.getPeerCertificate().serialNumber);
        socket.destroy();
      }).once('error', reject);
    });
  }

  async function daysLeft(): Promise<number> {
    const [{ value } = { value: Number.NaN }] = await watch.metric().read();
    return value / DAY_SECONDS;
  }

  it('A new pair is served to new connections, and the metric counts its days', async () => {
    const before = await served();
    expect(await daysLeft()).toBeCloseTo(10, 1);
    write(await createCertificates(90));
    await watch.check();
    expect(await served()).not.toBe(before);
    expect(await daysLeft()).toBeCloseTo(90, 1);
    expect(lines).toEqual([['info', 'changed TLS files are used']]);
  });

  it('Files that did not change are left alone', async () => {
    await watch.check();
    await watch.check();
    expect(lines).toEqual([]);
  });

  it.each([
    ['a certificate without its new key', ({ cert }: Certificates) => ({ cert })],
    ['a key without its new certificate', ({ key }: Certificates) => ({ key })],
    ['an empty certificate', () => ({ cert: '' })],
    ['a certificate that is cut off', ({ cert, key }: Certificates) => ({ cert: cert.slice(0, 200), key })],
  ])('With %s the old pair stays, and the log reports it once', async (_, pick) => {
    const before = await served();
    write(pick(await createCertificates(90)));
    await watch.check();
    await watch.check();
    expect(await served()).toBe(before);
    expect(await daysLeft()).toBeCloseTo(10, 1);
    expect(lines).toEqual([['error', 'changed TLS files are not used']]);
  });

  it('A pair of which first one file and then the other is written is used', async () => {
    const before = await served();
    const next = await createCertificates(90);
    write({ cert: next.cert });
    await watch.check();
    write({ key: next.key });
    await watch.check();
    expect(await served()).not.toBe(before);
    expect(lines.map(([level]) => level)).toEqual(['error', 'info', 'info']);
  });

  it('A gateway without TLS has no such figure', async () => {
    const none = new TlsWatch(config, listeningLogger(), undefined, () => undefined);
    expect(await none.metric().read()).toEqual([]);
  });
});
