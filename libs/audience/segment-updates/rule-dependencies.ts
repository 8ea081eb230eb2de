import { contactOfAddress, listAddressesBeside } from '#libs/channels/definitions';
import { STANDARD_ATTRIBUTE_IDS } from '#libs/users/profiles';
import type { ResolvedTarget, Target } from '../targets/target.js';

/**
 * The data that a rule depends on, in terms of the change feed.
 *
 * @property devices  installations and their locations
 */
export interface RuleDependencies {
  attrIds: Set<number>;
  tagIds: Set<number>;
  eventIds: Set<number>;
  /** Also refusals of a channel that are stored like those of a category. */
  categoryIds: Set<number>;
  devices: boolean;
}

export function collectDependencies(target: ResolvedTarget): RuleDependencies {
  const dependencies: RuleDependencies = {
    attrIds: new Set(),
    tagIds: new Set(),
    eventIds: new Set(),
    categoryIds: new Set(),
    devices: false,
  };
  addDependencies(target, dependencies);
  return dependencies;
}

function addDependencies(target: ResolvedTarget, dependencies: RuleDependencies): void {
  switch (target.type) {
    case 'and':
    case 'or':
    case 'not':
      target.of.forEach((part) => addDependencies(part, dependencies));
      break;
    case 'attribute':
    case 'attributeExists':
    case 'range':
    case 'days':
    case 'contains':
      dependencies.attrIds.add(target.attrId);
      break;
    case 'address':
    case 'addressExists':
      listAddressesBeside(target.column).forEach((kind) => dependencies.attrIds.add(STANDARD_ATTRIBUTE_IDS[kind]));
      break;
    case 'tag':
      target.tagIds.forEach((tagId) => dependencies.tagIds.add(tagId));
      break;
    case 'event':
      dependencies.eventIds.add(target.eventId);
      break;
    case 'location':
    case 'installations':
    case 'extIds':
    case 'uids':
    case 'seen':
    case 'device':
    case 'takesPush':
      dependencies.devices = true;
      break;
    case 'takesMessages': {
      const { storage } = contactOfAddress(target.column);
      dependencies.attrIds.add(STANDARD_ATTRIBUTE_IDS[target.column]);
      if ('refusal' in storage) {
        dependencies.categoryIds.add(storage.refusal);
      }
      break;
    }
    case 'refusesCategory':
      target.categoryIds.forEach((categoryId) => dependencies.categoryIds.add(categoryId));
      break;
    case 'all':
    case 'never':
    case 'segment':
      break;
  }
}

/** Tests if time alone, or data outside the change feed, can change the result. */
export function dependsOnTime(target: Target): boolean {
  switch (target.type) {
    case 'and':
    case 'or':
    case 'not':
      return target.of.some(dependsOnTime);
    case 'range':
      return target.limits.some((limit) => 'ago' in limit);
    case 'event':
      return target.window.within !== undefined;
    case 'seen':
      return target.which === 'last' || target.window.within !== undefined;
    default:
      return false;
  }
}

/**
 * The meaning of a rule's names, as far as it decides on users that the feed does not report. A rule with another
 * fingerprint must be calculated completely. New tags and address holders are not part of it: the feed reports their
 * users. JSON.
 */
export function fingerprint(target: ResolvedTarget): unknown {
  switch (target.type) {
    case 'and':
    case 'or':
    case 'not':
      return { type: target.type, of: target.of.map(fingerprint) };
    case 'never':
    case 'tag':
      return { type: 'tag' };
    case 'address':
      return { type: target.type, column: target.column };
    case 'installations':
      return { type: target.type };
    case 'range':
    case 'days':
      return target.moves ? { type: target.type, attrId: target.attrId, array: target.array } : target;
    case 'event':
      return { type: target.type, eventId: target.eventId, where: target.where };
    case 'seen':
      return { type: target.type, which: target.which };
    default:
      return target;
  }
}
