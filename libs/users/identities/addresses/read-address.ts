import {
  ADDRESS_CONTACTS,
  contactOfAddress,
  isWhatsAppId,
  listAddressesBeside,
  parseChatAddress,
  ruleOfChatAddress,
  type AddressForm,
  type AddressKind,
} from '#libs/channels/definitions';
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

/**
 * Reads an id of WhatsApp, such as `US.13491208655302741918`.
 *
 * @param field  named by the error
 * @throws AppError bad_address
 */
function readWhatsAppId(text: string, field = 'whatsappId'): string {
  const id = trimInvisible(text);
  if (!isWhatsAppId(id)) {
    throw new AppError('bad_address', `Field '${field}' should be an id of WhatsApp, as US.13491208655302741918`);
  }
  return id;
}

const FORM_READERS: Record<AddressForm, AddressReader> = {
  email: readEmailAddress,
  number: readPhoneNumber,
  chat: readChatAddress,
  whatsappId: readWhatsAppId,
};

/** @throws AppError bad_address, naming the field */
type AddressReader = (text: string, field?: string, country?: string) => string;

/** How an address of each kind is read. */
export const ADDRESS_READERS = Object.fromEntries(
  ADDRESS_CONTACTS.map(({ address, form }) => [address, FORM_READERS[form]]),
) as Readonly<Record<AddressKind, AddressReader>>;

/** The kind of an address of a channel, by its form: WhatsApp has numbers and ids. */
export function kindOfAddress(kind: AddressKind, text: string): AddressKind {
  const isId = isWhatsAppId(trimInvisible(text));
  return listAddressesBeside(kind).find((each) => (contactOfAddress(each).form === 'whatsappId') === isId) ?? kind;
}

/** Tests if an address of this kind may come without the calling code of the application's country. */
export function isNumberKind(kind: AddressKind): boolean {
  return contactOfAddress(kind).form === 'number';
}
