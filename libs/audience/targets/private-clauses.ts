import { isPrivateAttribute, type AttributeDefinition } from '#libs/users/profiles';
import { namedAddress } from './named-address.js';
import { listAddressesOf } from './reach/reach.js';
import type { EventCatalogue } from './resolve-behaviour.js';
import { listLeaves, type Target } from './target.js';

/** An attribute that a clause looks at. @property event  which has it; absent: users have it */
export interface AskedAttribute {
  event?: string;
  code: string;
}

/** Definitions of an application, for what a target names. */
export interface Definitions {
  attributes: ReadonlyMap<string, AttributeDefinition>;
  events: EventCatalogue;
}

/** Attributes whose values a target compares: equal, within limits, with a part of a text. */
export function listCompared(target: Target): AskedAttribute[] {
  return listLeaves(target).flatMap(comparedBy);
}

/** Attributes that a target looks at, also only for whether there is a value. */
export function listAsked(target: Target): AskedAttribute[] {
  return listLeaves(target).flatMap(askedBy);
}

/** Finds the code of the first private attribute; undefined: there is none. */
export function findPrivate(
  questions: readonly AskedAttribute[],
  { attributes, events }: Definitions,
): string | undefined {
  return questions.find(({ event, code }) => {
    if (event !== undefined) {
      return events.find(event)?.attributeByKey.get(code)?.privateInfo === true;
    }
    const attribute = attributes.get(code);
    return attribute !== undefined && isPrivateAttribute(attribute);
  })?.code;
}

function comparedBy(leaf: Target): AskedAttribute[] {
  switch (leaf.type) {
    case 'profile':
    case 'range':
    case 'contains':
      // An address that the request names itself is known already.
      return leaf.on === 'installation' || namedAddress(leaf) ? [] : [{ code: leaf.code }];
    case 'event':
      return leaf.where.flatMap((where) => ('exists' in where ? [] : [{ event: leaf.name, code: where.attribute }]));
    default:
      return [];
  }
}

function askedBy(leaf: Target): AskedAttribute[] {
  switch (leaf.type) {
    case 'exists':
      return leaf.on === 'installation' ? [] : [{ code: leaf.code }];
    case 'event':
      return leaf.where.map(({ attribute }) => ({ event: leaf.name, code: attribute }));
    case 'reachable':
      return listAddressesOf(leaf).map((code) => ({ code }));
    default:
      return comparedBy(leaf);
  }
}
