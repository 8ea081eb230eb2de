// Archives that depend on their contents alone: entries by name, one time, no owner, and gzip without a name and a time.
// The same files give the same bytes, on the same release of Node.
import { createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/** Size of a tar block (POSIX.1-1988, ustar), in bytes. */
const BLOCK = 512;
const MAX_NAME = 100;
const MAX_PREFIX = 155;
const FILE = 0o644;
const PROGRAM = 0o755;

/**
 * A file of an archive: its path in it, with slashes, and either a path on the disk or its content.
 *
 * @typedef {{ name: string, path?: string, text?: string, isProgram?: boolean }} Entry
 */

/**
 * Writes a `.tar.gz`.
 *
 * @param {string} target
 * @param {string} folder  in which the entries lie when the archive is unpacked; '' for none
 * @param {Entry[]} entries  in any order
 * @param {number} seconds  the time of every entry, since 1970
 * @throws {Error} for two entries of one name, and for a name that tar cannot hold
 */
export async function writeArchive(target, folder, entries, seconds) {
  const sorted = entries
    .map((entry) => ({ ...entry, name: folder === '' ? entry.name : `${folder}/${entry.name}` }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const twice = sorted.find(({ name }, index) => name === sorted[index + 1]?.name);
  if (twice !== undefined) {
    throw new Error(`${twice.name} is in the archive twice`);
  }
  await pipeline(Readable.from(blocksOf(sorted, seconds)), createGzip({ level: 9 }), createWriteStream(target));
}

async function* blocksOf(entries, seconds) {
  for (const { name, path, text, isProgram = false } of entries) {
    const body = path === undefined ? Buffer.from(text) : await readFile(path);
    const isRun = isProgram || (path !== undefined && ((await stat(path)).mode & 0o100) !== 0);
    yield headerOf(name, body.length, isRun ? PROGRAM : FILE, seconds);
    yield body;
    yield Buffer.alloc((BLOCK - (body.length % BLOCK)) % BLOCK);
  }
  yield Buffer.alloc(2 * BLOCK);
}

/** The header of a file, of owner and group 0. */
function headerOf(path, size, mode, seconds) {
  const header = Buffer.alloc(BLOCK);
  const { prefix, name } = splitPath(path);
  const put = (text, offset) => header.write(text, offset, 'utf8');
  const putOctal = (value, offset, length) => put(`${value.toString(8).padStart(length - 1, '0')}\0`, offset);
  put(name, 0);
  putOctal(mode, 100, 8);
  putOctal(0, 108, 8);
  putOctal(0, 116, 8);
  putOctal(size, 124, 12);
  putOctal(seconds, 136, 12);
  put('        ', 148);
  put('0', 156);
  put('ustar\x0000', 257);
  put(prefix, 345);
  // The checksum of a header is that with spaces in its own place.
  putOctal(
    header.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  );
  return header;
}

/** A long path is divided at a slash. */
function splitPath(path) {
  if (Buffer.byteLength(path) <= MAX_NAME) {
    return { prefix: '', name: path };
  }
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
    if (Buffer.byteLength(name) <= MAX_NAME && Buffer.byteLength(prefix) <= MAX_PREFIX) {
      return { prefix, name };
    }
  }
  throw new Error(`${path} is too long a name for tar`);
}
