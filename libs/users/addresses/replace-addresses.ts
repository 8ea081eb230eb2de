import { ADDRESS_KINDS, parseChatAddress } from '#libs/channels';
import { toMailboxKey } from '#platform/spelling';

/**
 * Addresses that no person has, in the forms of real ones: a condition that names one stays valid and matches no user. The
 * host is reserved (RFC 6761), and so is the number, for stories (North American Numbering Plan, 555-0100 to 555-0199).
 */
const EMAIL = 'erased@erased.invalid';
const NUMBER = '+12025550100';
const CHAT = 'telegram:-9007199254740991';

/** A regular expression of Postgres for JSON that has a condition on an address. */
export const NAMES_ADDRESSES = `"(${ADDRESS_KINDS.join('|')})"`;

/**
 * Puts addresses that no person has in the place of some in JSON, wherever they stand as a whole text.
 *
 * @param addresses  in any spelling
 * @returns undefined if none of them is there
 */
export function replaceAddresses(json: unknown, addresses: readonly string[]): unknown {
  const keys = new Set(addresses.map(toMailboxKey));
  let isChanged = false;
  const replaced: unknown = JSON.parse(JSON.stringify(json), (_name, value: unknown) => {
    if (typeof value !== 'string' || !keys.has(toMailboxKey(value))) {
      return value;
    }
    isChanged = true;
    return value.includes('@') ? EMAIL : parseChatAddress(value) ? CHAT : NUMBER;
  });
  return isChanged ? replaced : undefined;
}
