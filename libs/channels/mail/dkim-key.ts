import { createPrivateKey, type KeyObject } from 'node:crypto';
import { AppError, malformed } from '#platform/errors';
import { Form, joinPath, namesOf, required, textField, type FileFields } from '#platform/forms';

/** The signing key of e-mails (RFC 6376). DNS has its public part at `<selector>._domainkey.<domain>`. */
export interface DkimKey {
  domain: string;
  selector: string;
  /** PEM of an RSA key. */
  key: string;
}

export const DKIM_FIELDS = {
  domain: required(textField('Domain that signs')),
  selector: required(textField('Name before `._domainkey` in DNS')),
  key: required(textField('RSA key as PEM (1024 bits or more), or the name of a file with one')),
} satisfies FileFields;

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
