/** Values in one list. Larger audiences need a segment. */
export const MAX_VALUES = 10_000;
/** Longer than any stored extId, name or device token (a web push subscription included). */
export const MAX_TEXT_LENGTH = 8192;
