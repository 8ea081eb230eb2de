import { isAddressKind } from '#libs/channels/definitions';
import type { Target } from '#libs/audience';
import { toComparableToken, toMailboxKey } from '#platform/spelling';

/** Names to remove from targets. */
export interface ErasedNames {
  extIds: ReadonlySet<string>;
  /** In the form in which they are compared. */
  tokens: ReadonlySet<string>;
  /** Keys of mailboxes, numbers and chat addresses. */
  addresses: ReadonlySet<string>;
}

/** Removes names from a target; all other conditions stay. */
export function scrubTarget(target: Target, names: ErasedNames): Target {
  switch (target.type) {
    case 'and':
    case 'or':
    case 'not':
      return { ...target, of: target.of.map((clause) => scrubTarget(clause, names)) };
    case 'extIds':
      return { ...target, extIds: target.extIds.filter((extId) => !names.extIds.has(extId)) };
    case 'tokens':
      return { ...target, tokens: target.tokens.filter((token) => !names.tokens.has(toComparableToken(token))) };
    case 'profile':
      return isAddressKind(target.code)
        ? { ...target, values: target.values.filter((value) => !names.addresses.has(toMailboxKey(String(value)))) }
        : target;
    default:
      return target;
  }
}

/** Tests if a target listed users by name and now lists none. */
export function isWithoutRecipients(target: Target): boolean {
  switch (target.type) {
    case 'and':
      return target.of.some(isWithoutRecipients);
    case 'or':
      return target.of.length > 0 && target.of.every(isWithoutRecipients);
    case 'extIds':
      return target.extIds.length === 0;
    case 'tokens':
      return target.tokens.length === 0;
    case 'profile':
      return target.values.length === 0;
    default:
      return false;
  }
}
