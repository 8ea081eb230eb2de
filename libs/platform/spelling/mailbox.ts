import { domainToASCII, domainToUnicode } from 'node:url';
import { hasInvisible, trimInvisible } from './invisible.js';

/** RFC 5321, section 4.5.3.1: 64 octets before the @, 254 in all (RFC 3696, erratum 1690). Octets of UTF-8: RFC 6531. */
const MAX_LOCAL = 64;
const MAX_ADDRESS = 254;
const MAX_DOMAIN = 253;
const ASCII = /^\p{ASCII}*$/u;
/** RFC 5321, section 4.1.2: atoms with single dots between them. Quoted local parts are refused. */
const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
/** RFC 1034, section 3.5, and RFC 1123, section 2.1. The last label has letters alone (RFC 3696, section 2), or RFC 5890's form. */
const DOMAIN = '(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])';
const PLAIN_MAILBOX = new RegExp(`^${ATOM}(?:\\.${ATOM})*@${DOMAIN}$`, 'i');
const ASCII_DOMAIN = new RegExp(`^${DOMAIN}$`);
/** RFC 5890, section 2.3.2.1. */
const ENCODED = /(?:^|[@.])xn--/i;
/** RFC 6531, section 3.3: atoms may have every visible character beyond ASCII. */
const WIDE_ATOM = "(?:[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]|[^\\p{ASCII}\\p{Z}\\p{C}\\uFFFD]|\\p{Join_Control})+";
const WIDE_LOCAL = new RegExp(`^${WIDE_ATOM}(?:\\.${WIDE_ATOM})*$`, 'u');
/** RFC 5891, section 4.2.3.1. */
const EDGE_HYPHEN = /(?:^|\.)-|-(?:\.|$)/;
/** Letters of every script, and the dots of RFC 3490, section 3.1. `domainToASCII` ends at a slash, and reads IPv4. */
const WIDE_DOMAIN = /^[\p{L}\p{M}\p{N}\p{Join_Control}.\u3002\uFF0E\uFF61-]+$/u;

/** Neither a header nor a second mailbox can begin in such an address. */
const ENVELOPE = /^[^\s@<>()[\],;:\\"\p{Cc}]+@[^\s@<>()[\],;:\\"\p{Cc}]+$/u;

/**
 * Reads an e-mail address. Blanks and invisible characters go from its ends. It is otherwise kept as it is written, in NFC.
 *
 * @returns undefined for what no server takes
 */
export function readMailbox(text: string): string | undefined {
  const address = trimInvisible(text);
  if (address.length > MAX_ADDRESS) {
    return undefined;
  }
  if (ASCII.test(address)) {
    const isForm = PLAIN_MAILBOX.test(address) && address.indexOf('@') <= MAX_LOCAL;
    return isForm && (!ENCODED.test(address) || isDomain(domainOfMailbox(address))) ? address : undefined;
  }
  const composed = address.normalize('NFC');
  const [local = '', domain = '', ...rest] = composed.split('@');
  return rest.length === 0 &&
    WIDE_LOCAL.test(local) &&
    !hasInvisible(composed) &&
    Buffer.byteLength(local) <= MAX_LOCAL &&
    Buffer.byteLength(composed) <= MAX_ADDRESS &&
    isDomain(toAsciiDomain(domain))
    ? composed
    : undefined;
}

/**
 * Tests if an address can stand in an envelope and in a header. Addresses that an earlier release stored may have forms
 * that `readMailbox` refuses, such as `a..b@`, and some servers take them.
 */
export function fitsEnvelope(address: string): boolean {
  return address.length <= MAX_ADDRESS && ENVELOPE.test(address);
}

/**
 * The key by which mailboxes are compared: the domain in its ASCII form (RFC 5890, UTS #46), the local part in NFC, both
 * in lower case. Local parts that differ by case alone are one mailbox on every server that people use.
 */
export function toMailboxKey(address: string): string {
  if (ASCII.test(address)) {
    return address.toLowerCase();
  }
  const at = address.lastIndexOf('@');
  return at < 0 ? toLowerNfc(address) : `${toLowerNfc(address.slice(0, at))}@${toAsciiDomain(address.slice(at + 1))}`;
}

/** `dots`: dots of the local part count for nothing; `plus`: nor does what follows a plus sign in it. */
export type MailboxRule = 'dots' | 'plus';

/** The key by which mailboxes are compared under some rules. A local part of nothing else stays as it is. */
export function toRuledMailboxKey(address: string, rules: readonly MailboxRule[]): string {
  const key = toMailboxKey(address);
  const at = key.lastIndexOf('@');
  if (at < 0) {
    return key;
  }
  const local = key.slice(0, at);
  const untagged = rules.includes('plus') ? local.replace(/\+.*$/s, '') : local;
  const plain = rules.includes('dots') ? untagged.replaceAll('.', '') : untagged;
  return (plain || local) + key.slice(at);
}

/** Lists other spellings, in lower case, that earlier releases took for a mailbox of its own. Mostly none. */
export function listEarlierKeys(address: string): string[] {
  const key = toMailboxKey(address);
  if (ASCII.test(address) && !ENCODED.test(key)) {
    return [];
  }
  const at = key.lastIndexOf('@') + 1;
  const shown = key.slice(0, at) + domainToUnicode(key.slice(at));
  const composed = [address.toLowerCase(), key, shown];
  const keys = new Set([...composed, ...composed.map((text) => text.normalize('NFD'))]);
  keys.delete(key);
  return [...keys];
}

/** The domain of an address in its ASCII form, in lower case. */
export function domainOfMailbox(address: string): string {
  return toAsciiDomain(address.slice(address.lastIndexOf('@') + 1));
}

/** A domain in its ASCII form, in lower case; a text that has none: itself in lower case. */
export function toAsciiDomain(domain: string): string {
  if (ASCII.test(domain)) {
    return domain.toLowerCase();
  }
  return (WIDE_DOMAIN.test(domain) && domainToASCII(domain)) || toLowerNfc(domain);
}

/** Tests if a text is a domain in its ASCII form; a label that decodes to no name is none. */
function isDomain(ascii: string): boolean {
  if (ascii.length > MAX_DOMAIN || !ASCII_DOMAIN.test(ascii)) {
    return false;
  }
  if (!ENCODED.test(ascii)) {
    return true;
  }
  const shown = domainToUnicode(ascii);
  return !ENCODED.test(shown) && WIDE_DOMAIN.test(shown) && !EDGE_HYPHEN.test(shown) && domainToASCII(shown) === ascii;
}

function toLowerNfc(text: string): string {
  return text.normalize('NFC').toLowerCase().normalize('NFC');
}
