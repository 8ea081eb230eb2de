/** Encoding and segments of a text message. */
export interface SmsSegments {
  /** GSM-7 where the text fits its alphabet, else UCS-2. */
  encoding: 'GSM-7' | 'UCS-2';
  /** Segments that are sent and paid for; 0 for an empty text. */
  segments: number;
  /**
   * Length in units of the encoding. GSM-7 counts septets, two for an extended character. UCS-2 counts UTF-16 units,
   * two or more for an emoji.
   */
  characters: number;
  /** Units of one segment of this text. */
  perSegment: number;
}

/** 3GPP TS 23.038, section 6.2.1: the default alphabet, without the escape. */
const BASIC_ALPHABET = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
    '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Section 6.2.1.1: the escape makes each of them two septets. */
const EXTENDED_ALPHABET = new Set('\f^{}\\[~]|€');

/**
 * Units of a single segment, and of one of several. Several have a header of 6 octets (3GPP TS 23.040, section
 * 9.2.3.24.1).
 */
const SEGMENT_UNITS = { 'GSM-7': { alone: 160, part: 153 }, 'UCS-2': { alone: 70, part: 67 } } as const;

/** Twilio, `Body`: 1600 characters in any encoding. */
export const MAX_SMS_CHARACTERS = 1600;

/** Counts the segments of a text. An extended character or a surrogate pair is never split over segments. */
export function countSmsSegments(text: string): SmsSegments {
  const points = Array.from(text);
  const isGsm = points.every((point) => BASIC_ALPHABET.has(point) || EXTENDED_ALPHABET.has(point));
  const encoding = isGsm ? 'GSM-7' : 'UCS-2';
  const widths = points.map((point) => (isGsm ? (EXTENDED_ALPHABET.has(point) ? 2 : 1) : point.length));
  const characters = widths.reduce((sum, width) => sum + width, 0);
  const { alone, part } = SEGMENT_UNITS[encoding];
  return characters <= alone
    ? { encoding, segments: characters === 0 ? 0 : 1, characters, perSegment: alone }
    : { encoding, segments: countSegments(widths, part), characters, perSegment: part };
}

/** Counts the segments that units fill in order. */
function countSegments(widths: readonly number[], room: number): number {
  let segments = 1;
  let used = 0;
  for (const width of widths) {
    if (used + width > room) {
      segments += 1;
      used = 0;
    }
    used += width;
  }
  return segments;
}
