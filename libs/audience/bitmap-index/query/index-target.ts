import {
  contactOfAddress,
  TOPIC_CHANNELS,
  topicChannelOfPlatform,
  type AddressKind,
  listAddressesBeside,
} from '#libs/channels/definitions';
import type { Bounds, DaysLeaf, DeviceLeaf } from '../../targets/conditions/condition.types.js';
import { isAnyOnDays, type DayRange } from '../../targets/conditions/days.js';
import { isAnyContaining, passesTest } from '../../targets/conditions/match-condition.js';
import type { RefusalLeaf } from '../../targets/reach/reach.types.js';
import type { ResolvedTarget } from '../../targets/target.js';
import type { TermName } from '../store/term.repository.js';
import { ASPECTS, isValueTerm, readValueTerm, TERMS } from '../model/terms.js';
import { BIT_SLICE_TERMS } from '../model/bit-slices.js';

/** A leaf that the index cannot answer. Its users come from SQL or from segment versions. */
export type UnindexedLeaf = ResolvedTarget;

/**
 * A target as set algebra over terms.
 *
 * - `any`: users with at least one of the terms; `isDisjoint`: no user has two of them
 * - `match`: users with a term that passes a test; needs all terms of its aspect; `isDisjoint` as above
 * - `equal`, `range`, `days`: users with one of some numbers, with a number within bounds, or with a date of some days, by
 *   the bit slices of the attribute
 * - `place`: users within a circle, found before the evaluation
 * - `unindexed`: users found outside the index, by leaf
 */
export type IndexTarget =
  | { op: 'none' }
  | { op: 'any'; terms: TermName[]; isDisjoint: boolean }
  | { op: 'and' | 'or'; of: IndexTarget[] }
  | { op: 'not'; of: IndexTarget }
  | { op: 'match'; aspect: string; passes: (term: string) => boolean; isDisjoint: boolean }
  | { op: 'equal'; aspect: string; numbers: number[] }
  | { op: 'range'; aspect: string; bounds: Bounds<number> }
  | { op: 'days'; aspect: string; ranges: DayRange[] }
  | { op: 'place'; leaf: PlaceLeaf }
  | { op: 'unindexed'; leaf: UnindexedLeaf };

export type PlaceLeaf = Extract<ResolvedTarget, { type: 'location' }>;

/** The content of an index beside the terms of every index. */
export interface IndexContent {
  hasPlaces: boolean;
  /** Tests if the values of an aspect are not indexed. */
  hasUnindexedValues: (aspect: string) => boolean;
}

/** Each number needs a pass over the bit slices. More numbers are read from the rows in one statement. */
const MAX_NUMBERS = 50;
/** Each range needs a pass over the bit slices. A birthday is one range for every year. */
const MAX_DAY_RANGES = 150;
/** The terms of an aspect are fewer than a long list of values may be. More values are looked up among the terms. */
const MAX_NAMED_TERMS = 100;

export const ALL_USERS: IndexTarget = anyTerm([{ aspect: ASPECTS.user, term: TERMS.all }]);

/** Converts a target. The meaning is the same as in the SQL engine. */
export function toIndexTarget(target: ResolvedTarget, content: IndexContent): IndexTarget {
  switch (target.type) {
    case 'all':
      return ALL_USERS;
    case 'never':
      return { op: 'none' };
    case 'and':
    case 'or':
      return { op: target.type, of: target.of.map((part) => toIndexTarget(part, content)) };
    case 'not':
      return {
        op: 'not',
        of: { op: 'or', of: target.of.map((part) => toIndexTarget(part, content)) },
      };
    case 'tag': {
      const terms = target.tagIds.map((tagId) => ({ aspect: ASPECTS.tag(tagId), term: TERMS.has }));
      return target.mode === 'all'
        ? terms.length === 0
          ? ALL_USERS
          : { op: 'and', of: terms.map((term) => anyTerm([term])) }
        : target.mode === 'any'
          ? anyTerm(terms)
          : { op: 'not', of: anyTerm(terms) };
    }
    case 'attribute': {
      const aspect = ASPECTS.attribute(target.attrId);
      if (target.removing) {
        return unindexedLeaf(target);
      }
      if (content.hasUnindexedValues(aspect)) {
        const numbers = target.values.filter((value) => typeof value === 'number');
        const isByBitSlices = !target.array && numbers.length === target.values.length && numbers.length <= MAX_NUMBERS;
        return isByBitSlices ? { op: 'equal', aspect, numbers } : unindexedLeaf(target);
      }
      const names = new Set(target.values.map(TERMS.value));
      if (names.size > MAX_NAMED_TERMS) {
        return { op: 'match', aspect, passes: (term) => names.has(term), isDisjoint: !target.array };
      }
      return anyTerm(
        [...names].map((term) => ({ aspect, term })),
        !target.array,
      );
    }
    case 'attributeExists': {
      const has = anyTerm([{ aspect: ASPECTS.attribute(target.attrId), term: TERMS.has }]);
      return target.removing ? unindexedLeaf(target) : target.exists ? has : { op: 'not', of: has };
    }
    case 'range': {
      const { attrId, array, removing, least, most } = target;
      return removing || array
        ? unindexedLeaf(target)
        : { op: 'range', aspect: ASPECTS.attribute(attrId), bounds: { least, most } };
    }
    case 'days':
      return daysTarget(target, content);
    case 'contains': {
      const { attrId, removing, texts } = target;
      const aspect = ASPECTS.attribute(attrId);
      return removing || content.hasUnindexedValues(aspect)
        ? unindexedLeaf(target)
        : {
            op: 'match',
            aspect,
            passes: (term) => isValueTerm(term) && isAnyContaining(texts, [readValueTerm(term)]),
            isDisjoint: !target.array,
          };
    }
    case 'device':
      return deviceTarget(target);
    case 'takesPush':
      return anyTerm(
        target.platforms.map((platform) => ({
          aspect: ASPECTS.device,
          term: TERMS.column(TERMS.reachable, String(platform)),
        })),
      );
    case 'takesMessages': {
      return {
        op: 'and',
        of: [anyTerm(listAddressesBeside(target.column).map(addressTerm)), allowsTarget(target.column)],
      };
    }
    case 'refusesCategory':
      return refusalTarget(target);
    case 'addressExists': {
      const has = anyTerm([addressTerm(target.column)]);
      return target.exists ? has : { op: 'not', of: has };
    }
    case 'segment':
      return target.mode === 'none' ? { op: 'not', of: unindexedLeaf(target) } : unindexedLeaf(target);
    case 'event':
      return target.did ? unindexedLeaf(target) : { op: 'not', of: unindexedLeaf(target) };
    case 'location':
      return content.hasPlaces ? { op: 'place', leaf: target } : unindexedLeaf(target);
    case 'seen':
    case 'address':
    case 'extIds':
    case 'uids':
    case 'installations':
      return unindexedLeaf(target);
  }
}

/** The term of users with an address. One that is no column is followed as an attribute. */
function addressTerm(kind: AddressKind): TermName {
  const { storage } = contactOfAddress(kind);
  return 'column' in storage
    ? { aspect: ASPECTS.user, term: TERMS[storage.column] }
    : { aspect: ASPECTS.attribute(storage.attribute), term: TERMS.has };
}

/**
 * The target of users who have not refused messages to an address. A refusal that is no column is followed as that of a
 * category.
 */
function allowsTarget(kind: AddressKind): IndexTarget {
  const { storage } = contactOfAddress(kind);
  if ('column' in storage) {
    const term = storage.consent === 'email_opt_in' ? TERMS.emailOptIn : TERMS.smsOptIn;
    return anyTerm([{ aspect: ASPECTS.user, term }]);
  }
  return { op: 'not', of: anyTerm([{ aspect: ASPECTS.category(storage.refusal), term: TERMS.optedOut }]) };
}

/**
 * The target of users who get nothing of at least one topic. The messenger of a chat is read from the rows, because
 * addresses are not indexed.
 */
function refusalTarget(leaf: RefusalLeaf): IndexTarget {
  const channel = topicChannelOfPlatform(leaf.platform);
  if (channel === null) {
    return unindexedLeaf(leaf);
  }
  const number = TOPIC_CHANNELS[channel];
  const of = leaf.categoryIds.flatMap((categoryId): IndexTarget[] => {
    const any = (...terms: string[]) => anyTerm(terms.map((term) => ({ aspect: ASPECTS.category(categoryId), term })));
    const [yes, no] = [TERMS.choice(number, true), TERMS.choice(number, false)];
    const whole = any(TERMS.optedOut, TERMS.choice(0, false));
    const silent: IndexTarget = { op: 'not', of: any(TERMS.choice(0, true)) };
    const refused: IndexTarget = leaf.defaultOff.includes(categoryId) ? { op: 'or', of: [whole, silent] } : whole;
    return [any(no), { op: 'and', of: [refused, { op: 'not', of: any(yes) }] }];
  });
  return { op: 'or', of };
}

/** Many ranges are compared with each value of the attribute once, as long as the values are indexed. */
function daysTarget(target: DaysLeaf, content: IndexContent): IndexTarget {
  const { attrId, array, removing, ranges } = target;
  const aspect = ASPECTS.attribute(attrId);
  if (!array && !removing && ranges.length <= MAX_DAY_RANGES) {
    return { op: 'days', aspect, ranges };
  }
  return removing || content.hasUnindexedValues(aspect)
    ? unindexedLeaf(target)
    : {
        op: 'match',
        aspect,
        passes: (term) => isValueTerm(term) && isAnyOnDays(ranges, [readValueTerm(term)]),
        isDisjoint: !array,
      };
}

function deviceTarget(leaf: DeviceLeaf): IndexTarget {
  const { column } = leaf;
  if (leaf.test === 'values') {
    return anyTerm(leaf.values.map((value) => ({ aspect: ASPECTS.device, term: TERMS.column(column, value) })));
  }
  const prefix = TERMS.column(column, '');
  const matching: IndexTarget = {
    op: 'match',
    aspect: ASPECTS.device,
    passes: (term) => term.startsWith(prefix) && passesTest(leaf, term.slice(prefix.length)),
    isDisjoint: false,
  };
  return leaf.test === 'exists' && !leaf.exists ? { op: 'not', of: matching } : matching;
}

/** Tests if the index follows everything that can change the result: it does not follow events and activity. */
export function isTrackedByIndex(target: ResolvedTarget): boolean {
  switch (target.type) {
    case 'and':
    case 'or':
    case 'not':
      return target.of.every(isTrackedByIndex);
    case 'event':
    case 'seen':
      return false;
    default:
      return true;
  }
}

/** Lists the leaves that are not in the index. */
export function listUnindexedLeaves(target: IndexTarget): UnindexedLeaf[] {
  switch (target.op) {
    case 'unindexed':
      return [target.leaf];
    case 'and':
    case 'or':
      return target.of.flatMap(listUnindexedLeaves);
    case 'not':
      return listUnindexedLeaves(target.of);
    default:
      return [];
  }
}

/** Lists the circles whose users are found before the evaluation. */
export function listPlaces(target: IndexTarget): PlaceLeaf[] {
  switch (target.op) {
    case 'place':
      return [target.leaf];
    case 'and':
    case 'or':
      return target.of.flatMap(listPlaces);
    case 'not':
      return listPlaces(target.of);
    default:
      return [];
  }
}

/** Lists the terms that an evaluation reads. The set of all users is needed only for negations and unindexed leaves. */
export function listTerms(target: IndexTarget): TermName[] {
  switch (target.op) {
    case 'any':
      return target.terms;
    case 'and':
    case 'or':
      return target.of.flatMap(listTerms);
    case 'not':
      return [...listTerms(ALL_USERS), ...listTerms(target.of)];
    case 'equal':
    case 'range':
    case 'days':
      return listNumberTerms(target.aspect);
    default:
      return [];
  }
}

/** Lists the aspects of which an evaluation needs all terms, except bit slices. */
export function listAspects(target: IndexTarget): string[] {
  switch (target.op) {
    case 'match':
      return [target.aspect];
    case 'and':
    case 'or':
      return target.of.flatMap(listAspects);
    case 'not':
      return listAspects(target.of);
    default:
      return [];
  }
}

export function listNumberTerms(aspect: string): TermName[] {
  return [TERMS.number, ...BIT_SLICE_TERMS].map((term) => ({ aspect, term }));
}

/**
 * Tests if the index contributes only the set of all users, so that SQL alone is cheaper. Segments and events are read
 * as lists in both cases.
 */
export function isUnindexed(target: IndexTarget): boolean {
  return (
    listUnindexedLeaves(target).some(({ type }) => type !== 'segment' && type !== 'event') &&
    listAspects(target).length === 0 &&
    listPlaces(target).length === 0 &&
    listTerms(target).every(({ aspect, term }) => aspect === ASPECTS.user && term === TERMS.all)
  );
}

/** Segments and SQL may return users that the index does not have yet or any more. */
function unindexedLeaf(leaf: UnindexedLeaf): IndexTarget {
  return { op: 'and', of: [{ op: 'unindexed', leaf }, ALL_USERS] };
}

function anyTerm(terms: TermName[], isDisjoint = false): IndexTarget {
  return { op: 'any', terms, isDisjoint: isDisjoint || terms.length === 1 };
}
