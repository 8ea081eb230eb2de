import type { EmailPayload, MailAttachment, PayloadByChannel } from '#libs/channels';
import type { Rendered } from '#libs/content';
import { MAX_EMAIL_BYTES } from './attachment.types.js';

type Payload = PayloadByChannel[keyof PayloadByChannel];
type FileSizes = readonly Pick<MailAttachment, 'size'>[];

/** Bytes of message and files before transfer encoding. The text part repeats the HTML and does not count. */
export function countEmailBytes(
  { subject, html = '' }: Pick<EmailPayload, 'subject' | 'html'>,
  files: FileSizes,
): number {
  return files.reduce((sum, { size }) => sum + size, Buffer.byteLength(subject) + Buffer.byteLength(html));
}

/** Fails a rendered e-mail that is larger than 10 MB with its files. @param files  at least one */
export function checkEmailSize(rendered: Rendered, files: FileSizes): Rendered {
  const isTooLarge =
    rendered.kind === 'ok' && rendered.channel === 'smtp' && countEmailBytes(rendered.payload, files) > MAX_EMAIL_BYTES;
  return isTooLarge ? { kind: 'failed', reason: 'PAYLOAD_TOO_LARGE' } : rendered;
}

/** Adds the files to an e-mail; other payloads have none. */
export function addAttachments(payload: Payload, attachments: readonly MailAttachment[]): Payload {
  return attachments.length > 0 && 'subject' in payload ? { ...payload, attachments } : payload;
}
