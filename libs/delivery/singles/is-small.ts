import type { Target } from '#libs/audience';
import type { DispatchRequest } from '../delivery.types.js';

/** Users, devices or addresses that a small single send names at most. */
const MOST_NAMES = 20;

/** Whether a dispatch takes the way of small single sends. */
export function isSmall({ lane, message, target }: Pick<DispatchRequest, 'lane' | 'message' | 'target'>): boolean {
  return lane === 'single' && !message.inbox && namesFew(target);
}

/** Whether a target is a short list of users, devices or addresses, which are found by key. */
export function namesFew(target: Target): boolean {
  switch (target.type) {
    case 'extIds':
      return target.extIds.length <= MOST_NAMES;
    case 'tokens':
      return target.tokens.length <= MOST_NAMES;
    case 'profile':
      return (target.code === 'email' || target.code === 'msisdn') && target.values.length <= MOST_NAMES;
    default:
      return false;
  }
}
