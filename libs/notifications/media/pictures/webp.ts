import { checkDimensions, cut, need, type Picture } from './picture.js';

type Size = Pick<Picture, 'width' | 'height'>;
interface Chunk {
  type: string;
  content: Buffer;
  /** With its head and its padding. */
  whole: Buffer;
}

/** The flags of data that is left out (RFC 9649, section 2.7). */
const EXIF_FLAG = 0x08;
const XMP_FLAG = 0x04;
/** The chunks that draw the picture. */
const DRAWING = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
const KNOWN = new Set([...DRAWING, 'EXIF', 'XMP ']);

export function isWebp(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
}

/** Reads a WebP chunk by chunk, and frames that say another size than their picture. @throws AppError */
export function readWebp(bytes: Buffer): Picture {
  const length = cut(bytes, 4, 4).readUInt32LE(0) + 8;
  need(length <= bytes.length);
  need(length === bytes.length, 'behind');
  const chunks = listChunks(bytes.subarray(12));
  const [first] = chunks;
  const isExtended = first?.type === 'VP8X';
  need(isExtended || (chunks.length === 1 && (first?.type === 'VP8 ' || first?.type === 'VP8L')));
  need(chunks.every(({ type }, n) => KNOWN.has(type) && (type === 'VP8X') === (isExtended && n === 0)));
  const size = first && isExtended ? readCanvas(first.content) : readImage(first);
  checkDimensions(size);
  const images = chunks.filter(({ type }) => type === 'VP8 ' || type === 'VP8L');
  const frames = chunks.filter(({ type }) => type === 'ANMF');
  need(images.length + frames.length > 0 && images.length <= 1);
  need(images.every((image) => isSame(readImage(image), size)));
  checkDimensions(size, Math.max(1, frames.length));
  frames.forEach(({ content }) => checkFrame(content, size));
  const drawn = chunks.filter(({ type }) => DRAWING.has(type)).map(withoutFlags);
  const head = Buffer.from(bytes.subarray(0, 12));
  head.writeUInt32LE(
    drawn.reduce((sum, chunk) => sum + chunk.length, 4),
    4,
  );
  return { type: 'image/webp', ...size, frames: Math.max(1, frames.length), parts: [head, ...drawn] };
}

function listChunks(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 0; at < bytes.length;) {
    const head = cut(bytes, at, 8);
    const length = head.readUInt32LE(4);
    const whole = cut(bytes, at, 8 + length + (length % 2));
    chunks.push({ type: head.toString('latin1', 0, 4), content: whole.subarray(8, 8 + length), whole });
    at += whole.length;
  }
  return chunks;
}

function readCanvas(content: Buffer): Size {
  need(content.length === 10);
  return { width: content.readUIntLE(4, 3) + 1, height: content.readUIntLE(7, 3) + 1 };
}

function readImage(chunk: Chunk | undefined): Size {
  if (chunk?.type === 'VP8 ') {
    // A key frame (RFC 6386, section 9.1); the two highest bits of each side are for scaling.
    const head = cut(chunk.content, 0, 10);
    need(((head[0] ?? 1) & 1) === 0 && head.readUIntBE(3, 3) === 0x9d012a);
    return { width: head.readUInt16LE(6) & 0x3fff, height: head.readUInt16LE(8) & 0x3fff };
  }
  need(chunk?.type === 'VP8L');
  const head = cut(chunk?.content ?? Buffer.alloc(0), 0, 5);
  need(head[0] === 0x2f);
  const bits = head.readUInt32LE(1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

/** A frame lies within the canvas, and its picture is as large as it says. */
function checkFrame(content: Buffer, canvas: Size): void {
  const head = cut(content, 0, 16);
  const size = { width: head.readUIntLE(6, 3) + 1, height: head.readUIntLE(9, 3) + 1 };
  need(
    head.readUIntLE(0, 3) * 2 + size.width <= canvas.width && head.readUIntLE(3, 3) * 2 + size.height <= canvas.height,
  );
  const chunks = listChunks(content.subarray(16));
  const images = chunks.filter(({ type }) => type !== 'ALPH');
  need(images.length === 1 && isSame(readImage(images[0]), size));
}

function withoutFlags({ type, whole }: Chunk): Buffer {
  if (type !== 'VP8X') {
    return whole;
  }
  const head = Buffer.from(whole);
  head[8] = (head[8] ?? 0) & ~(EXIF_FLAG | XMP_FLAG);
  return head;
}

function isSame(size: Size, other: Size): boolean {
  return size.width === other.width && size.height === other.height;
}
