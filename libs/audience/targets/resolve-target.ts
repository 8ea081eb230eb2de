import { ADDRESS_KINDS } from '#libs/channels/definitions';
import type { UserAddress } from '#libs/users/identities';
import type { AttributeDefinition } from '#libs/users/profiles';
import { AppError, malformed } from '#platform/errors';
import { bucketOf } from '#platform/ids';
import { toMailboxKey } from '#platform/spelling';
import { resolveEvent, resolveSeenTime, type EventCatalogue } from './resolve-behaviour.js';
import { resolveReachable } from './reach/reach.js';
import type { ConditionTarget } from './conditions/condition.types.js';
import { requireInstallationAttribute } from './conditions/installation-attributes.js';
import { pathOf, resolveCondition, resolveDevice } from './conditions/resolve-condition.js';
import { listLeaves, type AddressColumn, type ResolvedTarget, type Target } from './target.js';
import { listStoredForms } from './conditions/sealed-values.js';

export type Attributes = ReadonlyMap<string, AttributeDefinition>;

/** A segment by its name. version null: it was never calculated. */
export interface NamedSegment {
  name: string;
  segmentId: number;
  version: number | null;
}

/**
 * The ids of the names in a target, for one application.
 *
 * @property holders  users by the key of their address
 * @property now      the end of relative time windows
 */
export interface ResolvedNames {
  appId: number;
  attributes: Attributes;
  tagIds: ReadonlyMap<string, number>;
  segments: ReadonlyMap<string, NamedSegment>;
  instIds: readonly number[];
  /** Present users of those that were merged. */
  survivors: ReadonlyMap<number, number>;
  holders: ReadonlyMap<string, readonly UserAddress[]>;
  events: EventCatalogue;
  now: Date;
}

/** Names that a target uses, by kind. */
export interface UsedNames {
  tags: string[];
  segments: string[];
  tokens: string[];
  uids: number[];
  /** Attribute codes. */
  codes: string[];
  events: string[];
}

export function collectNames(target: Target): UsedNames {
  const leaves = listLeaves(target);
  return {
    tags: leaves.flatMap((leaf) => (leaf.type === 'tag' ? leaf.names : [])),
    segments: leaves.flatMap((leaf) => (leaf.type === 'segment' ? leaf.names : [])),
    tokens: leaves.flatMap((leaf) => (leaf.type === 'tokens' ? leaf.tokens : [])),
    uids: leaves.flatMap((leaf) => (leaf.type === 'uids' ? leaf.uids : [])),
    codes: leaves.flatMap((leaf) => ('code' in leaf && leaf.on !== 'installation' ? [leaf.code] : [])),
    events: leaves.flatMap((leaf) => (leaf.type === 'event' ? leaf.name : [])),
  };
}

/**
 * Addresses in a target by kind, in any of their spellings.
 *
 * @throws AppError malformed for an attribute that is not defined, bad_address
 */
export function collectAddresses(target: Target, attributes: Attributes): Record<AddressColumn, string[]> {
  const addresses = Object.fromEntries(ADDRESS_KINDS.map((kind) => [kind, [] as string[]])) as Record<
    AddressColumn,
    string[]
  >;
  for (const leaf of listLeaves(target)) {
    const isProfile = leaf.type === 'profile' && leaf.on !== 'installation';
    const definition = isProfile ? requireAttribute(leaf.code, attributes) : undefined;
    if (isProfile && definition?.column) {
      addresses[definition.column].push(...convertValues(leaf, definition).map(String));
    }
  }
  return addresses;
}

/**
 * Checks a target without looking up ids.
 *
 * @param segments  names of those that there are
 * @throws AppError malformed, bad_address
 */
export function checkTarget(
  target: Target,
  attributes: Attributes,
  events: EventCatalogue,
  now: Date,
  segments: ReadonlySet<string> = new Set(),
): void {
  const noEntries = new Map<never, never>();
  const names = {
    appId: 0,
    attributes,
    tagIds: noEntries,
    segments: new Map([...segments].map((name) => [name, { name, segmentId: 0, version: 0 }])),
    instIds: [],
    survivors: noEntries,
    holders: noEntries,
    events,
    now,
  };
  resolveTarget(target, names);
}

/**
 * Replaces names with ids. An unknown tag matches no user. An unknown attribute, a value of another type and a segment
 * that does not exist or was never calculated are errors.
 *
 * @throws AppError malformed, bad_address, segment_unusable
 */
export function resolveTarget(target: Target, names: ResolvedNames): ResolvedTarget {
  switch (target.type) {
    case 'all':
    case 'location':
    case 'refusesCategory':
      return target;
    case 'and':
    case 'or':
    case 'not':
      return { type: target.type, of: target.of.map((part) => resolveTarget(part, names)) };
    case 'tag': {
      const tagIds = target.names.flatMap((name) => names.tagIds.get(name) ?? []);
      const isImpossible = target.mode === 'all' && tagIds.length < target.names.length;
      return isImpossible ? { type: 'never' } : { type: 'tag', mode: target.mode, tagIds };
    }
    case 'segment':
      return { type: 'segment', mode: target.mode, segments: target.names.map((name) => requireSegment(name, names)) };
    case 'profile':
    case 'exists':
    case 'range':
    case 'contains':
      return resolveAttribute(target, names);
    case 'extIds':
      return {
        type: 'extIds',
        vbs: target.extIds.map((extId) => bucketOf(names.appId, extId)),
        extIds: target.extIds,
      };
    case 'uids':
      return { type: 'uids', uids: [...new Set(target.uids.map((uid) => names.survivors.get(uid) ?? uid))] };
    case 'tokens':
      return { type: 'installations', instIds: [...names.instIds] };
    case 'event':
      return resolveEvent(target, names.events, names.now);
    case 'seen':
      return resolveSeenTime(target, names.now);
    case 'reachable':
      return resolveReachable(target);
  }
}

function resolveAttribute(leaf: ConditionTarget, names: ResolvedNames): ResolvedTarget {
  if (leaf.on === 'installation') {
    return resolveDevice(leaf, requireInstallationAttribute(leaf.code, `target.${leaf.on}`));
  }
  const definition = requireAttribute(leaf.code, names.attributes);
  if (leaf.type !== 'profile' || !definition.column) {
    return resolveCondition(leaf, definition, names.now);
  }
  const holders = convertValues(leaf, definition).flatMap(
    (value) => names.holders.get(toMailboxKey(String(value))) ?? [],
  );
  return {
    type: 'address',
    column: definition.column,
    values: [...new Set(holders.map(({ address }) => address))],
    uids: [...new Set(holders.map(({ uid }) => uid))],
  };
}

function convertValues(leaf: ConditionTarget & { type: 'profile' }, definition: AttributeDefinition) {
  return leaf.values.flatMap((value) => listStoredForms(definition, value, pathOf(leaf)));
}

function requireSegment(name: string, names: ResolvedNames): { segmentId: number; version: number } {
  const segment = names.segments.get(name);
  if (!segment) {
    throw new AppError('segment_unusable', `Segment '${name.slice(0, 80)}' does not exist`);
  }
  if (segment.version === null) {
    throw new AppError('segment_unusable', `Segment '${name.slice(0, 80)}' was never calculated`);
  }
  return { segmentId: segment.segmentId, version: segment.version };
}

/** @throws AppError malformed */
export function requireAttribute(code: string, attributes: Attributes): AttributeDefinition {
  const definition = attributes.get(code);
  if (!definition) {
    throw malformed(`Profile attribute '${code.slice(0, 80)}' is not defined`);
  }
  return definition;
}
