import { AppError } from '#platform/errors';
import { isAddressOrNetwork } from '#platform/net';
import { NetworkIndex } from './network-index.js';

/** Kinds of owners: clouds rent servers, scanners check mail, relays and proxies fetch in the name of people. */
export const NETWORK_KINDS = ['cloud', 'scanner', 'relay', 'proxy'] as const;
export type NetworkKind = (typeof NETWORK_KINDS)[number];

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

/** Finds the kind of owner of an address: the first kind in the order of `NETWORK_KINDS`, of the narrowest meaning first. */
export class NetworkFinder {
  private readonly lists: readonly (readonly [NetworkKind, NetworkIndex])[];

  constructor({ owners }: AddressRanges) {
    this.lists = (['relay', 'proxy', 'scanner', 'cloud'] as const).map((kind) => [
      kind,
      new NetworkIndex(owners.filter((owner) => owner.kind === kind).flatMap(({ networks }) => networks)),
    ]);
  }

  /** @returns null for an address in no range of the list */
  findKind(address: string | undefined): NetworkKind | null {
    return this.lists.find(([, list]) => list.has(address))?.[0] ?? null;
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
  if (typeof name !== 'string' || name === '' || name.length > 100) {
    throw malformed(`${place}.name`, 'a text of at most 100 characters');
  }
  if (kind === undefined) {
    throw malformed(`${place}.kind`, `one of ${NETWORK_KINDS.join(', ')}`);
  }
  if (typeof source !== 'string' || !URL.canParse(source)) {
    throw malformed(`${place}.source`, 'the URL of the page on which the owner publishes them');
  }
  if (!Array.isArray(networks) || networks.length === 0) {
    throw malformed(`${place}.networks`, 'a list of networks');
  }
  const texts = networks.map((network: unknown, index) => {
    // A shorter prefix is a slip: it would name a large part of the internet.
    if (typeof network !== 'string' || !isAddressOrNetwork(network) || /\/[0-6]$/.test(network)) {
      throw malformed(`${place}.networks[${index}]`, 'an address or a network, such as 66.249.80.0/20');
    }
    return network;
  });
  return { name, kind, source, networks: texts };
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
