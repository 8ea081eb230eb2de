import { describe, expect, it } from 'vitest';
import { AddressList } from '#platform/net';
import { seeded } from '../../../../test/support/rooms/seeded-random.js';
import { NetworkIndex } from './network-index.js';

describe('Index of networks', () => {
  it('The index answers as the plain list of the same networks does, for addresses inside, outside and at their edges', () => {
    const random = seeded(7);
    const part = () => Math.floor(random() * 256);
    const networks = [
      '10.0.0.0/8',
      '10.1.0.0/16',
      '192.0.2.7',
      '0.0.0.0/8',
      '255.255.255.0/24',
      '2001:db8::/32',
      '2001:db9::1',
      '::/96',
      ...Array.from({ length: 300 }, () => `${part()}.${part()}.0.0/${16 + Math.floor(random() * 17)}`),
    ];
    const [index, list] = [new NetworkIndex(networks), new AddressList(networks)];
    const edges = networks.flatMap((network) => {
      const [a = '0', b = '0'] = network.split('.');
      return network.includes(':') ? [] : [`${a}.${b}.255.255`, `${a}.${b}.0.0`, `${a}.${(Number(b) + 1) % 256}.0.0`];
    });
    const others = Array.from({ length: 2000 }, () => `${part()}.${part()}.${part()}.${part()}`);
    const wide = ['2001:db8::', '2001:db8:ffff::1', '2001:db9::1', '2001:db9::2', '::1', '::ffff:10.1.2.3', 'x', ''];
    const asked = [...edges, ...others, ...wide];
    expect(asked.filter((address) => index.has(address) !== list.has(address))).toEqual([]);
    expect(asked.filter((address) => index.has(address)).length).toBeGreaterThan(300);
    expect(index.has(undefined)).toBe(false);
  });
});
