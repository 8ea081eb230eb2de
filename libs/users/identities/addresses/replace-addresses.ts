import { ADDRESS_KINDS, isWhatsAppId, parseChatAddress } from '#libs/channels/definitions';
import { parsePhoneNumber, toMailboxKey, trimInvisible } from '#platform/spelling';

/**
 * Addresses that no person has, in the forms of real ones: a condition that names one stays valid and matches no user. The
 * host is reserved (RFC 6761), and so is the number, for stories (North American Numbering Plan, 555-0100 to 555-0199).
 */
const EMAIL = 'erased@erased.invalid';
const NUMBER = '+12025550100';
const CHAT = 'telegram:-9007199254740991';
/** No country has this code (ISO 3166-1, user-assigned). */
const WHATSAPP_ID = 'ZZ.0';
/** Reading a number takes 25 µs: only texts with the last digits of an erased one are read. */
const LAST_DIGITS = 4;

/** A regular expression of Postgres for JSON that has a condition on an address. */
export const NAMES_ADDRESSES = `"(${ADDRESS_KINDS.join('|')})"`;

/**
 * Addresses of erased people.
 *
 * @property addresses  in any spelling of mails, numbers in E.164
 * @property country    `settings.defaultCountry`: its numbers may be written without their calling code
 */
export interface ErasedAddresses {
  addresses: readonly string[];
  country: string | null;
}

/** Gives JSON in which no address is an erased one; undefined if none of them is there. */
export type ReplaceAddresses = (json: unknown) => unknown;

/**
 * Makes a function that puts addresses that no person has in the place of erased ones. These stand as a whole text, or as
 * a part between commas, because drafts keep lists as they were typed.
 */
export function createAddressReplacer({ addresses, country }: ErasedAddresses): ReplaceAddresses {
  const keys = new Set(addresses.map(toMailboxKey));
  const numbers = new Set(addresses.filter((address) => address.startsWith('+')));
  const endings = new Set([...numbers].map(lastDigits));
  const isErased = (text: string): boolean =>
    keys.has(toMailboxKey(text)) ||
    (endings.has(lastDigits(text)) && numbers.has(parsePhoneNumber(text, country ?? undefined) ?? ''));
  const replacePart = (part: string): string => {
    const text = trimInvisible(part);
    return text !== '' && isErased(text) ? part.replace(text, () => standInOf(text)) : part;
  };
  return (json) => {
    let isChanged = false;
    const replaced: unknown = JSON.parse(JSON.stringify(json), (_name, value: unknown) => {
      if (typeof value !== 'string') {
        return value;
      }
      const text = value.split(',').map(replacePart).join(',');
      isChanged ||= text !== value;
      return text;
    });
    return isChanged ? replaced : undefined;
  };
}

function lastDigits(text: string): string {
  return text.replaceAll(/\D/g, '').slice(-LAST_DIGITS);
}

function standInOf(address: string): string {
  if (isWhatsAppId(address)) {
    return WHATSAPP_ID;
  }
  return address.includes('@') ? EMAIL : parseChatAddress(address) ? CHAT : NUMBER;
}
