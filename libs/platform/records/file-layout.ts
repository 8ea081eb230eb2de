import { findDialect, type CsvDialect } from '#platform/csv';
import { malformed } from '#platform/errors';
import { trimInvisible } from '#platform/spelling';
import { readCsvRecords } from './csv-records.js';
import { BrokenFileError, type FileFormat, type FileRecord, type RecordFile } from './file-record.js';
import { readNdjsonRecords } from './ndjson-records.js';

/** The first line must fit. */
export const MAX_HEADER_BYTES = 64 * 1024;
const BYTE_ORDER_MARK = 'efbbbf';
const NEWLINE = 0x0a;
const UTF16 = 'The file is UTF-16; save it as UTF-8';
const COMPRESSED = 'The file is compressed; unpack it first';
const WORKBOOK = 'The file is a workbook or an archive; save it as CSV in UTF-8';
/** First bytes, hexadecimal, of what is no text. */
const OTHER_FILES: readonly (readonly [begin: string, fault: string])[] = [
  ['fffe', UTF16],
  ['feff', UTF16],
  ['1f8b', COMPRESSED],
  ['28b52ffd', COMPRESSED],
  ['504b0304', WORKBOOK],
  ['d0cf11e0', WORKBOOK],
];

/** The position of the lines with users, and how they are read. */
export interface FileLayout {
  format: FileFormat;
  start: { position: number; line: number };
  /** The columns of CSV. */
  columns?: readonly string[];
  dialect?: CsvDialect;
}

/**
 * Reads the beginning of a file.
 *
 * @throws AppError malformed for an empty file, another encoding than UTF-8, or no first line
 */
export async function readLayout(file: RecordFile, format: FileFormat, delimiter?: string): Promise<FileLayout> {
  const head = await readHead(file);
  refuseOtherFiles(head);
  if (format === 'ndjson') {
    const position = head.toString('hex', 0, 3) === BYTE_ORDER_MARK ? 3 : 0;
    return { format, start: { position, line: 0 } };
  }
  const { dialect, start } = findDialect(head, { isWhole: head.length < MAX_HEADER_BYTES, delimiter });
  const first = await readFirst(readCsvRecords(file, { start, dialect }));
  const names = (first?.content as readonly string[] | undefined)?.map(trimInvisible);
  const columns = withoutLastEmpty(names ?? []);
  if (!first || columns.length === 0 || first.end > MAX_HEADER_BYTES) {
    throw malformed('The file has no first line with the names of its columns in UTF-8');
  }
  return { format, start: { position: first.end, line: first.endLine }, columns, dialect };
}

/** The records of a file after a position, which is the end of a record. */
export function readRecords(
  file: RecordFile,
  { dialect }: FileLayout,
  start: { position: number; line: number },
): AsyncGenerator<FileRecord> {
  return dialect ? readCsvRecords(file, { start, dialect }) : readNdjsonRecords(file, start);
}

/** @throws AppError malformed for a quote that is not closed */
async function readFirst(records: AsyncGenerator<FileRecord>): Promise<FileRecord | undefined> {
  try {
    for await (const record of records) {
      return record;
    }
    return undefined;
  } catch (error) {
    throw error instanceof BrokenFileError ? malformed(error.message) : error;
  }
}

async function readHead(file: RecordFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of file.read(0)) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= MAX_HEADER_BYTES) {
      break;
    }
  }
  return Buffer.concat(chunks).subarray(0, MAX_HEADER_BYTES);
}

/** @throws AppError malformed for what is no text in UTF-8 */
function refuseOtherFiles(head: Buffer): void {
  if (head.length === 0) {
    throw malformed('The file is empty');
  }
  const begin = head.toString('hex', 0, 4);
  const [, fault] = OTHER_FILES.find(([bytes]) => begin.startsWith(bytes)) ?? [];
  if (fault !== undefined) {
    throw malformed(fault);
  }
  const firstLine = head.subarray(0, head.indexOf(NEWLINE) + 1 || head.length);
  if (firstLine.includes(0)) {
    throw malformed('The file is UTF-16 or no text; save it as UTF-8');
  }
}

/** Spreadsheets write delimiters for columns that were used once. */
function withoutLastEmpty(names: readonly string[]): readonly string[] {
  return names.slice(0, names.findLastIndex((name) => name !== '') + 1);
}
