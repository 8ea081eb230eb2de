import { parseJson } from '#platform/collections';
import { BrokenFileError, isBroken, MAX_RECORD_BYTES, type FileRecord } from './file-record.js';
import type { ImportFile } from '../model/import.types.js';

const NEWLINE = 0x0a;

/**
 * The lines of NDJSON from a position on. Empty ones are left out.
 *
 * @throws BrokenFileError for a line that is too long, such as a whole list of JSON
 */
export async function* readNdjsonRecords(
  file: ImportFile,
  start: { position: number; line: number },
): AsyncGenerator<FileRecord> {
  let { position, line } = start;
  let rest: Buffer = Buffer.alloc(0);
  const take = (bytes: Buffer, end: number): FileRecord | undefined => {
    position = end;
    line += 1;
    const text = bytes.toString('utf8').trim();
    return text === '' ? undefined : { line, end, endLine: line, ...readContent(text) };
  };
  for await (const chunk of file.read(start.position)) {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let from = 0;
    for (let at = rest.indexOf(NEWLINE); at >= 0; at = rest.indexOf(NEWLINE, from)) {
      const record = take(rest.subarray(from, at), position + at - from + 1);
      from = at + 1;
      if (record) {
        yield record;
      }
    }
    rest = rest.subarray(from);
    if (rest.length > MAX_RECORD_BYTES) {
      throw new BrokenFileError(line + 1, 'the line is too long; each line should be one object of JSON');
    }
  }
  const record = rest.length > 0 ? take(rest, position + rest.length) : undefined;
  if (record) {
    yield record;
  }
}

function readContent(text: string): Pick<FileRecord, 'content' | 'fault'> {
  if (isBroken(text)) {
    return { content: undefined, fault: 'is not UTF-8' };
  }
  const content = parseJson(text);
  return content === undefined ? { content, fault: 'is not JSON' } : { content };
}
