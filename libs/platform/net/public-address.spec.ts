import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { isPublicAddress, parsePublicHttpsUrl, createPublicLookup, type ResolveAll } from './public-address.js';

describe('isPublicAddress', () => {
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '100.100.100.200',
    '127.0.0.1',
    '127.255.255.255',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.168.1.1',
    '198.19.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '::ffff:10.0.0.1',
    '::127.0.0.1',
    '64:ff9b::10.0.0.1',
    '64:ff9b::',
    '2001:db8::1',
    '2002:7f00:1::',
    '2001:0:4136:e378::',
    'localhost',
    '',
    '1.2.3',
  ])('isPublicAddress rejects %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    '1.1.1.1',
    '100.63.255.255',
    '100.128.0.1',
    '172.32.0.1',
    '169.253.1.1',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
    '223.255.255.255',
  ])('isPublicAddress accepts %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe('parsePublicHttpsUrl', () => {
  it.each([
    'http://push.example.com/a',
    'https://127.0.0.1/a',
    'https://2130706433/a',
    'https://0x7f.1/a',
    'https://[::1]/a',
    'https://[::ffff:169.254.169.254]/a',
    'https://user:secret@push.example.com/a',
    'file:///etc/passwd',
    'push.example.com',
    '',
  ])('parsePublicHttpsUrl rejects %s', (text) => {
    expect(parsePublicHttpsUrl(text)).toBeUndefined();
  });

  it('parsePublicHttpsUrl accepts an https URL with a name or a public address', () => {
    expect(parsePublicHttpsUrl('https://push.example.com/a?b')?.host).toBe('push.example.com');
    expect(parsePublicHttpsUrl('https://1.1.1.1:8443/a')?.host).toBe('1.1.1.1:8443');
  });
});

describe('createPublicLookup', () => {
  const resolving = (...addresses: string[]): ResolveAll => {
    const entries: LookupAddress[] = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    return (_host, _options, callback) => callback(null, entries);
  };
  const ask = (resolve: ResolveAll, all: boolean) =>
    new Promise((done) => {
      createPublicLookup(resolve)('push.example.com', { all }, (error, address, family) =>
        done(error?.message ?? { address, family }),
      );
    });

  it('The public lookup returns the addresses that it checked, one or all', async () => {
    expect(await ask(resolving('1.1.1.1', '2606:4700::1111'), false)).toEqual({ address: '1.1.1.1', family: 4 });
    expect(await ask(resolving('1.1.1.1'), true)).toEqual({
      address: [{ address: '1.1.1.1', family: 4 }],
      family: undefined,
    });
  });

  it('The public lookup refuses a name when any of its addresses is private', async () => {
    expect(await ask(resolving('1.1.1.1', '10.0.0.1'), true)).toContain('not an address of the public internet');
    expect(await ask(resolving('::ffff:127.0.0.1'), false)).toContain('not an address of the public internet');
  });

  it('The public lookup passes on a failed resolution, and fails when a name has no address', async () => {
    const failing: ResolveAll = (_host, _options, callback) =>
      callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), []);
    expect(await ask(failing, false)).toBe('no such name');
    expect(await ask(resolving(), false)).toContain('has no address');
  });
});
