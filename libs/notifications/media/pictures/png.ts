import { crc32 } from 'node:zlib';
import { checkDimensions, cut, need, type Picture } from './picture.js';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/**
 * The chunks that draw the picture (PNG, third edition, sections 11.2 and 11.3). Texts, times and data of programs are
 * left out.
 */
const DRAWING = new Set('IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT bKGD pHYs cICP acTL fcTL fdAT'.split(' '));
/** A profile may be inflated by the reader. */
const MAX_PROFILE_BYTES = 64 * 1024;
/** Bit depths by colour type (section 11.2.1). */
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
/** A chunk has its length, its type and its checksum beside its content. */
const FRAME_BYTES = 12;

export function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE);
}

/** Reads a PNG chunk by chunk, with their checksums. @throws AppError */
export function readPng(bytes: Buffer): Picture {
  const parts: Buffer[] = [SIGNATURE];
  let head = { width: 0, height: 0 };
  let frames = 1;
  let hasContent = false;
  for (let at = SIGNATURE.length; ;) {
    const length = cut(bytes, at, 8).readUInt32BE(0);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const chunk = cut(bytes, at, length + FRAME_BYTES);
    const content = chunk.subarray(8, 8 + length);
    need(chunk.readUInt32BE(8 + length) === crc32(chunk.subarray(4, 8 + length)));
    need((type === 'IHDR') === (at === SIGNATURE.length));
    at += chunk.length;
    if (type === 'IHDR') {
      head = readHead(content);
    } else if (type === 'acTL') {
      need(length === 8);
      frames = content.readUInt32BE(0);
      checkDimensions(head, frames);
    }
    hasContent ||= type === 'IDAT';
    // A reader that does not know a chunk may pass it by where its type begins with a small letter (section 5.4).
    need(DRAWING.has(type) || /^[a-z][A-Za-z]{3}$/.test(type));
    if (DRAWING.has(type) && !(type === 'iCCP' && length > MAX_PROFILE_BYTES)) {
      parts.push(chunk);
    }
    if (type === 'IEND') {
      need(length === 0 && hasContent);
      need(at === bytes.length, 'behind');
      return { type: 'image/png', ...head, frames, parts };
    }
  }
}

function readHead(content: Buffer): { width: number; height: number } {
  need(content.length === 13);
  const [depth, colour, compression, filter, interlace] = content.subarray(8);
  need(DEPTHS[colour ?? -1]?.includes(depth ?? -1) === true);
  need(compression === 0 && filter === 0 && (interlace === 0 || interlace === 1));
  const head = { width: content.readUInt32BE(0), height: content.readUInt32BE(4) };
  checkDimensions(head);
  return head;
}
