import { findInexactIn, isNestedWithin, parseKeepingDigits } from '#platform/collections';
import {
  BrokenFileError,
  isBroken,
  LONG_LINE,
  MAX_RECORD_BYTES,
  type FileRecord,
  type RecordFile,
} from './file-record.js';

const NEWLINE = 0x0a;
const LIST = /^\s*\[/;
/** Objects and lists inside each other. What reads them goes inwards with its stack. */
const MAX_DEPTH = 50;

/**
 * The lines of NDJSON from a position on. Empty ones are left out, and one that is too long is at fault alone.
 *
 * @throws BrokenFileError for a whole list of JSON in the first line
 */
export async function* readNdjsonRecords(
  file: RecordFile,
  start: { position: number; line: number },
): AsyncGenerator<FileRecord> {
  let { position, line } = start;
  let pieces: Buffer[] = [];
  let length = 0;
  const keep = (piece: Buffer): void => {
    length += piece.length;
    pieces.push(piece);
    if (length > MAX_RECORD_BYTES) {
      if (line === 0 && LIST.test(pieces[0]?.toString('latin1', 0, 100) ?? '')) {
        throw new BrokenFileError(1, 'the line is too long; each line should be one object of JSON');
      }
      pieces.length = 1;
    }
  };
  const take = (): FileRecord | undefined => {
    position += length;
    line += 1;
    const text = length > MAX_RECORD_BYTES ? undefined : Buffer.concat(pieces).toString('utf8').trim();
    pieces = [];
    length = 0;
    return text === '' ? undefined : { line, end: position, endLine: line, ...readContent(text) };
  };
  for await (const chunk of file.read(start.position)) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      keep(chunk.subarray(from, at + 1));
      from = at + 1;
      const record = take();
      if (record) {
        yield record;
      }
    }
    if (from < chunk.length) {
      keep(chunk.subarray(from));
    }
  }
  const record = length > 0 ? take() : undefined;
  if (record) {
    yield record;
  }
}

/** Reads the JSON of a record. @param text  undefined: it is too long */
export function readContent(text: string | undefined): Pick<FileRecord, 'content' | 'inexact' | 'fault'> {
  if (text === undefined) {
    return { content: undefined, fault: LONG_LINE };
  }
  if (isBroken(text)) {
    return { content: undefined, fault: 'is not UTF-8' };
  }
  if (!isNestedWithin(text, MAX_DEPTH)) {
    return { content: undefined, fault: 'is nested too deeply' };
  }
  const content = parseKeepingDigits(text);
  if (content === undefined) {
    return { content, fault: 'is not JSON' };
  }
  const inexact = findInexactIn(text);
  return { content, ...(inexact !== undefined && { inexact }) };
}
