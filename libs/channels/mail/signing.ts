import { tmpdir } from 'node:os';
import type { DkimKey } from './dkim-key.js';

/** A larger signed message waits in a file, not in memory, until its hash is known. */
const MAX_SIGNED_IN_MEMORY = 256 * 1024;
/**
 * Headers that a signature covers if the message has them. RFC 8058, section 4, requires both headers of one-click
 * unsubscription.
 */
const SIGNED_HEADERS: readonly string[] = [
  'From',
  'Reply-To',
  'Subject',
  'Date',
  'Message-ID',
  'To',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'List-Id',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
  'Feedback-ID',
];

/** nodemailer's options of a DKIM signature (RFC 6376). @param unsigned  headers that the provider replaces */
export function signingOptions({ domain, selector, key }: DkimKey, unsigned: readonly string[] = []) {
  return {
    domainName: domain,
    keySelector: selector,
    privateKey: key,
    headerFieldNames: SIGNED_HEADERS.filter((name) => !unsigned.includes(name)).join(':'),
    cacheDir: tmpdir(),
    cacheTreshold: MAX_SIGNED_IN_MEMORY,
  };
}
