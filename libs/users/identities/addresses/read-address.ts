import {
  contactOfAddress,
  CONTACTS,
  parseChatAddress,
  ruleOfChatAddress,
  type AddressForm,
  type AddressKind,
} from '#libs/channels';
import { AppError } from '#platform/errors';
import { parsePhoneNumber, readMailbox, trimInvisible } from '#platform/spelling';

/**
 * Reads an e-mail address. It is trimmed and otherwise kept, because the local part may be case-sensitive.
 *
 * @param field  named by the error
 * @throws AppError bad_address
 */
export function readEmailAddress(text: string, field = 'email'): string {
  const address = readMailbox(text);
  if (address === undefined) {
    throw new AppError('bad_address', `Field '${field}' should be an e-mail address`);
  }
  return address;
}

/**
 * Reads a phone number as E.164 with its plus sign and without separators.
 *
 * @param field    named by the error
 * @param country  whose numbers may come without their calling code: `settings.defaultCountry`
 * @throws AppError bad_address
 */
export function readPhoneNumber(text: string, field = 'msisdn', country?: string): string {
  const number = parsePhoneNumber(text, country);
  if (number === undefined) {
    throw new AppError('bad_address', `Field '${field}' should be a number with its country code, as +905321234567`);
  }
  return number;
}

/**
 * Reads an address of a messenger, such as `telegram:123456789`.
 *
 * @param field  named by the error
 * @throws AppError bad_address
 */
function readChatAddress(text: string, field = 'chatAddress'): string {
  const address = trimInvisible(text);
  if (parseChatAddress(address) === undefined) {
    throw new AppError('bad_address', `Field '${field}' should ${ruleOfChatAddress(address)}`);
  }
  return address;
}

const FORM_READERS: Record<AddressForm, AddressReader> = {
  email: readEmailAddress,
  number: readPhoneNumber,
  chat: readChatAddress,
};

/** @throws AppError bad_address, naming the field */
type AddressReader = (text: string, field?: string, country?: string) => string;

/** How an address of each kind is read. */
export const ADDRESS_READERS = Object.fromEntries(
  CONTACTS.map(({ address, form }) => [address, FORM_READERS[form]]),
) as Readonly<Record<AddressKind, AddressReader>>;

/** Tests if an address of this kind may come without the calling code of the application's country. */
export function isNumberKind(kind: AddressKind): boolean {
  return contactOfAddress(kind).form === 'number';
}
