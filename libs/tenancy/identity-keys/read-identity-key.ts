import { createPublicKey, createSecretKey, type KeyObject } from 'node:crypto';
import { malformed } from '#platform/errors';
import { type Form, joinPath } from '#platform/forms';
import { MAX_NAME_LENGTH } from './identity-keys-reference.js';
import { IDENTITY_ALGORITHMS, type IdentityAlgorithm } from '../model/tenancy.types.js';

/** RFC 7518, section 3.2: a key of HS256 has at least the size of its hash. */
const MIN_SECRET_BYTES = 32;
const MAX_KEY_LENGTH = 10_000;
/** RFC 7518, section 3.3. A longer key makes each check slow. */
const RSA_BITS = { min: 2048, max: 8192 };
const PUBLIC_KEY = /^\s*-----BEGIN (?:RSA )?PUBLIC KEY-----/;

/** One entry of `identityKeys`. */
export interface NewIdentityKey {
  /** The `kid` of tokens. */
  name: string;
  algorithm: IdentityAlgorithm;
  /** A public key as PEM, or a shared secret. */
  text: string;
}

/** Reads an entry of the application file. @throws AppError malformed, naming the field at fault and never the key */
export function readIdentityKey(form: Form): NewIdentityKey {
  const name = form.text('id');
  if (name.length > MAX_NAME_LENGTH) {
    throw malformed(`${joinPath(form.path, 'id')} should have at most ${MAX_NAME_LENGTH} characters`);
  }
  const algorithm = form.oneOf('algorithm', IDENTITY_ALGORITHMS);
  const text = form.text('key');
  const fault = text.length > MAX_KEY_LENGTH ? 'is too long' : findFault(algorithm, text);
  if (fault !== undefined) {
    throw malformed(`${joinPath(form.path, 'key')} ${fault}`);
  }
  return { name, algorithm, text };
}

/** The key object that checks signatures. @param text  as `readIdentityKey` has accepted it */
export function toVerificationKey(algorithm: IdentityAlgorithm, text: string): KeyObject {
  return algorithm === 'HS256' ? createSecretKey(Buffer.from(text)) : createPublicKey(text);
}

function findFault(algorithm: IdentityAlgorithm, text: string): string | undefined {
  if (algorithm === 'HS256') {
    if (/-----BEGIN/.test(text)) {
      return 'should be a secret text for HS256: a PEM belongs to ES256 or RS256';
    }
    return Buffer.byteLength(text) < MIN_SECRET_BYTES
      ? `should have at least ${MIN_SECRET_BYTES} bytes for HS256`
      : undefined;
  }
  const key = readPublicKey(text);
  if (!key) {
    return 'should be a public key as PEM, or the name of a .pem file with one; never the private key';
  }
  if (algorithm === 'ES256') {
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? undefined : 'should be of the curve P-256 for ES256';
  }
  const bits = (key.asymmetricKeyType === 'rsa' && key.asymmetricKeyDetails?.modulusLength) || 0;
  return bits >= RSA_BITS.min && bits <= RSA_BITS.max
    ? undefined
    : `should be an RSA key of ${RSA_BITS.min} to ${RSA_BITS.max} bits for RS256`;
}

function readPublicKey(text: string): KeyObject | undefined {
  if (!PUBLIC_KEY.test(text)) {
    return undefined;
  }
  try {
    return createPublicKey(text);
  } catch {
    return undefined;
  }
}
