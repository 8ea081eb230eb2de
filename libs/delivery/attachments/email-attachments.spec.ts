import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { MAX_EMAIL_BYTES } from './attachment.types.js';
import { countEmailBytes, checkEmailSize, addAttachments } from './email-attachments.js';

const file = (size: number) => ({ name: 'a.pdf', type: 'application/pdf', size, open: () => Readable.from([]) });
const email = {
  kind: 'ok',
  channel: 'smtp',
  payload: { subject: 'Grüße', html: '<p>ü</p>', text: 'ü' },
  shown: {},
} as const;
/** Bytes of subject and HTML, in UTF-8. */
const TEXT_BYTES = 7 + 9;

describe('E-mail with files', () => {
  it('countEmailBytes counts subject, HTML and files in bytes before transfer encoding', () => {
    expect(countEmailBytes(email.payload, [file(100), file(20)])).toBe(TEXT_BYTES + 120);
  });

  it('An e-mail above 10 MB fails, exact to the byte', () => {
    expect(checkEmailSize(email, [file(MAX_EMAIL_BYTES - TEXT_BYTES)])).toBe(email);
    expect(checkEmailSize(email, [file(MAX_EMAIL_BYTES - TEXT_BYTES + 1)])).toEqual({
      kind: 'failed',
      reason: 'PAYLOAD_TOO_LARGE',
    });
    expect(checkEmailSize(email, [])).toBe(email);
  });

  it('An e-mail carries its files, and other payloads carry none', () => {
    const files = [file(1)];
    expect(addAttachments(email.payload, files)).toEqual({ ...email.payload, attachments: files });
    expect(addAttachments(email.payload, [])).toBe(email.payload);
    const sms = { body: 'x', segments: 1 };
    expect(addAttachments(sms, files)).toBe(sms);
  });
});
