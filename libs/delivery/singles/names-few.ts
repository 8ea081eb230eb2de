import type { Target } from '#libs/audience';

/** Users, devices or addresses that a small single send names at most. */
const MOST_NAMES = 20;

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
