import { describe, expect, it } from 'vitest';
import { AddressList, clientNetwork, isAddressOrNetwork, toPlainAddress } from './address-list.js';

describe('AddressList', () => {
  it('An address list contains addresses and networks of both families', () => {
    const list = new AddressList(['10.0.0.0/8', '2001:db8::/32', '192.0.2.7']);
    expect(['10.9.8.7', '::ffff:10.9.8.7', '2001:db8::1', '192.0.2.7'].filter((address) => !list.has(address))).toEqual(
      [],
    );
    for (const address of ['192.0.2.8', '2001:db9::1', 'localhost', '', '10.9.8.7:80', undefined]) {
      expect(list.has(address)).toBe(false);
    }
    expect(new AddressList([]).has('10.0.0.8')).toBe(false);
  });

  it.each(['10.0.0.0/33', '10.0.0', 'host', '::1/129', '10.0.0.0/8/8', '10.0.0.0/'])(
    'An address list refuses %s as an entry',
    (entry) => {
      expect(isAddressOrNetwork(entry)).toBe(false);
      expect(() => AddressList.parse(`10.0.0.1, ${entry}`)).toThrow(`'${entry}' is no address`);
    },
  );

  it('An address list accepts networks by name', () => {
    const list = AddressList.parse(' loopback,uniquelocal , 203.0.113.9');
    expect(['127.0.0.1', '::1', '172.20.0.1', 'fd00::1', '203.0.113.9'].every((address) => list.has(address))).toBe(
      true,
    );
    expect(['169.254.1.1', '8.8.8.8', '::2'].some((address) => list.has(address))).toBe(false);
    expect(AddressList.parse('').has('127.0.0.1')).toBe(false);
  });
});

describe('Address of a client', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['1::', '1:0:0:0::/64'],
    ['2001:db8:0:0:1::', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('The client address %s counts as %s', (address, network) => {
    expect(clientNetwork(address)).toBe(network);
  });

  it('An IPv4 address loses its IPv6 form, and text that is no address is rejected', () => {
    expect(toPlainAddress('::ffff:10.0.0.7')).toBe('10.0.0.7');
    expect(['x', '', undefined, '10.0.0.7:80'].map(toPlainAddress)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
