import { isIP } from 'node:net';
import { toPlainAddress } from '#platform/net';

/** First and last address of a network, as numbers. */
type Span = readonly [bigint, bigint];

/** Networks, sorted: lists of clouds have a hundred thousand, and a look-up in one is a few comparisons. */
export class NetworkIndex {
  private readonly spans: Readonly<Record<4 | 6, [first: bigint, last: bigint][]>> = { 4: [], 6: [] };

  /** @param networks  each an address or a network; see `isAddressOrNetwork` */
  constructor(networks: readonly string[] = []) {
    networks
      .map(readSpan)
      .toSorted(({ span: [a] }, { span: [b] }) => (a < b ? -1 : a > b ? 1 : 0))
      .forEach((read) => this.append(read));
  }

  /** Adds a network. Those of a family come in the order of their first addresses. */
  add(network: string): void {
    this.append(readSpan(network));
  }

  private append({ family, span: [first, last] }: { family: 4 | 6; span: Span }): void {
    const before = this.spans[family].at(-1);
    if (before !== undefined && first <= before[1] + 1n) {
      before[1] = last > before[1] ? last : before[1];
    } else {
      this.spans[family].push([first, last]);
    }
  }

  /** Tests if a network contains an address. Anything but an address is in none. */
  has(address: string | undefined): boolean {
    const plain = toPlainAddress(address);
    if (plain === undefined) {
      return false;
    }
    const spans = this.spans[isIP(plain) === 6 ? 6 : 4];
    const number = toNumber(plain);
    let [low, high] = [0, spans.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((spans[middle]?.[1] ?? 0n) < number) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    const span = spans[low];
    return span !== undefined && span[0] <= number;
  }
}

function readSpan(network: string): { family: 4 | 6; span: Span } {
  const [address = '', bits] = network.split('/');
  const family = isIP(address) === 6 ? 6 : 4;
  const size = family === 6 ? 128 : 32;
  const host = BigInt(size - Number(bits ?? size));
  const first = (toNumber(address) >> host) << host;
  return { family, span: [first, first + (1n << host) - 1n] };
}

function toNumber(address: string): bigint {
  if (isIP(address) !== 6) {
    return address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  }
  // The URL parser writes every IPv6 address in one form: hexadecimal groups with the longest run of zeros as "::".
  const [head = '', tail = ''] = new URL(`http://[${address.replace(/%.*$/, '')}]/`).hostname.slice(1, -1).split('::');
  const left = head.split(':').filter((group) => group !== '');
  const right = tail.split(':').filter((group) => group !== '');
  const groups = [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right];
  return groups.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n);
}
