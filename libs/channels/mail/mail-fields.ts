import type { Readable } from 'node:stream';
import type { Outgoing } from '../sender/channels.types.js';
import type { EmailPayload, MailAttachment } from '../sender/payload.types.js';
import { domainOfMailbox, toAsciiDomain } from '#platform/spelling';
import { cleanFileName } from './file-name.js';
import type { MailFrom } from './mail-from.js';
import { encodeHeaderText } from './header-text.js';
import { replaceShownFiles } from './shown-files.js';

/** Characters of a file's name in its Content-ID. */
const MAX_ATOM = 60;
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
  const { text, attachments = [] } = payload;
  const { html, ids } = showFiles(payload, `${item.messageId}@${toAsciiDomain(domainOfMailbox(from))}`);
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
    subject: encodeHeaderText(toSingleLine(payload.subject)),
    ...(html !== undefined && { html: toLines(html) }),
    ...(html?.includes('data:image/') === true && { attachDataUrls: true }),
    ...(text !== undefined && { text: toLines(text) }),
    headers: filterHeaders(payload),
    ...(attachments.length > 0 && {
      attachments: attachments.map((file, index) => createFileFields(file, ids.get(index))),
    }),
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

/**
 * The HTML with Content-IDs in place of the names of files, and these ids by the index of the file. Of several files with one
 * name the first is shown.
 *
 * @param end  of all ids: the right side of a msg-id
 */
function showFiles(
  { html, attachments = [] }: EmailPayload,
  end: string,
): { html: string | undefined; ids: ReadonlyMap<number, string> } {
  const ids = new Map<number, string>();
  if (html === undefined || attachments.length === 0) {
    return { html, ids };
  }
  const names = attachments.map(({ name }) => cleanFileName(name));
  const shown = replaceShownFiles(html, (wanted) => {
    const index = names.findIndex((name) => wanted.includes(name));
    if (index < 0) {
      return undefined;
    }
    const id = `${toAtom(names[index] ?? '')}.${index + 1}.${end}`;
    ids.set(index, id);
    return id;
  });
  return { html: shown, ids };
}

/** A name as the left side of a msg-id may have it (RFC 5322, section 3.2.3): recognizable, and always legal. */
function toAtom(name: string): string {
  return name
    .replace(/[^\dA-Za-z]+/g, (other) => (other === '.' ? '.' : '-'))
    .replace(/^[.-]+/, '')
    .slice(0, MAX_ATOM)
    .replace(/[.-]+$/, '')
    .replace(/^$/, 'file');
}

function createFileFields({ name, type, open }: MailAttachment, cid: string | undefined): FileFields {
  return {
    filename: toSingleLine(name),
    contentType: toSingleLine(type),
    content: open(),
    contentTransferEncoding: 'base64',
    ...(cid === undefined ? { contentDisposition: 'attachment' } : { cid, contentDisposition: 'inline' }),
  };
}

function filterHeaders({ headers = {} }: EmailPayload): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => HEADER_NAME_PATTERN.test(name) && !RESERVED_HEADERS.has(name.toLowerCase()))
      .map(([name, value]) => [name, toSingleLine(value)]),
  );
}

/** A carriage return alone ends a line for people, and breaks the protocol (RFC 5321, section 2.3.8). */
function toLines(text: string): string {
  return text.replace(/\r(?!\n)/g, '\n');
}

function toSingleLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim();
}
