import { BlockList, isIP } from 'node:net';

/** Whether a text is an address (`10.0.0.7`, `2001:db8::1`) or a network (`10.0.0.0/8`). */
export function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more !== undefined) {
    return false;
  }
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** Whether a text is the origin of pages, as browsers write it (RFC 6454, section 6.2): `https://shop.example.com`. */
export function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text;
}

/**
 * Whether the allow-list of a key contains an address. A dual-stack socket reports IPv4 in its IPv6 form
 * (`::ffff:10.0.0.7`), which counts as IPv4.
 *
 * @param list     addresses and networks; null allows any
 * @param address  undefined when the connection is closed: then only null allows it
 */
export function isAllowed(list: readonly string[] | null, address: string | undefined): boolean {
  if (list === null) {
    return true;
  }
  const plain = address?.replace(/^::ffff:(?=\d+\.)/i, '') ?? '';
  if (isIP(plain) === 0) {
    return false;
  }
  const allowed = new BlockList();
  for (const entry of list) {
    const [network = '', bits] = entry.split('/');
    const family = isIP(network) === 6 ? 'ipv6' : 'ipv4';
    allowed.addSubnet(network, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  }
  return allowed.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
}
