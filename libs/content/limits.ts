import type { ApnsPayload, FcmPayload, SmsPayload, WebPushPayload } from '#libs/channels';

/** What a sender splices in: `"heraldId":"<36 characters>",`. */
const MESSAGE_ID = 50;
/** And for web push `"tag":"<at most 64 characters>",`. */
const TAG = 73;

/** Apple, "Generating a remote notification": 4 KB. */
const APNS = 4096 - MESSAGE_ID;
/** FCM, "About FCM messages": 4096 bytes for notification and data. Counted as JSON, which is never less. */
const FCM = 4096 - MESSAGE_ID;
/** RFC 8291, section 4: 4096 bytes of body, less header (86), padding delimiter (1) and tag (16). */
const WEB_PUSH = 4096 - 86 - 1 - 16 - MESSAGE_ID - TAG;
/** Twilio, `Body`: 1600 characters, whatever the encoding. */
const SMS = 1600;
/** What 1600 characters of the GSM alphabet take. A text in UCS-2 takes no more; carriers refuse longer ones (Twilio, error 30019). */
const SMS_SEGMENTS = 11;

export function fitsApns(payload: ApnsPayload): boolean {
  return jsonBytes(payload.body) <= APNS;
}

export function fitsFcm(payload: FcmPayload): boolean {
  return jsonBytes(payload.message) <= FCM;
}

export function fitsWebPush(payload: WebPushPayload): boolean {
  return jsonBytes(payload.body) <= WEB_PUSH;
}

export function fitsSms(payload: SmsPayload): boolean {
  return payload.body.length <= SMS && payload.segments <= SMS_SEGMENTS;
}

function jsonBytes(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}
