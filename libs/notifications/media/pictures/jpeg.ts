import { checkDimensions, cut, need, type Picture } from './picture.js';

/** Markers (ITU-T T.81, table B.1). */
const END = 0xd9;
const SCAN = 0xda;
const APPLICATION = { first: 0xe0, last: 0xef };
/** Tables and parameters of scans: quantization, Huffman and arithmetic tables, and the restart interval. */
const TABLES = new Set([0xdb, 0xc4, 0xcc, 0xdd]);
/** Frames that readers know: baseline, extended, progressive, and each with arithmetic coding. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2, 0xc9, 0xca]);
/** A progressive picture is drawn again with each scan; programs write about ten. */
const MAX_SCANS = 100;
/** Application data that changes how the picture is drawn, by marker and beginning. */
const DRAWING: Readonly<Record<number, string>> = { 0xe0: 'JFIF\0', 0xe2: 'ICC_PROFILE\0', 0xee: 'Adobe' };
const EXIF = 'Exif\0\0';
const ORIENTATION_TAG = 0x0112;

export function isJpeg(bytes: Buffer): boolean {
  return bytes.length > 2 && bytes.readUIntBE(0, 3) === 0xffd8ff;
}

/**
 * Reads a JPEG segment by segment. Of the data of cameras only the orientation stays: the rest shows where and by which person a
 * picture was taken.
 *
 * @throws AppError
 */
export function readJpeg(bytes: Buffer): Picture {
  const parts = [bytes.subarray(0, 2)];
  let frame: { width: number; height: number } | undefined;
  let scans = 0;
  for (let at = 2; ;) {
    need(cut(bytes, at, 2)[0] === 0xff);
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      // Any number of these may stand before a marker.
      at += 1;
      continue;
    }
    if (marker === END) {
      need(frame !== undefined && scans > 0);
      need(at + 2 === bytes.length, 'behind');
      parts.push(bytes.subarray(at));
      return { type: 'image/jpeg', ...(frame ?? { width: 0, height: 0 }), frames: 1, parts };
    }
    const length = cut(bytes, at + 2, 2).readUInt16BE(0);
    need(length >= 2);
    const segment = cut(bytes, at, 2 + length);
    at += segment.length;
    if (FRAMES.has(marker)) {
      need(frame === undefined && length >= 8);
      frame = { height: segment.readUInt16BE(5), width: segment.readUInt16BE(7) };
      checkDimensions(frame);
      parts.push(segment);
    } else if (marker === SCAN) {
      scans += 1;
      need(frame !== undefined && scans <= MAX_SCANS);
      const end = findScanEnd(bytes, at);
      parts.push(segment, bytes.subarray(at, end));
      at = end;
    } else if (TABLES.has(marker)) {
      parts.push(segment);
    } else {
      const isApplication = marker >= APPLICATION.first && marker <= APPLICATION.last;
      need(isApplication || marker === 0xfe);
      parts.push(...keepApplication(marker, segment));
    }
  }
}

/** A 0xff of the content is followed by zero, or by a restart marker. @returns where the next segment begins */
function findScanEnd(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) {
      return at;
    }
  }
  need(false);
  return bytes.length;
}

function keepApplication(marker: number, segment: Buffer): Buffer[] {
  const begin = DRAWING[marker];
  if (begin !== undefined) {
    return segment.toString('latin1', 4, 4 + begin.length) === begin ? [segment] : [];
  }
  const orientation = marker === 0xe1 ? readOrientation(segment.subarray(4)) : 1;
  return orientation > 1 ? [writeOrientation(orientation)] : [];
}

/** How the picture is turned (Exif 3.0, section 4.6.5.1.6); 1: not at all, or it is not reported. */
function readOrientation(data: Buffer): number {
  const tiff = data.subarray(EXIF.length);
  const order = tiff.toString('latin1', 0, 2);
  if (data.toString('latin1', 0, EXIF.length) !== EXIF || tiff.length < 10 || (order !== 'II' && order !== 'MM')) {
    return 1;
  }
  const short = (at: number): number => {
    if (at + 2 > tiff.length) {
      return 0;
    }
    return order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  };
  const start = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const entries = short(start);
  for (let entry = 0; entry < entries; entry += 1) {
    const at = start + 2 + entry * 12;
    if (short(at) === ORIENTATION_TAG) {
      const value = short(at + 8);
      return value <= 8 ? value : 1;
    }
  }
  return 1;
}

/** Exif data with the orientation and nothing else. */
function writeOrientation(orientation: number): Buffer {
  const tiff = Buffer.from('49492a0008000000010012010300010000000000000000000000', 'hex');
  tiff.writeUInt16LE(orientation, 18);
  const data = Buffer.concat([Buffer.from(EXIF, 'latin1'), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, data.length + 2]);
  return Buffer.concat([head, data]);
}
