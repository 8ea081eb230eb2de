import { ADDRESS_KINDS, contactOfPlatform, listAddressesBeside, type Contact } from '#libs/channels/definitions';
import type { Addresses, ContactKind } from '#libs/users/identities';
import { AppError, malformed, missing } from '#platform/errors';
import type { DirectSendDto } from './send.dto.js';

/** The address of a send as the request has it. */
export interface RequestedAddress {
  kind: ContactKind;
  text: string;
  /** Its name in errors. */
  field: string;
}

/** Keys are below 2^31. */
const MAX_KEY = 2 ** 31 - 1;

/**
 * Reads the recipient of a direct send (specification, section 2.6): an e-mail names `target.email` and the platform
 * EMAIL, a text message `target.msisdn` and SMS. All fields that are required come first, then the address; whether an
 * e-mail has content comes later.
 *
 * @throws AppError missing_field, malformed
 */
export function toRequestedAddress({ platforms: [platform], target, message, text }: DirectSendDto): RequestedAddress {
  const { address: first } = requireContact(platform);
  const addresses: Partial<Addresses<string>> = target;
  const kind = listAddressesBeside(first).find((each) => addresses[each] !== undefined) ?? first;
  const address = addresses[kind];
  if (address === undefined) {
    throw missing(`target.${kind}`);
  }
  if (ADDRESS_KINDS.some((other) => other !== kind && addresses[other] !== undefined)) {
    throw malformed(`Field 'target' takes ${kind} alone for the platform ${platform}`);
  }
  if (kind === 'msisdn' && message === undefined && text === undefined) {
    throw missing('message');
  }
  return { kind, text: address, field: `target.${kind}` };
}

function requireContact(platform: string): Contact {
  const contact = contactOfPlatform(platform);
  if (contact === undefined) {
    throw malformed(`The platform ${platform} has no address`);
  }
  return contact;
}

/** Tests if a text without a digit stands in the place of a phone number, as in the published example. */
export function isWordForNumber({ kind, text }: Pick<RequestedAddress, 'kind' | 'text'>): boolean {
  return kind === 'msisdn' && !/\d/.test(text);
}

/** @throws AppError unknown_key for what can be no key */
export function toKey(text: string): number {
  const key = Number(text);
  if (key > MAX_KEY) {
    throw new AppError('unknown_key', 'No notification has this key');
  }
  return key;
}
