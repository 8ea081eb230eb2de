import type { EmailPayload, MailAttachment, PayloadByChannel } from '#libs/channels';
import type { Rendered } from '#libs/content';
import { MAX_EMAIL_BYTES } from './attachments.types.js';

type Payload = PayloadByChannel[keyof PayloadByChannel];
type Files = readonly Pick<MailAttachment, 'size'>[];

/** Bytes of message and files before transfer encoding; the text part, which repeats the HTML, does not count. */
export function emailBytes({ subject, html = '' }: Pick<EmailPayload, 'subject' | 'html'>, files: Files): number {
  return files.reduce((sum, { size }) => sum + size, Buffer.byteLength(subject) + Buffer.byteLength(html));
}

/** An e-mail that is larger than 10 MB with its files for this recipient fails for this recipient. */
export function heedFiles(rendered: Rendered, files: Files): Rendered {
  const isTooLarge =
    files.length > 0 &&
    rendered.kind === 'ok' &&
    rendered.channel === 'smtp' &&
    emailBytes(rendered.payload, files) > MAX_EMAIL_BYTES;
  return isTooLarge ? { kind: 'failed', reason: 'PAYLOAD_TOO_LARGE' } : rendered;
}

/** An e-mail with its files; other payloads have none. */
export function withFiles(payload: Payload, attachments: readonly MailAttachment[]): Payload {
  return attachments.length > 0 && 'subject' in payload ? { ...payload, attachments } : payload;
}
