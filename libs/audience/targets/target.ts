import { TOPIC_CHANNELS, topicChannelOf, type AddressKind, chooseAddress } from '#libs/channels/definitions';
import type { GeoPoint } from '#libs/geofences';
import { matchesEvents, matchesSeenTime } from './behaviour.js';
import type { EventLeaf, EventTarget, PersonEvent, SeenTimeLeaf, SeenTarget } from './behaviour.types.js';
import type {
  AttributeRef,
  ConditionTarget,
  ContainsLeaf,
  DaysLeaf,
  DeviceLeaf,
  RangeLeaf,
  TargetValue,
} from './conditions/condition.types.js';
import { isAnyOnDays } from './conditions/days.js';
import { isAnyContaining, isAnyPassing, isAnyWithin } from './conditions/match-condition.js';
import { distanceKm } from './distance.js';
import type { PersonReach, ReachableTarget, ReachLeaf, RefusalLeaf } from './reach/reach.types.js';

export type { AttributeRef, TargetValue } from './conditions/condition.types.js';

/** How several names combine: at least one, every one or none of them. */
export type Mode = 'any' | 'all' | 'none';

/** Conditions, and what combines them; `not`: none of them. */
type Tree<Leaf> =
  | Leaf
  | { type: 'and'; of: Tree<Leaf>[] }
  | { type: 'or'; of: Tree<Leaf>[] }
  | { type: 'not'; of: Tree<Leaf>[] };

/**
 * A target as a typed tree: parsed once, stored with a dispatch as JSON, evaluated by any engine. Names are those of
 * the request; `AudienceService.resolve` replaces them with ids.
 */
export type Target = Tree<WrittenLeaf | UidsLeaf>;

/** A target that a request, a file or a member may write. Every reader returns this type. */
export type WrittenTarget = Tree<WrittenLeaf>;

/**
 * Users by Herald's own ids, as a module names those that it has found. No reader makes one. A user that was merged stands
 * for the surviving one.
 */
export interface UidsLeaf {
  type: 'uids';
  uids: number[];
}

type WrittenLeaf =
  | { type: 'all' }
  | { type: 'tag'; mode: Mode; names: string[] }
  | { type: 'segment'; mode: Mode; names: string[] }
  | ConditionTarget
  /** Degrees and kilometres. */
  | { type: 'location'; latitude: number; longitude: number; radius: number }
  | { type: 'extIds'; extIds: string[] }
  /** Installations, not all those of their users. */
  | { type: 'tokens'; tokens: string[] }
  | EventTarget
  | SeenTarget
  | ReachableTarget
  | RefusalLeaf;

/** The conditions of a target, without what combines them. */
export function listLeaves(target: Target): Target[] {
  return 'of' in target ? target.of.flatMap(listLeaves) : [target];
}

/** The segment version that was current when the target was resolved. */
export interface SegmentVersion {
  segmentId: number;
  version: number;
}

/** A target with the ids of one application. `never` matches no user, for example an unknown tag. */
export type ResolvedTarget =
  | { type: 'all' }
  | { type: 'never' }
  | { type: 'and'; of: ResolvedTarget[] }
  | { type: 'or'; of: ResolvedTarget[] }
  | { type: 'not'; of: ResolvedTarget[] }
  | { type: 'tag'; mode: Mode; tagIds: number[] }
  | SegmentLeaf
  | ({ type: 'attribute'; array: boolean; values: TargetValue[] } & AttributeRef)
  | ({ type: 'attributeExists'; exists: boolean } & AttributeRef)
  | RangeLeaf
  | DaysLeaf
  | ContainsLeaf
  | DeviceLeaf
  /** An attribute that is a column of the user: `values` as stored, and the users with these values at resolve time. */
  | { type: 'address'; column: AddressColumn; values: string[]; uids: number[] }
  | { type: 'addressExists'; column: AddressColumn; exists: boolean }
  /** Users with an installation whose last known position is within `radius` km. */
  | { type: 'location'; latitude: number; longitude: number; radius: number }
  | { type: 'extIds'; vbs: number[]; extIds: string[] }
  /** Each once, those of present users and others. */
  | UidsLeaf
  | { type: 'installations'; instIds: number[] }
  | EventLeaf
  | SeenTimeLeaf
  | ReachLeaf
  | RefusalLeaf;

/** At least one segment. */
export interface SegmentLeaf {
  type: 'segment';
  mode: Mode;
  segments: SegmentVersion[];
}

export type AddressColumn = AddressKind;

/** The data of a user that targets look at. */
export interface Person extends Readonly<Record<AddressKind, string | null>> {
  /** Absent: no target by ids is asked about. */
  uid?: number;
  extId: string | null;
  /** By attribute id. */
  attrs: Readonly<Record<string, TargetValue | readonly TargetValue[]>>;
  tagIds: readonly number[];
  segmentIds: readonly number[];
  instIds: readonly number[];
  /** The columns of each installation as text, as far as targets look at them. Absent: none. */
  devices?: readonly Readonly<Record<string, string | null>>[];
  /** The last known location of each installation that has one. */
  locations: readonly GeoPoint[];
  /** Absent: none. */
  events?: readonly PersonEvent[];
  /**
   * When the user was created, and the last activity of any installation. Epoch milliseconds; absent or null: never.
   */
  seen?: { first: number | null; last: number | null };
  /** Absent: nothing reaches them. */
  reach?: PersonReach;
}

/**
 * The meaning of a resolved target in plain code; the engines are tested against it. Numbers compare by value, texts
 * exactly.
 */
export function matches(target: ResolvedTarget, person: Person): boolean {
  switch (target.type) {
    case 'all':
      return true;
    case 'never':
      return false;
    case 'and':
      return target.of.every((part) => matches(part, person));
    case 'or':
      return target.of.some((part) => matches(part, person));
    case 'not':
      return !target.of.some((part) => matches(part, person));
    case 'tag':
      return matchesMode(target.mode, target.tagIds, (tagId) => person.tagIds.includes(tagId));
    case 'segment':
      return matchesMode(target.mode, target.segments, ({ segmentId }) => person.segmentIds.includes(segmentId));
    case 'attribute': {
      const values = listValues(person, target.attrId);
      return target.values.some((accepted) => values.includes(accepted));
    }
    case 'attributeExists':
      return listValues(person, target.attrId).length > 0 === target.exists;
    case 'range':
      return isAnyWithin(target, listValues(person, target.attrId));
    case 'days':
      return isAnyOnDays(target.ranges, listValues(person, target.attrId));
    case 'contains':
      return isAnyContaining(target.texts, listValues(person, target.attrId));
    case 'device':
      return isAnyPassing(
        target,
        (person.devices ?? []).map((device) => device[target.column] ?? null),
      );
    case 'address': {
      const address = person[target.column];
      return address !== null && target.values.includes(address);
    }
    case 'addressExists':
      return (person[target.column] !== null) === target.exists;
    case 'location':
      return person.locations.some((location) => distanceKm(target, location) <= target.radius);
    case 'extIds':
      return person.extId !== null && target.extIds.includes(person.extId);
    case 'uids':
      return person.uid !== undefined && target.uids.includes(person.uid);
    case 'installations':
      return target.instIds.some((instId) => person.instIds.includes(instId));
    case 'event':
      return matchesEvents(target, person.events ?? []);
    case 'seen':
      return matchesSeenTime(target, person.seen?.[target.which] ?? null);
    case 'takesPush':
      return target.platforms.some((platform) => person.reach?.platforms.includes(platform));
    case 'takesMessages':
      return chooseAddress(person, target.column) !== null && person.reach?.allows[target.column] === true;
    case 'refusesCategory':
      return target.categoryIds.some((categoryId) => !getsTopic(target, categoryId, person));
  }
}

/** The word about the channel counts first, then a refusal of the topic, then a yes to it, then its default. */
function getsTopic({ defaultOff, platform }: RefusalLeaf, categoryId: number, person: Person): boolean {
  const choices = (person.reach?.topics ?? []).filter((choice) => choice.categoryId === categoryId);
  const channel = topicChannelOf(platform, person.chatAddress);
  const byChannel = channel === null ? undefined : choices.find((choice) => choice.channel === TOPIC_CHANNELS[channel]);
  const wholes = choices.filter((choice) => choice.channel === 0);
  return byChannel?.isOn ?? (wholes.length > 0 ? wholes.every(({ isOn }) => isOn) : !defaultOff.includes(categoryId));
}

/** The elements of an array, or the value alone. Without elements an array is no value. */
function listValues({ attrs }: Person, attrId: number): readonly TargetValue[] {
  const value = attrs[attrId];
  return value === undefined ? [] : typeof value === 'object' ? value : [value];
}

function matchesMode<T>(mode: Mode, items: readonly T[], has: (item: T) => boolean): boolean {
  return mode === 'any' ? items.some(has) : mode === 'all' ? items.every(has) : !items.some(has);
}

/** Tests if a target names its users, so that they are found by key, as in a transactional send. */
export function namesUsers(target: ResolvedTarget): boolean {
  switch (target.type) {
    case 'never':
    case 'extIds':
    case 'uids':
    case 'installations':
    case 'address':
      return true;
    case 'and':
      return target.of.some(namesUsers);
    case 'or':
      return target.of.every(namesUsers);
    default:
      return false;
  }
}

/** Lists the attributes in `attrs` that a target reads. */
export function listAttributes(target: ResolvedTarget): AttributeRef[] {
  switch (target.type) {
    case 'attribute':
    case 'attributeExists':
    case 'range':
    case 'days':
    case 'contains':
      return [target];
    case 'and':
    case 'or':
    case 'not':
      return target.of.flatMap(listAttributes);
    default:
      return [];
  }
}

/** A leaf whose users are read before the statement that contains it. */
export type MembershipLeaf = SegmentLeaf | EventLeaf;

/** Lists the leaves whose users are read separately: segments and events. */
export function listMembershipLeaves(target: ResolvedTarget): MembershipLeaf[] {
  return target.type === 'segment' || target.type === 'event'
    ? [target]
    : 'of' in target
      ? target.of.flatMap(listMembershipLeaves)
      : [];
}
