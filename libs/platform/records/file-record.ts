export const FILE_FORMATS = ['csv', 'ndjson'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** The bytes of a file, from any position on, as often as needed. */
export interface RecordFile {
  size: number;
  read(from: number): AsyncIterable<Buffer>;
}

/** Bytes of one line. */
export const MAX_RECORD_BYTES = 1024 * 1024;
export const LONG_LINE = 'is longer than 1 MB';
/** The character that a text has for bytes that are no UTF-8. */
const REPLACEMENT = '\uFFFD';

/**
 * One line of a file, or several that a quoted value joins.
 *
 * @property line     number of its first line, from 1
 * @property end      position of the byte after it
 * @property endLine  lines of the file before `end`
 * @property content  cells of CSV, a JSON value of NDJSON; undefined with a fault
 * @property inexact  path of the first number that is in the content as the text of its digits
 * @property fault    why it cannot be read
 */
export interface FileRecord {
  line: number;
  end: number;
  endLine: number;
  content: unknown;
  inexact?: string;
  fault?: string;
}

/** The file cannot be read past a line: what follows has no certain meaning. */
export class BrokenFileError extends Error {
  override readonly name = 'BrokenFileError';

  constructor(
    readonly line: number,
    readonly reason: string,
  ) {
    super(`Line ${line}: ${reason}`);
  }
}

/** Tests if a text was not UTF-8. Names would be stored with the wrong letters. */
export function isBroken(text: string): boolean {
  return text.includes(REPLACEMENT);
}
