import { isAddressKind } from '#libs/channels/definitions';
import type { Target } from '#libs/audience';
import { listLiveNames } from '#libs/content';
import { type DispatchRequest, LANES } from './delivery.types.js';

/** Users, devices or addresses that the target of a small send names at most. */
const MAX_ENTRIES = 20;

/**
 * Tests if a dispatch is a small transactional send, which is launched and sent together with others. A limit needs a
 * launch of its own, and so does a send that replaces others: they are marked in its transaction. A send that waits for
 * live data would hold the others up.
 */
export function usesFastPath({
  lane,
  message,
  target,
  options,
}: Pick<DispatchRequest, 'lane' | 'message' | 'target' | 'options'>): boolean {
  return (
    lane === LANES.transactional &&
    !message.inbox &&
    !options.limits &&
    !options.replaces &&
    isShortList(target) &&
    listLiveNames(message).length === 0
  );
}

/** Tests if a target is a short list of users, devices or addresses. */
export function isShortList(target: Target): boolean {
  switch (target.type) {
    case 'extIds':
      return target.extIds.length <= MAX_ENTRIES;
    case 'tokens':
      return target.tokens.length <= MAX_ENTRIES;
    case 'profile':
      return isAddressKind(target.code) && target.values.length <= MAX_ENTRIES;
    default:
      return false;
  }
}
