import { BlockList, isIP } from 'node:net';

/** Networks by name, as Express and nginx know them. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Tests if a text is an address (`10.0.0.7`, `2001:db8::1`) or a network (`10.0.0.0/8`). */
export function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more !== undefined) {
    return false;
  }
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** Addresses and networks, compiled. */
export class AddressList {
  private readonly list = new BlockList();

  /** @param entries  each an address or a network; see `isAddressOrNetwork` */
  constructor(entries: readonly string[]) {
    for (const entry of entries) {
      const [network = '', bits] = entry.split('/');
      const family = isIP(network) === 6 ? 'ipv6' : 'ipv4';
      this.list.addSubnet(network, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
    }
  }

  /**
   * Reads a setting: addresses, networks and the names `loopback`, `linklocal` and `uniquelocal`, with commas between.
   *
   * @throws Error that names the wrong entry
   */
  static parse(text: string): AddressList {
    const entries = text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '');
    const wrong = entries.find((entry) => !Object.hasOwn(NAMED, entry) && !isAddressOrNetwork(entry));
    if (wrong !== undefined) {
      throw new Error(`'${wrong}' is no address, no network and none of ${Object.keys(NAMED).join(', ')}`);
    }
    return new AddressList(entries.flatMap((entry) => NAMED[entry] ?? [entry]));
  }

  /** Tests if the list contains an address. Anything but an address is in no list. */
  has(address: string | undefined): boolean {
    const plain = toPlainAddress(address);
    return plain !== undefined && this.list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
  }
}

/**
 * An address in its plain form: a dual-stack socket reports IPv4 in its IPv6 form (`::ffff:10.0.0.7`), which counts as
 * IPv4.
 *
 * @returns undefined for anything but an address
 */
export function toPlainAddress(address: string | undefined): string | undefined {
  const plain = address?.replace(/^::ffff:(?=\d+\.)/i, '') ?? '';
  return isIP(plain) === 0 ? undefined : plain;
}

/**
 * The network that one client has for itself: an IPv4 address, or the first 64 bits of an IPv6 one, of which each
 * customer of a provider has 2^64 addresses (RFC 6177).
 *
 * @param address  a plain address
 */
export function clientNetwork(address: string): string {
  if (isIP(address) !== 6) {
    return address;
  }
  // The URL parser writes every IPv6 address in one form: hexadecimal groups with the longest run of zeros as "::".
  const [head = '', tail = ''] = new URL(`http://[${address.replace(/%.*$/, '')}]/`).hostname.slice(1, -1).split('::');
  const left = head.split(':').filter((group) => group !== '');
  const right = tail.split(':').filter((group) => group !== '');
  const groups = [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
