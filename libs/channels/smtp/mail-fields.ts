import type { Readable } from 'node:stream';
import type { EmailPayload, MailAttachment, Outgoing } from '../sender/channels.types.js';
import { getDomain, type MailFrom } from './mail-from.js';

/** Longest address (RFC 5321, 4.5.3.1.3). */
const MAX_ADDRESS_LENGTH = 254;
const ADDRESS_PATTERN = /^[^\s@<>()[\],;:\\"\p{Cc}]+@[^\s@<>()[\],;:\\"\p{Cc}]+$/u;
const HEADER_NAME_PATTERN = /^[A-Za-z0-9][A-Za-z0-9-]{0,75}$/;
/** Headers that say who and what a message is; they come from their own fields only. */
const RESERVED_HEADERS = new Set([
  'from',
  'sender',
  'to',
  'cc',
  'bcc',
  'reply-to',
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

/** One file as nodemailer takes it. */
interface FileFields {
  filename: string;
  contentType: string;
  content: Readable;
  contentTransferEncoding: 'base64';
  contentDisposition: 'attachment' | 'inline';
  cid?: string;
}

export interface MailFields {
  messageId: string;
  from: { name: string; address: string };
  to: { name: string; address: string };
  replyTo?: { name: string; address: string };
  envelope: { from: string; to: string[]; size?: number };
  subject: string;
  html?: string;
  text?: string;
  headers: Record<string, string>;
  attachments?: FileFields[];
  /** Images that stand inside the HTML as `data:` become parts of their own: most readers show no others. */
  attachDataUrls?: true;
}

/** Whether a text can be the address of one mailbox. Quoted local parts are not taken. */
export function isMailbox(address: string): boolean {
  return address.length <= MAX_ADDRESS_LENGTH && ADDRESS_PATTERN.test(address);
}

/**
 * A message's fields with nothing in them that could begin a header of its own: one line each, plain addresses, and only
 * header names that do not compete with the fields. The caller has judged all addresses with `isMailbox`.
 */
export function createMailFields(item: Outgoing<'smtp'>, { from, replyTo }: MailFrom): MailFields {
  const { payload } = item;
  const { html, text, attachments = [] } = payload;
  return {
    messageId: `<${item.messageId}@${getDomain(from)}>`,
    from: { name: toSingleLine(payload.fromName ?? ''), address: from },
    to: { name: '', address: item.address },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    envelope: {
      from: item.returnPath ?? from,
      to: [item.address],
      ...(attachments.length > 0 && { size: estimateTransferSize(payload) }),
    },
    subject: toSingleLine(payload.subject),
    ...(html !== undefined && { html }),
    ...(html?.includes('data:image/') === true && { attachDataUrls: true }),
    ...(text !== undefined && { text }),
    headers: filterHeaders(payload),
    ...(attachments.length > 0 && { attachments: attachments.map((file) => createFileFields(file, html ?? '')) }),
  };
}

/**
 * About how many bytes a message has on the wire, for `SIZE=` (RFC 1870, section 6.1): a relay that takes no so large a
 * message says so before it is sent one. Base64 with line ends makes 78 bytes of 57.
 */
export function estimateTransferSize({ html = '', text = '', attachments = [] }: EmailPayload): number {
  const files = attachments.reduce((sum, { size }) => sum + size, 0);
  return Math.ceil(((Buffer.byteLength(html) + Buffer.byteLength(text) + files) * 78) / 57) + 4096;
}

function createFileFields({ name, type, open }: MailAttachment, html: string): FileFields {
  const filename = toSingleLine(name);
  const isShown = /^[\w.-]+$/.test(filename) && html.includes(`cid:${filename}`);
  return {
    filename,
    contentType: toSingleLine(type),
    content: open(),
    contentTransferEncoding: 'base64',
    ...(isShown ? { cid: filename, contentDisposition: 'inline' } : { contentDisposition: 'attachment' }),
  };
}

function filterHeaders({ headers = {} }: EmailPayload): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => HEADER_NAME_PATTERN.test(name) && !RESERVED_HEADERS.has(name.toLowerCase()))
      .map(([name, value]) => [name, toSingleLine(value)]),
  );
}

function toSingleLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim();
}
