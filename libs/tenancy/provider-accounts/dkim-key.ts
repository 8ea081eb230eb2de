import { createPrivateKey, type KeyObject } from 'node:crypto';
import { AppError, malformed } from '#platform/errors';
import { namesOf } from '../model/file-fields.js';
import { joinPath, Form } from '../model/form.js';
import type { AccountCredentials } from '../model/tenancy.types.js';
import { DKIM_FIELDS } from './channels-reference.js';

type DkimKey = NonNullable<AccountCredentials['smtp']['dkim']>;

/** Receivers do not trust shorter keys (RFC 8301, section 3.2). */
const MIN_KEY_BITS = 1024;
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d-]{2,63}$/i;

/**
 * Reads `dkim` of an SMTP account: `domain`, `selector` and `key`, an RSA key in PEM form. Ed25519 (RFC 8463) is refused:
 * the mail library signs only with RSA, and many receivers verify nothing else.
 *
 * @throws AppError `malformed`, naming the path; never quotes the key
 */
export function readDkim(account: Form): DkimKey | undefined {
  if (!account.has('dkim')) {
    return undefined;
  }
  const form = Form.read(account.value('dkim'), joinPath(account.path, 'dkim'), namesOf(DKIM_FIELDS));
  const [domain, selector, key] = [form.text('domain'), form.text('selector'), form.text('key')];
  if (!DOMAIN.test(domain)) {
    throw malformed(`${joinPath(form.path, 'domain')} should be a domain name`);
  }
  if (!/^[a-z\d](?:[a-z\d.-]{0,61}[a-z\d])?$/i.test(selector)) {
    throw malformed(`${joinPath(form.path, 'selector')} should be the name before ._domainkey in DNS`);
  }
  const { asymmetricKeyType, asymmetricKeyDetails } = readKey(key, joinPath(form.path, 'key'));
  if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < MIN_KEY_BITS) {
    throw malformed(`${joinPath(form.path, 'key')} should be an RSA key of at least ${MIN_KEY_BITS} bits`);
  }
  return { domain, selector, key };
}

function readKey(pem: string, path: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (error) {
    throw new AppError('malformed', `${path} should be a private key in PEM form`, { cause: error });
  }
}
