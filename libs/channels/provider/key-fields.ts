import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { AppError } from '#platform/errors';

export const PEM = { type: 'pkcs8', format: 'pem' } as const;
export const SPKI = { type: 'spki', format: 'pem' } as const;
/** The note in the description of a field that a simulated account need not have. */
export const REAL = 'Needed unless `simulator` is true.';

/** @throws AppError `malformed`, naming the path; never quotes the key */
export function readPrivateKey(pem: string, path: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (error) {
    throw new AppError('malformed', `${path} should be a private key in PEM form`, { cause: error });
  }
}

/** @throws AppError `malformed`, naming the path */
export function readCertificate(pem: string, path: string): string {
  try {
    return new X509Certificate(pem).toString();
  } catch (error) {
    throw new AppError('malformed', `${path} should be a certificate in PEM form`, { cause: error });
  }
}
