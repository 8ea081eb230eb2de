import { findDialect, isBlank, withoutLineEnd, type CsvDialect } from './csv-dialect.js';
import { RecordScanner } from './record-scanner.js';
import { splitCells } from './split-cells.js';

/**
 * One record of CSV, of one line or of several that quotes join.
 *
 * @property line     number of its first line, from 1
 * @property end      position of the byte behind it
 * @property endLine  lines before `end`
 * @property cells    undefined: the record is longer than allowed
 */
export interface CsvRecord {
  line: number;
  end: number;
  endLine: number;
  cells: string[] | undefined;
}

/** A quote is opened and not closed: what follows has no certain meaning. */
export class OpenQuoteError extends Error {
  override readonly name = 'OpenQuoteError';

  /** @param line  where its record begins */
  constructor(readonly line: number) {
    super(`Line ${line}: a quote is opened and not closed`);
  }
}

/**
 * Reads CSV from bytes that arrive in pieces, from the end of any record on. Lines without a value are left out. A record
 * that is too long takes no memory. If it has several lines, a quote of it was never closed.
 */
export class CsvReader {
  private readonly scanner: RecordScanner;
  private pieces: Buffer[] = [];
  private length = 0;
  private lines = 0;
  private position: number;
  private line: number;

  /**
   * @param start     position and number of lines before the first record
   * @param maxBytes  of one record
   */
  constructor(
    private readonly dialect: CsvDialect,
    start: { position: number; line: number },
    private readonly maxBytes: number,
  ) {
    this.scanner = new RecordScanner({ delimiters: [dialect.delimiter], newline: dialect.newline });
    ({ position: this.position, line: this.line } = start);
  }

  /** @throws OpenQuoteError */
  *read(bytes: Buffer): Generator<CsvRecord> {
    for (let from = 0; from < bytes.length;) {
      const end = this.scanner.findEnd(bytes, from);
      const to = end < 0 ? bytes.length : end;
      this.keep(bytes.subarray(from, to));
      if (end >= 0) {
        yield* this.take();
      }
      from = to;
    }
  }

  /** The record at the end of the file, which needs no line end. @throws OpenQuoteError */
  *end(): Generator<CsvRecord> {
    if (this.scanner.isQuoted) {
      throw new OpenQuoteError(this.line + 1);
    }
    if (this.length > 0) {
      yield* this.take();
    }
  }

  private keep(piece: Buffer): void {
    this.length += piece.length;
    const newline = this.dialect.newline.charCodeAt(0);
    for (let at = piece.indexOf(newline); at >= 0; at = piece.indexOf(newline, at + 1)) {
      this.lines += 1;
    }
    if (this.length <= this.maxBytes) {
      this.pieces.push(piece);
      return;
    }
    this.pieces = [];
    if (this.scanner.isQuoted && this.lines > 0) {
      throw new OpenQuoteError(this.line + 1);
    }
  }

  private *take(): Generator<CsvRecord> {
    const { delimiter } = this.dialect;
    const isLong = this.length > this.maxBytes;
    if (isLong && this.lines > 1) {
      throw new OpenQuoteError(this.line + 1);
    }
    const record = withoutLineEnd(Buffer.concat(this.pieces).toString('utf8'));
    const line = this.line + 1;
    this.position += this.length;
    this.line += this.lines;
    this.pieces = [];
    this.length = 0;
    this.lines = 0;
    if (isLong || !isBlank(record, delimiter)) {
      const cells = isLong ? undefined : splitCells(record, delimiter);
      yield { line, end: this.position, endLine: this.line, cells };
    }
  }
}

/**
 * The records of a whole text.
 *
 * @throws OpenQuoteError
 */
export function readCsvText(text: string): CsvRecord[] {
  const bytes = Buffer.from(text);
  const { dialect, start } = findDialect(bytes, { isWhole: true });
  const reader = new CsvReader(dialect, start, bytes.length);
  return [...reader.read(bytes.subarray(start.position)), ...reader.end()];
}
