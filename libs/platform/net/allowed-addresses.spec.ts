import { describe, expect, it } from 'vitest';
import { AllowedAddresses } from './allowed-addresses.js';
import type { ResolveAll } from './public-address.js';

describe('AllowedAddresses', () => {
  it.each([
    '127.0.0.1',
    '10.0.3.7',
    '169.254.169.254',
    '::1',
    'fd00::7',
    '::ffff:10.0.3.7',
    '::ffff:a00:307',
    'localhost',
    '',
  ])('Without a setting %j is no allowed address', (address) => {
    expect(new AllowedAddresses().includes(address)).toBe(false);
  });

  it('The public internet is allowed, and networks that a setting adds', () => {
    const allowed = new AllowedAddresses('10.0.3.0/24,fd00::/8');
    for (const address of ['93.184.216.34', '2a00:1450::1', '10.0.3.7', '::ffff:10.0.3.7', 'fd00::7']) {
      expect(allowed.includes(address), address).toBe(true);
    }
    for (const address of ['10.0.4.7', '127.0.0.1', 'fe80::1']) {
      expect(allowed.includes(address), address).toBe(false);
    }
  });

  it('A name is refused when any of its addresses is not allowed', async () => {
    const answers = new Map([
      ['relay.inside', ['10.0.3.7']],
      ['rebound.example', ['93.184.216.34', '127.0.0.1']],
    ]);
    const resolve: ResolveAll = (host, _, done) => {
      done(
        null,
        (answers.get(host) ?? []).map((address) => ({ address, family: 4 })),
      );
    };
    const { lookup } = new AllowedAddresses('10.0.3.0/24', resolve);
    const find = (host: string) =>
      new Promise((done) => {
        lookup(host, { all: true }, (error, found) => done(error ?? found));
      });
    expect(await find('relay.inside')).toEqual([{ address: '10.0.3.7', family: 4 }]);
    expect(await find('rebound.example')).toMatchObject({ code: 'ADDRESS_REFUSED' });
  });
});
