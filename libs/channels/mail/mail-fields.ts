import type { Readable } from 'node:stream';
import type { EmailPayload, MailAttachment, Outgoing } from '../sender/channels.types.js';
import { domainOfMailbox } from '#platform/spelling';
import type { MailFrom } from './mail-from.js';

const HEADER_NAME_PATTERN = /^[A-Za-z0-9][A-Za-z0-9-]{0,75}$/;
/** Headers with a field of their own in the request; custom headers must not set them. */
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

/** A file as nodemailer expects it. */
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
  /** Images in the HTML with a `data:` URL become parts of their own: most mail readers show no others. */
  attachDataUrls?: true;
}

/**
 * The fields of a message. None of them can start a header of its own: texts are single lines, addresses are plain, and
 * custom headers do not override fields. The caller has checked all addresses with `fitsEnvelope`.
 */
export function createMailFields(item: Outgoing<'smtp'>, { from, replyTo }: MailFrom): MailFields {
  const { payload } = item;
  const { html, text, attachments = [] } = payload;
  return {
    messageId: `<${item.reportId ?? item.messageId}@${domainOfMailbox(from)}>`,
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
 * Approximate size of a message in transfer, for `SIZE=` (RFC 1870, section 6.1): a relay can refuse a message that is
 * too large before it is sent. Base64 with line ends turns 57 bytes into 78.
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
