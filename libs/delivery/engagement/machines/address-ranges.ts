import { Stretch } from '#platform/async';
import { AppError } from '#platform/errors';
import { isAddressOrNetwork } from '#platform/net';
import { NetworkIndex } from './network-index.js';

/** Kinds of owners: clouds rent servers, scanners check mail, relays and proxies fetch in the name of people. */
export const NETWORK_KINDS = ['cloud', 'scanner', 'relay', 'proxy'] as const;
export type NetworkKind = (typeof NETWORK_KINDS)[number];
/** Kinds from the narrowest meaning on: the first one with an address holds. */
const SEARCH_ORDER = ['relay', 'proxy', 'scanner', 'cloud'] as const;

/**
 * Address ranges as their owners publish them.
 *
 * @property date  of the list, `yyyy-MM-dd`
 */
export interface AddressRanges {
  date: string;
  owners: readonly { name: string; kind: NetworkKind; source: string; networks: readonly string[] }[];
}

/** Limits of a list: all published ranges of the large clouds are about 130,000. */
const MAX_NETWORKS = 500_000;

/** Finds the kind of owner of an address. */
export class NetworkFinder {
  constructor(private readonly lists: ReadonlyMap<NetworkKind, NetworkIndex>) {}

  /** Reads a short list at once. */
  static of({ owners }: AddressRanges): NetworkFinder {
    return new NetworkFinder(
      new Map(
        NETWORK_KINDS.map((kind) => [
          kind,
          new NetworkIndex(owners.filter((owner) => owner.kind === kind).flatMap(({ networks }) => networks)),
        ]),
      ),
    );
  }

  /** Reads a list of any length, and gives way to other work. @param groups  in the order of their first addresses */
  static async ofSorted(groups: readonly { kind: NetworkKind; networks: readonly string[] }[]): Promise<NetworkFinder> {
    const lists = new Map(NETWORK_KINDS.map((kind) => [kind, new NetworkIndex()]));
    const stretch = new Stretch();
    for (const { kind, networks } of groups) {
      for (const network of networks) {
        lists.get(kind)?.add(network);
        if (stretch.isOver) {
          await stretch.giveWay();
        }
      }
    }
    return new NetworkFinder(lists);
  }

  /** @returns null for an address in no range of the list */
  findKind(address: string | undefined): NetworkKind | null {
    return SEARCH_ORDER.find((kind) => this.lists.get(kind)?.has(address)) ?? null;
  }
}

/**
 * Reads a list of ranges.
 *
 * @throws AppError malformed, naming the first fault
 */
export function readAddressRanges(value: unknown): AddressRanges {
  const { date, owners } = asRecord(value, 'the list');
  if (typeof date !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(Date.parse(date))) {
    throw malformed('date', 'a day, such as 2026-11-29');
  }
  if (!Array.isArray(owners) || owners.length === 0) {
    throw malformed('owners', 'a list with at least one owner');
  }
  const read = owners.map((owner: unknown, place) => readOwner(owner, `owners[${place}]`));
  if (read.reduce((sum, { networks }) => sum + networks.length, 0) > MAX_NETWORKS) {
    throw malformed('owners', `at most ${MAX_NETWORKS} networks`);
  }
  return { date, owners: read };
}

function readOwner(value: unknown, place: string): AddressRanges['owners'][number] {
  const { name, kind: named, source, networks } = asRecord(value, place);
  const kind = NETWORK_KINDS.find((candidate) => candidate === named);
  if (typeof name !== 'string' || name === '' || name.length > 100 || !isStorable(name)) {
    throw malformed(`${place}.name`, 'a text of at most 100 characters');
  }
  if (kind === undefined) {
    throw malformed(`${place}.kind`, `one of ${NETWORK_KINDS.join(', ')}`);
  }
  if (typeof source !== 'string' || source.length > 1000 || !isStorable(source) || !URL.canParse(source)) {
    throw malformed(`${place}.source`, 'the URL of the page on which the owner publishes them');
  }
  if (!Array.isArray(networks) || networks.length === 0) {
    throw malformed(`${place}.networks`, 'a list of networks');
  }
  const texts = networks.map((network: unknown, index) => {
    // A shorter prefix is a slip: it would name a large part of the internet. A zone (%) is of one machine alone.
    if (typeof network !== 'string' || !isAddressOrNetwork(network) || /%|\/[0-6]$/.test(network)) {
      throw malformed(`${place}.networks[${index}]`, 'an address or a network, such as 66.249.80.0/20');
    }
    return network;
  });
  return { name, kind, source, networks: texts };
}

/** Tests if Postgres takes a text within JSON. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

function asRecord(value: unknown, place: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw malformed(place, 'an object');
  }
  return { ...value };
}

function malformed(field: string, expected: string): AppError {
  return new AppError('malformed', `Field '${field}' should be ${expected}`, { field });
}
