import type { EmailPayload, Outgoing } from './channels.types.js';

/** Longest address (RFC 5321, 4.5.3.1.3). */
const LONGEST_ADDRESS = 254;
const ADDRESS = /^[^\s@<>()[\],;:\\"\p{Cc}]+@[^\s@<>()[\],;:\\"\p{Cc}]+$/u;
const HEADER_NAME = /^[A-Za-z0-9][A-Za-z0-9-]{0,75}$/;
/** Headers that say who and what a message is; they come from their own fields only. */
const OWN_HEADERS = new Set([
  'from',
  'sender',
  'to',
  'cc',
  'bcc',
  'subject',
  'date',
  'message-id',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'return-path',
  'received',
  'dkim-signature',
]);

export interface MailFields {
  messageId: string;
  from: { name: string; address: string };
  to: { name: string; address: string };
  envelope: { from: string; to: string[] };
  subject: string;
  html?: string;
  text?: string;
  headers: Record<string, string>;
}

/** Whether a text can be the address of one mailbox. Quoted local parts are not taken. */
export function isMailbox(address: string): boolean {
  return address.length <= LONGEST_ADDRESS && ADDRESS.test(address);
}

/**
 * A message's fields with nothing in them that could begin a header of its own: one line each, plain addresses, and only
 * header names that do not compete with the fields. The caller has judged both addresses with `isMailbox`.
 */
export function mailFields(item: Outgoing<'smtp'>, from: string): MailFields {
  const { payload } = item;
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return {
    messageId: `<${item.messageId}@${domain}>`,
    from: { name: oneLine(payload.fromName ?? ''), address: from },
    to: { name: '', address: item.address },
    envelope: { from, to: [item.address] },
    subject: oneLine(payload.subject),
    ...(payload.html !== undefined && { html: payload.html }),
    ...(payload.text !== undefined && { text: payload.text }),
    headers: safeHeaders(payload),
  };
}

function safeHeaders({ headers = {} }: EmailPayload): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => HEADER_NAME.test(name) && !OWN_HEADERS.has(name.toLowerCase()))
      .map(([name, value]) => [name, oneLine(value)]),
  );
}

function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim();
}
