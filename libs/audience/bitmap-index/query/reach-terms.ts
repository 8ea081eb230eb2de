import { contactOfAddress, TOPIC_CHANNELS, topicChannelOfPlatform, type AddressKind } from '#libs/channels/definitions';
import type { RefusalLeaf } from '../../targets/reach/reach.types.js';
import { ASPECTS, TERMS } from '../model/terms.js';
import { type IndexTarget, anyTerm, unindexedLeaf } from './index-algebra.js';

/**
 * The target of users who have not refused messages to an address. A refusal that is no column is followed as that of a
 * category.
 */
export function allowsTarget(kind: AddressKind): IndexTarget {
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
export function refusalTarget(leaf: RefusalLeaf): IndexTarget {
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
