import { ADDRESS_READERS, type ContactKind } from '#libs/users';
import { AppError, malformed, missing } from '#platform/errors';
import type { DirectSendDto } from './send.dto.js';

/** The address of a send; null for a word that is no address. */
export interface Recipient {
  kind: ContactKind;
  address: string | null;
}

/** Keys are below 2^31. */
const MAX_KEY = 2 ** 31 - 1;

/**
 * Who a direct send is for (specification, section 2.6): an e-mail names `target.email` and the platform EMAIL, a text
 * message `target.msisdn` and SMS. All fields that are required come first, then the address; whether an e-mail has
 * content comes later.
 *
 * @throws AppError missing_field, malformed, bad_address
 */
export function toRecipient({ platforms: [platform], target, message, text }: DirectSendDto): Recipient {
  const [kind, otherKind] = platform === 'EMAIL' ? (['email', 'msisdn'] as const) : (['msisdn', 'email'] as const);
  const address = target[kind];
  if (address === undefined) {
    throw missing(`target.${kind}`);
  }
  if (target[otherKind] !== undefined) {
    throw malformed(`Field 'target' takes ${kind} alone for the platform ${platform}`);
  }
  if (kind === 'msisdn' && message === undefined && text === undefined) {
    throw missing('message');
  }
  return readAddress(kind, address, `target.${kind}`);
}

/** @throws AppError bad_address */
export function readAddress(kind: ContactKind, address: string, field: string): Recipient {
  const isWord = kind === 'msisdn' && !/\d/.test(address);
  return { kind, address: isWord ? null : ADDRESS_READERS[kind](address, field) };
}

/** @throws AppError unknown_key for what can be no key */
export function toKey(text: string): number {
  const key = Number(text);
  if (key > MAX_KEY) {
    throw new AppError('unknown_key', 'No notification has this key');
  }
  return key;
}
