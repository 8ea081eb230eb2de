import { malformed } from '#platform/errors';
import { trimInvisible } from '#platform/spelling';
import type { ImportFile, ImportFormat } from '../model/import.types.js';
import { readCsvRecords } from './csv-records.js';
import type { FileRecord } from './file-record.js';
import { readNdjsonRecords } from './ndjson-records.js';

/** The first line must fit. */
export const MAX_HEADER_BYTES = 64 * 1024;
const DELIMITERS = [',', ';', '\t', '|'];

/** Where the lines with users begin, and how they are read. */
export interface FileLayout {
  format: ImportFormat;
  start: { position: number; line: number };
  /** Of CSV. */
  columns?: readonly string[];
  delimiter?: string;
}

/**
 * Reads the beginning of a file.
 *
 * @throws AppError malformed for an empty file, another encoding than UTF-8, or no first line
 */
export async function readLayout(file: ImportFile, format: ImportFormat, delimiter?: string): Promise<FileLayout> {
  const head = await readHead(file);
  if (head.length === 0) {
    throw malformed('The file is empty');
  }
  const isUtf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  if (isUtf16 || head[0] === 0x1f) {
    throw malformed(isUtf16 ? 'The file is UTF-16; save it as UTF-8' : 'The file is compressed; unpack it first');
  }
  const bom = head.subarray(0, 3).toString('hex') === 'efbbbf' ? 3 : 0;
  if (format === 'ndjson') {
    return { format, start: { position: bom, line: 0 } };
  }
  const firstLine = head.subarray(bom).toString('utf8').split('\n', 1)[0] ?? '';
  const usedDelimiter = delimiter ?? mostFrequent(firstLine);
  for await (const { content, end, endLine, fault } of readCsvRecords(file, {
    start: { position: bom, line: 0 },
    delimiter: usedDelimiter,
  })) {
    const columns = (content as readonly string[] | undefined)?.map(trimInvisible);
    if (!columns || fault !== undefined || end > MAX_HEADER_BYTES) {
      break;
    }
    return { format, start: { position: end, line: endLine }, columns, delimiter: usedDelimiter };
  }
  throw malformed('The file has no first line with the names of its columns in UTF-8');
}

/** The records of a file after a position, which is the end of a record. */
export function readRecords(
  file: ImportFile,
  { format, delimiter = ',' }: FileLayout,
  start: { position: number; line: number },
): AsyncGenerator<FileRecord> {
  return format === 'csv' ? readCsvRecords(file, { start, delimiter }) : readNdjsonRecords(file, start);
}

async function readHead(file: ImportFile): Promise<Buffer> {
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

function mostFrequent(line: string): string {
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}
