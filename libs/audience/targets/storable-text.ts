/** Values in one list. Larger audiences need a segment. */
export const MAX_VALUES = 10_000;
/** Longer than any stored extId, name or device token (a web push subscription included). */
export const MAX_TEXT_LENGTH = 8192;
/** Characters that `text` (NUL) and `jsonb` (half a surrogate pair) of Postgres cannot store. */
export const UNSTORABLE_PATTERN = /\0|\p{Surrogate}/u;
