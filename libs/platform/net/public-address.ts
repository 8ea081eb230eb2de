import { lookup as dnsLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/**
 * IPv4 ranges that are not public: the IANA special-purpose registry (RFC 6890 and updates), multicast, and Azure's
 * wire server, a metadata service in public space.
 */
const FORBIDDEN_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['168.63.129.16', 32],
];

/** Exceptions inside 2000::/3: Teredo, ORCHID and benchmarking, documentation, 6to4 (carries any IPv4 address). */
const FORBIDDEN_V6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const forbidden = new BlockList();
for (const [net, prefix] of FORBIDDEN_V4) {
  forbidden.addSubnet(net, prefix, 'ipv4');
}
for (const [net, prefix] of FORBIDDEN_V6) {
  forbidden.addSubnet(net, prefix, 'ipv6');
}
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
const carriesV4 = new BlockList();
carriesV4.addSubnet('::ffff:0:0', 96, 'ipv6');
carriesV4.addSubnet('64:ff9b::', 96, 'ipv6');

/**
 * Tests if an address is public. IPv6 is an allow-list (global unicast). An IPv4 address inside an IPv6 one (mapped, RFC
 * 4291; NAT64, RFC 6052) is checked as IPv4. Anything but a plain address is not public.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) {
    return !forbidden.check(address, 'ipv4');
  }
  if (family !== 6 || address.includes('%')) {
    return false;
  }
  if (carriesV4.check(address, 'ipv6')) {
    return !forbidden.check(embeddedV4(address), 'ipv4');
  }
  return globalUnicast.check(address, 'ipv6') && !forbidden.check(address, 'ipv6');
}

/** The last 32 bits of an IPv6 address, dotted. */
function embeddedV4(address: string): string {
  // The URL parser writes every IPv6 address in one form: hexadecimal groups with the longest run of zeros as "::".
  const groups = new URL(`http://[${address}]/`).hostname.slice(1, -1).split(':');
  const low = Number.parseInt(groups.at(-1) || '0', 16);
  const high = Number.parseInt(groups.at(-2) || '0', 16);
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}

/** A name or address from request data is not public. No connection was made. */
export class AddressRefusedError extends Error {
  readonly code = 'ADDRESS_REFUSED';

  constructor(host: string) {
    super(`${host} is not an address of the public internet`);
    this.name = 'AddressRefused';
  }
}

/** Resolves a name to all its addresses. Tests replace the system resolver. */
export type ResolveAll = (
  host: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Creates a `lookup` for `net.connect`, `tls.connect` and undici's `connect.lookup` that refuses a name if any of its
 * addresses is not public. The socket connects to the checked addresses, so that the name cannot change in between (DNS
 * rebinding). A URL with a literal address never reaches a lookup: check it with `isPublicAddress`.
 *
 * @param isAllowed  in place of `isPublicAddress`
 */
export function createPublicLookup(
  resolve: ResolveAll,
  isAllowed: (address: string) => boolean = isPublicAddress,
): LookupFunction {
  return (host, options, callback) => {
    resolve(host, { family: options.family, hints: options.hints, all: true }, (error, addresses) => {
      const first = addresses?.[0];
      if (error || first === undefined) {
        callback(error ?? Object.assign(new Error(`${host} has no address`), { code: 'ENOTFOUND' }), '');
      } else if (!addresses.every((entry) => isAllowed(entry.address))) {
        callback(new AddressRefusedError(host), '');
      } else if (options.all) {
        callback(null, addresses);
      } else {
        callback(null, first.address, first.family);
      }
    });
  };
}

/** `createPublicLookup` with the system resolver. */
export const lookupPublicAddress: LookupFunction = createPublicLookup(dnsLookup);

/**
 * Parses a URL that request data may name: https, no user or password, and no literal address that is not public. The
 * addresses of its host are checked on connection, by `lookupPublicAddress`.
 */
export function parsePublicHttpsUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') {
    return undefined;
  }
  const literal = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
  return isIP(literal) !== 0 && !isPublicAddress(literal) ? undefined : url;
}
