import { BrokenFileError, MAX_RECORD_BYTES, type FileRecord, type RecordFile } from './file-record.js';
import { readContent } from './ndjson-records.js';

const [NEWLINE, QUOTE, BACKSLASH, COMMA] = [0x0a, 0x22, 0x5c, 0x2c];
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);
const BLANKS: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);
const LIST_BEGIN = 0x5b;
/** The byte order mark, which a chunk may cut. */
const MARK = [0xef, 0xbb, 0xbf];

/** Tests if a file holds a list of JSON: its first sign is a bracket. */
export async function startsList(file: RecordFile): Promise<boolean> {
  let position = 0;
  for await (const chunk of file.read(0)) {
    const start = position;
    const first = chunk.find((byte, at) => !BLANKS.has(byte) && byte !== MARK[start + at]);
    if (first !== undefined) {
      return first === LIST_BEGIN;
    }
    position += chunk.length;
  }
  return false;
}

/**
 * The entries of a list of JSON, which is never in memory as a whole. Each has the number of the line where it begins.
 *
 * @throws BrokenFileError for a list that does not end, and for what follows its end
 */
export async function* readListRecords(file: RecordFile): AsyncGenerator<FileRecord> {
  const entry = new ListEntry();
  const list = { hasBegun: false, hasEnded: false };
  let [depth, line, position] = [0, 1, 0];
  let [isText, isEscaped] = [false, false];
  for await (const chunk of file.read(0)) {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (byte === NEWLINE) {
        line += 1;
      }
      if (!list.hasBegun || list.hasEnded) {
        if (BLANKS.has(byte) || byte === MARK[position + at]) {
          continue;
        }
        if (list.hasEnded || byte !== LIST_BEGIN) {
          throw new BrokenFileError(line, list.hasEnded ? 'something follows the end of the list' : 'no list begins');
        }
        list.hasBegun = true;
        from = at + 1;
        continue;
      }
      if (isText) {
        isText = isEscaped || byte !== QUOTE;
        isEscaped = !isEscaped && byte === BACKSLASH;
        continue;
      }
      if (entry.line === 0 && !BLANKS.has(byte)) {
        entry.line = line;
      }
      isText = byte === QUOTE;
      if (OPENING.has(byte)) {
        depth += 1;
      } else if (depth === 0 && (byte === COMMA || CLOSING.has(byte))) {
        entry.add(chunk.subarray(from, at));
        from = at + 1;
        const isEnd = byte !== COMMA;
        const record = entry.take(position + from, line, isEnd);
        if (record) {
          yield record;
        }
        list.hasEnded = isEnd;
      } else if (CLOSING.has(byte)) {
        depth -= 1;
      }
    }
    if (list.hasBegun && !list.hasEnded) {
      entry.add(chunk.subarray(from));
    }
    position += chunk.length;
  }
  if (!list.hasEnded) {
    throw new BrokenFileError(line, 'the list does not end');
  }
}

/** The bytes of an entry that is being read. */
class ListEntry {
  /** The place of its first character; 0: there is none yet. */
  line = 0;
  private pieces: Buffer[] = [];
  private length = 0;
  private count = 0;

  add(piece: Buffer): void {
    this.length += piece.length;
    this.pieces = this.length > MAX_RECORD_BYTES ? [] : [...this.pieces, piece];
  }

  /** @returns undefined: the list is empty */
  take(end: number, endLine: number, isLast: boolean): FileRecord | undefined {
    const line = this.line || endLine;
    const text = this.length > MAX_RECORD_BYTES ? undefined : Buffer.concat(this.pieces).toString('utf8').trim();
    const isNothing = isLast && this.count === 0 && text === '';
    [this.pieces, this.length, this.line] = [[], 0, 0];
    this.count += 1;
    return isNothing ? undefined : { line, end, endLine, ...readContent(text) };
  }
}
