import { createHash, randomUUID } from 'node:crypto';
import PostalMime, { type Attachment } from 'postal-mime';
import { checkSignatures, isWithin, type DkimFinding, type DkimKeys } from './dkim.js';

/** Of HTML and text so much is shown. */
const SHOWN_CHARACTERS = 64 * 1024;
/** A larger message is taken apart when it comes, so that the log does not hold its files. */
const KEPT_WHOLE = 64 * 1024;
/** Of a message that is not stored, this much is read for its Message-ID. */
const HEAD_BYTES = 16 * 1024;

/** A message as it came over the wire. */
export interface Mail {
  raw: Buffer;
  /** Local part of Message-ID; one of the simulator's own when the message has none. */
  id: string;
  /** Bytes that were sent. */
  size: number;
  isTooLarge: boolean;
  signatures: DkimFinding[];
}

/** What deliveries show of a message. */
type MailParts = Awaited<ReturnType<typeof partsOf>>;

/** @param storing  false: all is read and nothing kept */
export async function readMail(
  stream: AsyncIterable<Buffer> & { sizeExceeded: boolean },
  storing: boolean,
  keys: DkimKeys,
): Promise<Mail> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    if (storing && !stream.sizeExceeded) {
      chunks.push(chunk);
    }
    size += chunk.length;
  }
  const raw = Buffer.concat(chunks);
  return {
    raw,
    size,
    id: storing ? messageId(raw) : '',
    isTooLarge: stream.sizeExceeded,
    signatures: checkSignatures(raw, keys),
  };
}

/**
 * Whether a receiver would take a message for forged (RFC 7489): its sender's domain has a key, and no good signature of
 * that domain stands on it.
 */
export function isForged(mail: Mail, keys: DkimKeys): boolean {
  const from = /^from:(?:[^\r]|\r\n[ \t])*?@([\w.-]+)>?[ \t]*\r?$/im.exec(headOf(mail.raw))?.[1] ?? '';
  return keys.covers(from) && !mail.signatures.some((each) => each.verdict === 'pass' && isWithin(from, each.domain));
}

/** Gives the parts of a message when somebody asks for them. */
export async function showing(mail: Mail): Promise<() => MailParts | Promise<MailParts>> {
  if (mail.size <= KEPT_WHOLE) {
    return () => partsOf(mail);
  }
  const parts = await partsOf(mail);
  return () => parts;
}

async function partsOf({ raw, size, signatures }: Mail) {
  const { headers, subject, from, html, text, attachments } = await PostalMime.parse(raw);
  return {
    subject,
    from,
    headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
    html: html?.slice(0, SHOWN_CHARACTERS),
    text: text?.slice(0, SHOWN_CHARACTERS),
    attachments: attachments.map(fileOf),
    size,
    ...(signatures.length > 0 && { dkim: signatures }),
  };
}

function fileOf({ filename, mimeType, disposition, contentId, content }: Attachment) {
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content));
  return {
    filename,
    mimeType,
    disposition,
    ...(contentId !== undefined && { contentId }),
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
}

function messageId(raw: Buffer): string {
  return /^message-id:\s*<([^@>]+)/im.exec(headOf(raw))?.[1] ?? randomUUID();
}

function headOf(raw: Buffer): string {
  const end = raw.indexOf('\r\n\r\n');
  return raw.toString('latin1', 0, Math.min(end < 0 ? raw.length : end, HEAD_BYTES));
}
