/** A sender adds `"heraldId":"<36 characters>",`. */
const MESSAGE_ID_BYTES = 50;
/** For web push, and for what an Android app draws, it also adds `"tag":"<at most 64 characters>",`. */
export const TAG_BYTES = 73;

/** Apple, "Generating a remote notification": 4 KB. */
export const MAX_APNS_BYTES = 4096 - MESSAGE_ID_BYTES;
/** FCM, "About FCM messages": 4096 bytes for notification and data. Their JSON is never shorter. */
export const MAX_FCM_BYTES = 4096 - MESSAGE_ID_BYTES;
/** RFC 8291, section 4: a body of 4096 bytes without header (86), padding delimiter (1) and tag (16). */
export const MAX_WEB_PUSH_BYTES = 4096 - 86 - 1 - 16 - MESSAGE_ID_BYTES - TAG_BYTES;
