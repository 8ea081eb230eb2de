import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countSmsSegments } from './sms-segments.js';

const GSM = '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./019:;<=>?¡AZÄÖÑÜ§¿azäöñüà';
const EXTENDED = '\f^{}\\[~]|€';

describe('countSmsSegments', () => {
  it.each([
    ['', 'GSM-7', 0, 0, 160],
    ['a'.repeat(160), 'GSM-7', 1, 160, 160],
    ['a'.repeat(161), 'GSM-7', 2, 161, 153],
    ['a'.repeat(306), 'GSM-7', 2, 306, 153],
    ['a'.repeat(307), 'GSM-7', 3, 307, 153],
    ['€'.repeat(80), 'GSM-7', 1, 160, 160],
    [`${'€'.repeat(80)}a`, 'GSM-7', 2, 161, 153],
    ['ş', 'UCS-2', 1, 1, 70],
    ['ş'.repeat(70), 'UCS-2', 1, 70, 70],
    ['ş'.repeat(71), 'UCS-2', 2, 71, 67],
    ['😀'.repeat(35), 'UCS-2', 1, 70, 70],
    ['`', 'UCS-2', 1, 1, 70],
    ['ç', 'UCS-2', 1, 1, 70],
    ['\ud83d', 'UCS-2', 1, 1, 70],
  ] as const)('countSmsSegments counts the segments of %j', (text, encoding, segments, characters, perSegment) => {
    expect(countSmsSegments(text)).toEqual({ encoding, segments, characters, perSegment });
  });

  it('countSmsSegments does not split an extended character: 153 septets hold 76 of them', () => {
    expect(countSmsSegments('€'.repeat(152))).toMatchObject({ segments: 2, characters: 304 });
    expect(countSmsSegments('€'.repeat(153))).toMatchObject({ segments: 3, characters: 306 });
  });

  it('countSmsSegments does not split a surrogate pair: 67 units hold 33 of them', () => {
    expect(countSmsSegments('😀'.repeat(66))).toMatchObject({ segments: 2, characters: 132 });
    expect(countSmsSegments('😀'.repeat(67))).toMatchObject({ segments: 3, characters: 134 });
  });

  it('countSmsSegments uses GSM-7 exactly for texts of its alphabet', () => {
    const gsm = fc.string({ unit: fc.constantFrom(...Array.from(GSM), ...Array.from(EXTENDED)), maxLength: 400 });
    fc.assert(fc.property(gsm, (text) => countSmsSegments(text).encoding === 'GSM-7'));
    const strange = fc.constantFrom('ş', 'ğ', 'ı', 'İ', 'ç', '`', '“', '–', '😀', 'я', '中', '\t', '\u00a0');
    fc.assert(fc.property(gsm, strange, gsm, (a, b, c) => countSmsSegments(a + b + c).encoding === 'UCS-2'));
  });

  it('The segments of a text hold all its units, and each segment wastes at most one unit', () => {
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom(...Array.from(GSM), ...Array.from(EXTENDED)), maxLength: 2000 }),
      fc.string({ unit: 'grapheme', maxLength: 800 }),
      fc.string({ unit: 'binary', maxLength: 800 }),
    );
    fc.assert(
      fc.property(text, (value) => {
        const { segments, characters, perSegment } = countSmsSegments(value);
        expect(segments).toBeGreaterThanOrEqual(Math.ceil(characters / perSegment));
        expect(segments).toBeLessThanOrEqual(Math.ceil(characters / (perSegment - 1)));
      }),
      { numRuns: 2000 },
    );
  });

  it('More text never reduces the number of segments', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.string({ maxLength: 20 }), (text, more) => {
        expect(countSmsSegments(text + more).segments).toBeGreaterThanOrEqual(countSmsSegments(text).segments);
      }),
    );
  });
});
