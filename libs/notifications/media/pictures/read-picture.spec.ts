import { describe, expect, it } from 'vitest';
import { AppError } from '#platform/errors';
import { HOSTILE_FILES } from '../../../../test/support/media/hostile-files.js';
import {
  canvas,
  chunk,
  exif,
  frame,
  gif,
  GIF_LOOP,
  gifComment,
  jpeg,
  png,
  riffChunk,
  segment,
  webp,
  webpImage,
} from '../../../../test/support/media/pictures.js';
import { readPicture } from './read-picture.js';

function faultOf(bytes: Buffer): string | undefined {
  try {
    readPicture(bytes);
    return undefined;
  } catch (error) {
    return error instanceof AppError ? error.field : String(error);
  }
}

const keepParts = (bytes: Buffer): Buffer => Buffer.concat(readPicture(bytes).parts);

describe('readPicture', () => {
  it.each([
    ['PNG', png(), { type: 'image/png', width: 4, height: 3, frames: 1 }],
    ['JPEG', jpeg(), { type: 'image/jpeg', width: 5, height: 4, frames: 1 }],
    ['GIF', gif(), { type: 'image/gif', width: 1, height: 1, frames: 1 }],
    ['a moving GIF', gif({ frames: 3, blocks: [GIF_LOOP] }), { type: 'image/gif', frames: 3 }],
    ['a moving PNG', png({ more: [chunk('acTL', '\0\0\0\x02\0\0\0\0')] }), { type: 'image/png', frames: 2 }],
    ['WebP', webp(webpImage(7, 6)), { type: 'image/webp', width: 7, height: 6, frames: 1 }],
    ['an extended WebP', webp(canvas(7, 6), webpImage(7, 6)), { type: 'image/webp', width: 7, height: 6 }],
    ['a moving WebP', webp(canvas(9, 9, 2), frame(9, 9), frame(4, 4)), { width: 9, height: 9, frames: 2 }],
    ['the widest', png({ width: 8192, height: 1 }), { width: 8192 }],
  ])('The type of %s is read from its bytes, and the picture is kept byte by byte', (_, bytes, expected) => {
    expect(readPicture(bytes)).toMatchObject(expected);
    expect(keepParts(bytes).equals(bytes)).toBe(true);
  });

  it('A picture loses metadata that does not draw it, such as comments and EXIF data', () => {
    const plain = { png: png(), jpeg: jpeg(), gif: gif() };
    expect(keepParts(png({ more: [chunk('tEXt', 'Author\0Ada'), chunk('eXIf', 'MM'), chunk('vpAg', 'x')] }))).toEqual(
      plain.png,
    );
    expect(keepParts(jpeg({ more: [segment(0xfe, 'by Ada'), segment(0xed, 'Photoshop 3.0\0'), exif(1)] }))).toEqual(
      plain.jpeg,
    );
    expect(keepParts(gif({ blocks: [gifComment('by Ada')] }))).toEqual(plain.gif);
    const withData = webp(
      canvas(7, 6, 0x0c),
      webpImage(7, 6),
      riffChunk('EXIF', Buffer.from('MM')),
      riffChunk('XMP ', Buffer.from('<x>')),
    );
    expect(keepParts(withData)).toEqual(webp(canvas(7, 6), webpImage(7, 6)));
  });

  it('A JPEG keeps the orientation of the camera and loses its location', () => {
    const turned = keepParts(jpeg({ more: [exif(6)] }));
    expect(turned.includes('GPS')).toBe(false);
    expect(turned.includes(Buffer.from('12010300010000000600', 'hex'))).toBe(true);
    expect(keepParts(turned), 'of what was kept all is kept').toEqual(turned);
  });
});

describe('Refused pictures', () => {
  it.each(HOSTILE_FILES)('readPicture refuses %s with the field %s', (_, fault, bytes) => {
    expect(faultOf(bytes)).toBe(fault);
  });

  it('A picture that is cut off at any byte is refused', () => {
    for (const whole of [
      png(),
      jpeg({ more: [exif(6)] }),
      gif({ frames: 2, blocks: [GIF_LOOP] }),
      webp(canvas(9, 9), frame(9, 9)),
    ]) {
      const ends = Array.from({ length: whole.length }, (_, length) => faultOf(whole.subarray(0, length)));
      expect(ends.every((fault) => fault === 'damaged' || fault === 'kind')).toBe(true);
    }
  });

  it('A picture with any changed byte is accepted or refused with a known reason, never with another error', () => {
    const seen = new Set<string | undefined>();
    for (const whole of [
      png(),
      jpeg({ more: [exif(6)] }),
      gif({ blocks: [GIF_LOOP] }),
      webp(canvas(9, 9), frame(9, 9)),
    ]) {
      for (let at = 0; at < whole.length; at += 1) {
        for (const value of [0, 1, 0x7f, 0x80, 0xff]) {
          const changed = Buffer.from(whole);
          changed[at] = value;
          seen.add(faultOf(changed));
        }
      }
    }
    const known = [undefined, 'kind', 'damaged', 'behind', 'markup', 'dimensions', 'frames'];
    expect([...seen].filter((fault) => !known.includes(fault))).toEqual([]);
  });
});
