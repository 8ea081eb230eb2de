export { MAX_HEADER_BYTES, readLayout, readRecords, type FileLayout } from './file-layout.js';
export {
  BrokenFileError,
  FILE_FORMATS,
  MAX_RECORD_BYTES,
  type FileFormat,
  type FileRecord,
  type RecordFile,
} from './file-record.js';
export { readListRecords, startsList } from './list-records.js';
