/** How a text travels by SMS. */
export interface SmsSegments {
  /** GSM-7 where the text fits its alphabet, else UCS-2. */
  encoding: 'GSM-7' | 'UCS-2';
  /** Messages that are sent and paid for; 0 for an empty text. */
  segments: number;
  /** Length in units of the encoding: septets, an extended character takes two; or UTF-16 units, an emoji takes two or more. */
  characters: number;
  /** Units that one segment of this text holds. */
  perSegment: number;
}

/** 3GPP TS 23.038, section 6.2.1: the default alphabet, without the escape. */
const BASIC_ALPHABET = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
    '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Section 6.2.1.1: reached through the escape, so that each takes two septets. */
const EXTENDED_ALPHABET = new Set('\f^{}\\[~]|€');

/** Units of a message alone, and of one of several, which carries a header of 6 octets (3GPP TS 23.040, section 9.2.3.24.1). */
const SEGMENT_UNITS = { 'GSM-7': { alone: 160, part: 153 }, 'UCS-2': { alone: 70, part: 67 } } as const;

/** Counts what a text costs. What takes two units, an extended character or a surrogate pair, is never split over segments. */
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

/** Segments that units need when they are laid into them in order. */
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
