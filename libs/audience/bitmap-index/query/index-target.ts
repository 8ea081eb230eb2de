import { contactOfAddress, type AddressKind, listAddressesBeside } from '#libs/channels/definitions';
import type { DaysLeaf, DeviceLeaf } from '../../targets/conditions/condition.types.js';
import { isAnyOnDays } from '../../targets/conditions/days.js';
import { isAnyContaining, passesTest } from '../../targets/conditions/match-condition.js';
import type { ResolvedTarget } from '../../targets/target.js';
import type { TermName } from '../store/term.repository.js';
import { ASPECTS, isValueTerm, readValueTerm, TERMS } from '../model/terms.js';
import { type IndexTarget, ALL_USERS, anyTerm, unindexedLeaf } from './index-algebra.js';
import { allowsTarget, refusalTarget } from './reach-terms.js';

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
