import { checkDimensions, cut, need, type Picture } from './picture.js';

/** Introducers of blocks (GIF 89a, appendix A). */
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;
/** They say how often the picture is repeated. */
const LOOPS = ['NETSCAPE2.0', 'ANIMEXTS1.0'];

export function isGif(bytes: Buffer): boolean {
  return ['GIF87a', 'GIF89a'].includes(bytes.toString('latin1', 0, 6));
}

/** Reads a GIF block by block. Comments, texts and data of programs are left out. @throws AppError */
export function readGif(bytes: Buffer): Picture {
  const head = cut(bytes, 0, 13);
  const screen = { width: head.readUInt16LE(6), height: head.readUInt16LE(8) };
  checkDimensions(screen);
  let at = 13 + colourBytes(head[10] ?? 0);
  const parts = [cut(bytes, 0, at)];
  for (let frames = 0; ;) {
    const from = at;
    const kind = cut(bytes, at, 1)[0];
    if (kind === TRAILER) {
      need(frames > 0);
      need(at + 1 === bytes.length, 'behind');
      parts.push(bytes.subarray(at));
      return { type: 'image/gif', ...screen, frames, parts };
    }
    need(kind === EXTENSION || kind === IMAGE);
    if (kind === IMAGE) {
      const image = cut(bytes, at, 10);
      const place = { width: image.readUInt16LE(5), height: image.readUInt16LE(7) };
      need(
        image.readUInt16LE(1) + place.width <= screen.width && image.readUInt16LE(3) + place.height <= screen.height,
      );
      frames += 1;
      checkDimensions(screen, frames);
      // The size of the codes follows the colours.
      at = findBlockEnd(bytes, at + 10 + colourBytes(image[9] ?? 0) + 1);
      parts.push(bytes.subarray(from, at));
    } else {
      at = findBlockEnd(bytes, at + 2);
      parts.push(...keepExtension(bytes.subarray(from, at)));
    }
  }
}

/** A table of colours follows where its flag is set. */
function colourBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** Content lies in pieces, each behind its length; one of length zero ends it. */
function findBlockEnd(bytes: Buffer, from: number): number {
  let at = from;
  for (;;) {
    const length = cut(bytes, at, 1)[0] ?? 0;
    cut(bytes, at + 1, length);
    at += 1 + length;
    if (length === 0) {
      return at;
    }
  }
}

function keepExtension(block: Buffer): Buffer[] {
  const isControl = block[1] === GRAPHIC_CONTROL && block.length === 8;
  // A name of eleven bytes, one piece of three with the number, and the end.
  const isLoop = block[1] === APPLICATION && LOOPS.includes(block.toString('latin1', 3, 14)) && block.length === 19;
  return isControl || isLoop ? [block] : [];
}
