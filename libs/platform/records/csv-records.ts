import { CsvReader, OpenQuoteError, type CsvDialect, type CsvRecord } from '#platform/csv';
import {
  BrokenFileError,
  isBroken,
  LONG_LINE,
  MAX_RECORD_BYTES,
  type FileRecord,
  type RecordFile,
} from './file-record.js';

/**
 * The records of CSV from a position on. A line that is too long is at fault alone.
 *
 * @throws BrokenFileError for a quote that is not closed
 */
export async function* readCsvRecords(
  file: RecordFile,
  { start, dialect }: { start: { position: number; line: number }; dialect: CsvDialect },
): AsyncGenerator<FileRecord> {
  const reader = new CsvReader(dialect, start, MAX_RECORD_BYTES);
  try {
    for await (const chunk of file.read(start.position)) {
      for (const record of reader.read(chunk)) {
        yield toFileRecord(record);
      }
    }
    for (const record of reader.end()) {
      yield toFileRecord(record);
    }
  } catch (error) {
    throw error instanceof OpenQuoteError ? new BrokenFileError(error.line, 'a quote is opened and not closed') : error;
  }
}

function toFileRecord({ cells, ...place }: CsvRecord): FileRecord {
  const fault = cells === undefined ? LONG_LINE : cells.some(isBroken) ? 'is not UTF-8' : undefined;
  return fault === undefined ? { ...place, content: cells } : { ...place, content: undefined, fault };
}
