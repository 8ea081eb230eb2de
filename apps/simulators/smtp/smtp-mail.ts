import { createHash, randomUUID } from 'node:crypto';
import PostalMime, { type Attachment } from 'postal-mime';
import { bareMessageId } from '../server/exchange.js';
import { checkSignatures, isWithin, type SignatureCheck, type DkimKeys } from './dkim.js';

/** Shown part of HTML and text. */
const SHOWN_CHARACTERS = 64 * 1024;
/** A larger message is parsed at arrival, so that the log does not hold its files. */
const MAX_UNPARSED_BYTES = 64 * 1024;
/** Part of the message that has the Message-ID. */
const HEAD_BYTES = 16 * 1024;

/** A raw message. */
export interface Mail {
  raw: Buffer;
  /** Local part of Message-ID, without Herald's token; generated when the message has none. */
  id: string;
  /** Bytes of the whole message. */
  size: number;
  isTooLarge: boolean;
  signatures: SignatureCheck[];
}

/** The parts of a message in the log. */
type MailParts = Awaited<ReturnType<typeof parseParts>>;

/** @param storing  false: reads everything and stores nothing */
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
 * True where a receiver treats a message as forged (RFC 7489): the sender's domain has a key, and no valid signature of
 * that domain is there.
 */
export function isForged(mail: Mail, keys: DkimKeys): boolean {
  const from = /^from:(?:[^\r]|\r\n[ \t])*?@([\w.-]+)>?[ \t]*\r?$/im.exec(readHead(mail.raw))?.[1] ?? '';
  return (
    keys.covers(from) &&
    !mail.signatures.some((signature) => signature.verdict === 'pass' && isWithin(from, signature.domain))
  );
}

/** Makes the parts of a message on demand. */
export async function prepareParts(mail: Mail): Promise<() => MailParts | Promise<MailParts>> {
  if (mail.size <= MAX_UNPARSED_BYTES) {
    return () => parseParts(mail);
  }
  const parts = await parseParts(mail);
  return () => parts;
}

async function parseParts({ raw, size, signatures }: Mail) {
  const { headers, subject, from, html, text, attachments } = await PostalMime.parse(raw);
  return {
    subject,
    from,
    headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
    html: html?.slice(0, SHOWN_CHARACTERS),
    text: text?.slice(0, SHOWN_CHARACTERS),
    attachments: attachments.map(describeFile),
    size,
    ...(signatures.length > 0 && { dkim: signatures }),
  };
}

function describeFile({ filename, mimeType, disposition, contentId, content }: Attachment) {
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
  const id = /^message-id:\s*<([^@>]+)/im.exec(readHead(raw))?.[1];
  return id === undefined ? randomUUID() : bareMessageId(id);
}

function readHead(raw: Buffer): string {
  const end = raw.indexOf('\r\n\r\n');
  return raw.toString('latin1', 0, Math.min(end < 0 ? raw.length : end, HEAD_BYTES));
}
