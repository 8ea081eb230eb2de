import type { Rendered } from '../model/message.types.js';

/** A sender adds `"heraldId":"<36 characters>",`. */
const MESSAGE_ID_BYTES = 50;
/** For web push, and for what an Android app draws, it also adds `"tag":"<at most 64 characters>",`. */
const TAG_BYTES = 73;

/** Apple, "Generating a remote notification": 4 KB. */
const MAX_APNS_BYTES = 4096 - MESSAGE_ID_BYTES;
/** FCM, "About FCM messages": 4096 bytes for notification and data. Their JSON is never shorter. */
const MAX_FCM_BYTES = 4096 - MESSAGE_ID_BYTES;
/** RFC 8291, section 4: a body of 4096 bytes without header (86), padding delimiter (1) and tag (16). */
const MAX_WEB_PUSH_BYTES = 4096 - 86 - 1 - 16 - MESSAGE_ID_BYTES - TAG_BYTES;

/**
 * How large a payload is.
 *
 * @property bytes  of what the provider counts; of an e-mail its subject, text and HTML
 * @property limit  bytes that fit, without what the sender adds; null: another limit holds
 */
export interface PayloadSize {
  bytes: number;
  limit: number | null;
}

/** The size of a rendered message, by the rule of its provider. */
export function measurePayload(rendered: Extract<Rendered, { kind: 'ok' }>): PayloadSize {
  switch (rendered.channel) {
    case 'apns':
      return { bytes: jsonBytes(rendered.payload.body), limit: MAX_APNS_BYTES };
    case 'fcm':
      return {
        bytes: jsonBytes(rendered.payload.message),
        limit: MAX_FCM_BYTES - (rendered.payload.isDrawnByApp ? TAG_BYTES : 0),
      };
    case 'webpush':
      return { bytes: jsonBytes(rendered.payload.body), limit: MAX_WEB_PUSH_BYTES };
    case 'smtp': {
      const { subject, html = '', text = '' } = rendered.payload;
      return { bytes: [subject, html, text].reduce((sum, part) => sum + Buffer.byteLength(part), 0), limit: null };
    }
    case 'sms':
      return { bytes: Buffer.byteLength(rendered.payload.body), limit: null };
  }
}

/** Whether a push is within the limit of its provider. */
export function fitsPush(rendered: Extract<Rendered, { kind: 'ok' }>): boolean {
  const { bytes, limit } = measurePayload(rendered);
  return limit === null || bytes <= limit;
}

function jsonBytes(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}
