import { domainOfMailbox, toAsciiDomain } from '#platform/spelling';
import type { EmailPayload } from '../sender/payload.types.js';
import type { DkimKey } from './dkim-key.js';

/** The senders that an account may use. */
export interface MailSenderAccount {
  /** Sender address of messages that name none. */
  from: string;
  /** More domains that a message may use for its sender, besides those of `from` and `dkim`. */
  fromDomains?: string[] | undefined;
  dkim?: DkimKey | undefined;
}

/** The From address, and the Reply-To address where it differs. */
export interface MailFrom {
  from: string;
  replyTo?: string;
}

/**
 * Finds the sender of a message. A message may use an address of the account's own domains: those of `from`, of the
 * DKIM key and of `fromDomains`, and their subdomains. An address of another domain would fail DMARC (RFC 7489, section
 * 3.1) and harm the account's reputation. The account's own address is then the sender, and the requested address
 * receives the replies. A simulated relay accepts every sender.
 */
export function resolveMailFrom(
  { fromAddress }: Pick<EmailPayload, 'fromAddress'>,
  { from, fromDomains = [], dkim }: MailSenderAccount,
  isSimulated: boolean,
): MailFrom {
  if (fromAddress === undefined || fromAddress === from) {
    return { from };
  }
  const ownDomains = [domainOfMailbox(from), ...[...(dkim ? [dkim.domain] : []), ...fromDomains].map(toAsciiDomain)];
  const requestedDomain = domainOfMailbox(fromAddress);
  const isOwn = ownDomains.some((domain) => requestedDomain === domain || requestedDomain.endsWith(`.${domain}`));
  return isSimulated || isOwn ? { from: fromAddress } : { from, replyTo: fromAddress };
}
