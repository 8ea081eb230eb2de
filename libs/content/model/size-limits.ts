import type { ApnsPayload, FcmPayload, SmsPayload, WebPushPayload } from '#libs/channels';

/** A sender adds `"heraldId":"<36 characters>",`. */
const MESSAGE_ID_BYTES = 50;
/** For web push it also adds `"tag":"<at most 64 characters>",`. */
const TAG_BYTES = 73;

/** Apple, "Generating a remote notification": 4 KB. */
const MAX_APNS_BYTES = 4096 - MESSAGE_ID_BYTES;
/** FCM, "About FCM messages": 4096 bytes for notification and data. Their JSON is never shorter. */
const MAX_FCM_BYTES = 4096 - MESSAGE_ID_BYTES;
/** RFC 8291, section 4: a body of 4096 bytes without header (86), padding delimiter (1) and tag (16). */
const MAX_WEB_PUSH_BYTES = 4096 - 86 - 1 - 16 - MESSAGE_ID_BYTES - TAG_BYTES;
/** Twilio, `Body`: 1600 characters in any encoding. */
const MAX_SMS_CHARACTERS = 1600;
/**
 * Segments of 1600 characters of the GSM alphabet. A text in UCS-2 has the same limit, because carriers refuse longer
 * ones (Twilio, error 30019).
 */
const MAX_SMS_SEGMENTS = 11;

export function fitsApns(payload: ApnsPayload): boolean {
  return jsonBytes(payload.body) <= MAX_APNS_BYTES;
}

export function fitsFcm(payload: FcmPayload): boolean {
  return jsonBytes(payload.message) <= MAX_FCM_BYTES;
}

export function fitsWebPush(payload: WebPushPayload): boolean {
  return jsonBytes(payload.body) <= MAX_WEB_PUSH_BYTES;
}

export function fitsSms(payload: SmsPayload): boolean {
  return payload.body.length <= MAX_SMS_CHARACTERS && payload.segments <= MAX_SMS_SEGMENTS;
}

function jsonBytes(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}
