import { isGif, readGif } from './gif.js';
import { isJpeg, readJpeg } from './jpeg.js';
import { need, refuse, type Picture } from './picture.js';
import { isPng, readPng } from './png.js';
import { isWebp, readWebp } from './webp.js';

const KINDS: readonly (readonly [(bytes: Buffer) => boolean, (bytes: Buffer) => Picture])[] = [
  [isPng, readPng],
  [isJpeg, readJpeg],
  [isGif, readGif],
  [isWebp, readWebp],
];
/**
 * Pages, scripts and documents. The shortest has five letters: of 10 MB of compressed picture one in some thousand has it
 * by chance, and is saved again.
 */
const MARKUP = /<(?:script|iframe|object|embed|!doctype|\?php|html|body[\s>]|svg[\s>])|%PDF-1/i;
/** The end of a zip (APPNOTE, section 4.3.16), which readers look for from the end of the file. */
const ZIP_END = Buffer.from('504b0506', 'hex');
const ZIP_END_BYTES = 22;

/**
 * Reads a file as what its bytes are; name and header say nothing. Only PNG, JPEG, GIF and WebP are read, whole and to
 * the last byte.
 *
 * @throws AppError malformed with a `PictureFault` as its field
 */
export function readPicture(bytes: Buffer): Picture {
  const read = KINDS.find(([matches]) => matches(bytes))?.[1];
  if (!read) {
    throw refuse('kind');
  }
  const picture = read(bytes);
  need(!MARKUP.test(bytes.toString('latin1')) && !isArchive(bytes), 'markup');
  return picture;
}

function isArchive(bytes: Buffer): boolean {
  const at = bytes.lastIndexOf(ZIP_END);
  return (
    at >= 0 && at + ZIP_END_BYTES <= bytes.length && at + ZIP_END_BYTES + bytes.readUInt16LE(at + 20) >= bytes.length
  );
}
