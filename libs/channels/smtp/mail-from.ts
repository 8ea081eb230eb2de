import { domainToASCII } from 'node:url';
import type { EmailPayload, SmtpCredentials } from '../sender/channels.types.js';

/** Whose mail it is: the From address, and where answers go if that is somebody else. */
export interface MailFrom {
  from: string;
  replyTo?: string;
}

/**
 * The sender of one message. A message may name an address of the account's own domains: those of `from`, of the DKIM
 * key and of `fromDomains`, with all below them. An address of another domain would fail DMARC (RFC 7489, section 3.1) at
 * the receiver and harm the account's name: then the account's own address sends, and the one asked for gets the answers.
 * A simulated relay has no domain of its own and lets everybody be the sender.
 */
export function resolveMailFrom(
  { fromAddress }: Pick<EmailPayload, 'fromAddress'>,
  { from, fromDomains = [], dkim }: Pick<SmtpCredentials, 'from' | 'fromDomains' | 'dkim'>,
  isSimulated: boolean,
): MailFrom {
  if (fromAddress === undefined || fromAddress === from) {
    return { from };
  }
  const ownDomains = [getDomain(from), ...(dkim ? [dkim.domain] : []), ...fromDomains].map(normalizeDomain);
  const requestedDomain = normalizeDomain(getDomain(fromAddress));
  const isOwn = ownDomains.some((domain) => requestedDomain === domain || requestedDomain.endsWith(`.${domain}`));
  return isSimulated || isOwn ? { from: fromAddress } : { from, replyTo: fromAddress };
}

/** What stands behind the last @. */
export function getDomain(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

function normalizeDomain(domain: string): string {
  return domainToASCII(domain) || domain.toLowerCase();
}
