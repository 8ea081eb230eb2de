import { ADDRESS_READERS, type ContactKind } from '#libs/users';
import { AppError, malformed, missing } from '#platform/errors';

/** One address to send to; null for a word that stands in the place of one. */
export interface Recipient {
  kind: ContactKind;
  address: string | null;
}

const FORMS: Readonly<Record<string, ContactKind>> = { EMAIL: 'email', SMS: 'msisdn' };

/**
 * Reads who a direct send is for (specification, section 2.6): an e-mail names `target.email` and the platform EMAIL, a
 * text message `target.msisdn` and SMS. All fields that are required are looked for first, then the address is judged;
 * whether an e-mail has content is left to who reads the message.
 *
 * @throws AppError missing_field, malformed, bad_address
 */
export function readAddressSend(body: unknown): Recipient {
  const fields = asObject(body, 'The body should be an object');
  const target = asObject(requireField(fields, 'target'), "Field 'target' should be an object");
  const platforms: unknown = requireField(fields, 'platforms');
  const [platform, ...otherPlatforms]: unknown[] = Array.isArray(platforms)
    ? [...new Set(platforms as unknown[])]
    : [undefined];
  const kind = typeof platform === 'string' && Object.hasOwn(FORMS, platform) ? FORMS[platform] : undefined;
  if (kind === undefined || otherPlatforms.length > 0) {
    throw malformed('Field \'platforms\' should be ["EMAIL"] or ["SMS"]');
  }
  const address = requireField(target, kind, 'target.');
  const otherKind = kind === 'email' ? 'msisdn' : 'email';
  if (isGiven(target[otherKind])) {
    throw malformed(`Field 'target' takes ${kind} alone for the platform ${String(platform)}`);
  }
  requireField(fields, 'title');
  if (kind === 'msisdn') {
    requireField(fields, 'message');
  }
  return readRecipient(kind, address, `target.${kind}`);
}

/** @throws AppError missing_field, malformed, bad_address */
export function readRecipient(kind: ContactKind, value: unknown, field: string): Recipient {
  if (!isGiven(value)) {
    throw missing(field);
  }
  if (typeof value !== 'string') {
    throw malformed(`Field '${field}' should be a text`);
  }
  const isWord = kind === 'msisdn' && !/\d/.test(value);
  return { kind, address: isWord ? null : ADDRESS_READERS[kind](value, field) };
}

/** @throws AppError missing_field, malformed, unknown_key for what can be no key */
export function readKey(value: unknown): number {
  if (value === undefined || value === null) {
    throw missing('notificationKey');
  }
  if (typeof value !== 'string') {
    throw malformed("Field 'notificationKey' should be a text");
  }
  if (!/^[1-9]\d{0,9}$/.test(value) || Number(value) >= 2 ** 31) {
    throw new AppError('unknown_key', 'No notification has this key');
  }
  return Number(value);
}

/** `null`, `false` and what is empty count as absent. */
function isGiven(value: unknown): boolean {
  const isEmpty = value === '' || (Array.isArray(value) && value.length === 0);
  return value !== undefined && value !== null && value !== false && !isEmpty;
}

function requireField(fields: Record<string, unknown>, name: string, path = ''): unknown {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!isGiven(value)) {
    throw missing(`${path}${name}`);
  }
  return value;
}

function asObject(value: unknown, fault: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw malformed(fault);
  }
  return value as Record<string, unknown>;
}
