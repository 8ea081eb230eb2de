import { createEmptyBitmap, readBitmap, type Bitmap } from './bitmap.js';
import { SLICE_SIZE } from './slices.js';
import { countAll, takePositions, WORDS_PER_SLICE, type Words } from './words.js';

/** A container has 2^16 uids: as bits, or as a list of up to this many. */
const CONTAINER_SIZE = 2 ** 16;
const MAX_LISTED = 4096;
const NO_RUNS = 12_346;
const RUNS = 12_347;
/** With runs, a header of fewer containers has no offsets. */
const MIN_OFFSETS = 4;

/**
 * A bitmap of the users of a slice, through the portable format (RoaringFormatSpec): its containers of many users are
 * the words as they are.
 */
export function bitmapOfWords(words: Words, slice: number): Bitmap {
  const containers: { key: number; size: number; words: Words }[] = [];
  const wordsPerContainer = CONTAINER_SIZE / 32;
  for (let from = 0; from < words.length; from += wordsPerContainer) {
    const part = words.subarray(from, from + wordsPerContainer);
    const size = countAll(part);
    if (size > 0) {
      containers.push({ key: (slice * SLICE_SIZE) / CONTAINER_SIZE + from / wordsPerContainer, size, words: part });
    }
  }
  if (containers.length === 0) {
    return createEmptyBitmap();
  }
  const header = Buffer.alloc(8 + 8 * containers.length);
  header.writeUInt32LE(NO_RUNS, 0);
  header.writeUInt32LE(containers.length, 4);
  const contents: Buffer[] = [];
  let offset = header.length;
  containers.forEach(({ key, size, words: part }, i) => {
    header.writeUInt16LE(key, 8 + 4 * i);
    header.writeUInt16LE(size - 1, 10 + 4 * i);
    header.writeUInt32LE(offset, 8 + 4 * containers.length + 4 * i);
    const content = size > MAX_LISTED ? asBits(part) : asList(part, size);
    contents.push(content);
    offset += content.length;
  });
  return readBitmap(Buffer.concat([header, ...contents]));
}

/** The bytes of the words: every processor that Node.js runs on begins with the lowest. */
function asBits(words: Words): Buffer {
  return Buffer.from(words.buffer, words.byteOffset, words.byteLength);
}

function asList(words: Words, size: number): Buffer {
  const content = Buffer.alloc(2 * size);
  let at = 0;
  takePositions(words, (position) => {
    content.writeUInt16LE(position, at);
    at += 2;
  });
  return content;
}

/** One bit per user of a bitmap of one slice. Containers of many users are copied as they are. */
export function wordsOfBitmap(bitmap: Bitmap): Words {
  const words: Words = new Int32Array(WORDS_PER_SLICE);
  const stored = bitmap.serialize('portable');
  const view = new DataView(stored.buffer, stored.byteOffset, stored.byteLength);
  const cookie = view.getUint32(0, true);
  const hasRuns = (cookie & 0xffff) === RUNS;
  const containers = hasRuns ? (cookie >>> 16) + 1 : view.getUint32(4, true);
  const descriptions = hasRuns ? 4 + Math.ceil(containers / 8) : 8;
  let at = descriptions + 4 * containers + (!hasRuns || containers >= MIN_OFFSETS ? 4 * containers : 0);
  for (let i = 0; i < containers; i++) {
    const key = view.getUint16(descriptions + 4 * i, true);
    const size = view.getUint16(descriptions + 4 * i + 2, true) + 1;
    const first = (key * CONTAINER_SIZE) % SLICE_SIZE;
    if (hasRuns && (((stored[4 + (i >>> 3)] ?? 0) >>> (i & 7)) & 1) === 1) {
      const runs = view.getUint16(at, true);
      for (let run = 0; run < runs; run++) {
        const from = first + view.getUint16(at + 2 + 4 * run, true);
        fillBits(words, from, from + view.getUint16(at + 4 + 4 * run, true) + 1);
      }
      at += 2 + 4 * runs;
    } else if (size > MAX_LISTED) {
      new Uint8Array(words.buffer).set(stored.subarray(at, at + CONTAINER_SIZE / 8), first / 8);
      at += CONTAINER_SIZE / 8;
    } else {
      for (let listed = 0; listed < size; listed++) {
        const position = first + view.getUint16(at + 2 * listed, true);
        words[position >>> 5] = (words[position >>> 5] as number) | (1 << (position & 31));
      }
      at += 2 * size;
    }
  }
  return words;
}

/** Whole words where a run has them: most runs are of all users. */
function fillBits(words: Words, from: number, to: number): void {
  for (let at = from; at < to;) {
    if ((at & 31) === 0 && at + 32 <= to) {
      words[at >>> 5] = -1;
      at += 32;
    } else {
      words[at >>> 5] = (words[at >>> 5] as number) | (1 << (at & 31));
      at += 1;
    }
  }
}
