import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings, writeTrustFile } from './settings.js';

describe('Settings of `up`', () => {
  it('readSettings requires no setting, except a master key with an external database', () => {
    expect(readSettings({}).PORT).toBe(8080);
    expect(() => readSettings({ DATABASE_URL: 'postgres://x/y' })).toThrow('MASTER_KEY is required');
    expect(() => readSettings({ DATABASE_URL: 'mysql://x', PORT: 'x' })).toThrow(
      /DATABASE_URL[\s\S]*PORT|PORT[\s\S]*DATABASE_URL/,
    );
    expect(() => readSettings({ DATABASE_READ_URL: 'postgres://x/y' })).toThrow(
      'DATABASE_READ_URL has no effect without DATABASE_URL',
    );
    expect(() => readSettings({ DATABASE_SESSION_URL: 'postgres://x/y' })).toThrow(
      'DATABASE_SESSION_URL has no effect without DATABASE_URL',
    );
  });

  it.each(['shop-laptop', 'shop.example', '127.0.0.1:8080', '10.0.0', '*'])(
    'readSettings refuses the host %s, which is no address to listen on',
    (HOST) => {
      expect(() => readSettings({ HOST })).toThrow('HOST must be an address');
    },
  );

  it('readSettings keeps the gateway on this machine unless HOST names another address', () => {
    expect(readSettings({}).HOST).toBe('127.0.0.1');
    expect(readSettings({ HOST: '' }).HOST).toBe('127.0.0.1');
    expect(readSettings({ HOST: '::' }).HOST).toBe('::');
    expect(readSettings({ HOST: 'localhost' }).HOST).toBe('localhost');
  });

  it('writeTrustFile adds the local certificate authority to those that the operator trusts already', async () => {
    const home = await mkdtemp(join(tmpdir(), 'herald-trust-'));
    await mkdir(join(home, 'tls'));
    const [ca, operatorCa] = [join(home, 'tls', 'ca.pem'), join(home, 'given.pem')];
    await writeFile(ca, 'OURS');
    await writeFile(operatorCa, 'THEIRS');
    expect(await writeTrustFile(home, ca, undefined)).toBe(ca);
    expect(await writeTrustFile(home, ca, ca)).toBe(ca);
    expect(await readFile(await writeTrustFile(home, ca, operatorCa), 'utf8')).toBe('THEIRS\nOURS');
    await rm(home, { recursive: true });
  });
});
