import { malformed } from '#platform/errors';
import { isAddressOrNetwork } from '#platform/net';
import { Form, joinPath, namesOf } from '#platform/forms';
import { KEY_KINDS, SCOPES, type ApiKey, type NewKey } from '../model/api-key.types.js';
import { isOrigin } from './allow-list.js';
import { MAX_SECRET_LENGTH, MIN_SECRET_LENGTH } from './key-secret.js';
import { KEY_FIELDS } from './keys-reference.js';

/**
 * Reads the section `keys` of an application file.
 *
 * @throws AppError `malformed` with the path of the fault
 */
export function readKeys(value: unknown): NewKey[] {
  const newKeys = Form.readList(value, 'keys', namesOf(KEY_FIELDS)).map((form) => {
    const scopes = form.texts('scopes')?.map((text) => {
      const scope = SCOPES.find((candidate) => candidate === text);
      if (scope === undefined) {
        throw malformed(`${joinPath(form.path, 'scopes')}: '${text}' is none of ${SCOPES.join(', ')}`);
      }
      return scope;
    });
    const expires = form.optionalText('expires');
    const key: NewKey = {
      kind: form.oneOf('kind', KEY_KINDS),
      name: form.text('name'),
      secret: form.optionalText('secret'),
      scopes,
      addresses: form.texts('addresses'),
      origins: form.texts('origins'),
      ...(expires !== undefined && { expires: readExpiry(expires, joinPath(form.path, 'expires')) }),
    };
    checkKey(key, form.path);
    return key;
  });
  newKeys.forEach((key, index) => {
    if (newKeys.findIndex((candidate) => isSameKey(candidate, key)) !== index) {
      throw malformed(`${joinPath('keys', index)}: a ${key.kind} key named '${key.name}' is in the list already`);
    }
  });
  return newKeys;
}

/**
 * Reads the end of a key: a day, which begins at 00:00 UTC, or a time with its zone.
 *
 * @throws AppError `malformed`
 */
export function readExpiry(text: string, path: string): Date {
  const at = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2}))?$/.test(text) || Number.isNaN(at.getTime())) {
    throw malformed(`${path} should be a day such as 2027-01-31, or a time such as 2027-01-31T12:00:00Z`);
  }
  return at;
}

/** A key as `readKeys` takes it, without its secret. */
export function toKeyEntry({ kind, name, scopes, addresses, origins, expiresAt }: ApiKey): object {
  return {
    kind,
    name,
    ...(scopes && { scopes }),
    ...(addresses && { addresses }),
    ...(origins && { origins }),
    ...(expiresAt && { expires: expiresAt.toISOString().replace('.000Z', 'Z') }),
  };
}

/** @throws AppError `malformed` for a secret that no header can carry, or an address or origin that is none */
export function checkKey(key: NewKey, path: string): void {
  if (key.secret !== undefined && (!/^[\x21-\x7e]+$/.test(key.secret) || key.secret.length > MAX_SECRET_LENGTH)) {
    throw malformed(`${joinPath(path, 'secret')} ${SECRET_FORM}`);
  }
  const wrong = key.addresses?.find((entry) => !isAddressOrNetwork(entry));
  if (wrong !== undefined) {
    throw malformed(`${joinPath(path, 'addresses')}: '${wrong}' is neither an address nor a network`);
  }
  if (key.origins && key.kind !== 'js') {
    throw malformed(`${joinPath(path, 'origins')} is for js keys: only browsers tell the origin of a page`);
  }
  const wrongOrigin = key.origins?.find((entry) => !isOrigin(entry));
  if (wrongOrigin !== undefined) {
    throw malformed(`${joinPath(path, 'origins')}: '${wrongOrigin}' is no origin such as https://shop.example.com`);
  }
}

/** Sent as a header value (RFC 9110, section 5.5), which allows only these characters. */
const SECRET_FORM = `should have ${MIN_SECRET_LENGTH} to ${MAX_SECRET_LENGTH} printable ASCII characters`;

/**
 * Refuses a secret that can be guessed. Keys from before this rule keep working.
 *
 * @throws AppError `malformed`
 */
export function requireLongSecret({ secret }: NewKey, path: string): void {
  if (secret !== undefined && isShortSecret(secret)) {
    throw malformed(`${joinPath(path, 'secret')} ${SECRET_FORM}; leave it out, and one is generated`);
  }
}

export function isShortSecret(secret: string): boolean {
  return secret.length < MIN_SECRET_LENGTH;
}

/** Neither revoked nor replaced. */
export function isCurrent(key: ApiKey): boolean {
  return key.endsAt === null;
}

export function isSameKey(left: Pick<NewKey, 'kind' | 'name'>, right: Pick<NewKey, 'kind' | 'name'>): boolean {
  return left.kind === right.kind && left.name === right.name;
}

export function describeKey(key: Pick<NewKey, 'kind' | 'name'>): string {
  return `keys: ${key.kind} ${key.name}`;
}
