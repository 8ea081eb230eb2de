import { CsvError, parse, type Parser } from 'csv-parse';
import type { ImportFile } from '../model/import.types.js';
import { BrokenFileError, isBroken, MAX_RECORD_BYTES, type FileRecord } from './file-record.js';

const NEWLINE = 0x0a;
const RETURN = 0x0d;
/** Line ends of records that are done, before they are dropped. */
const MAX_PASSED = 10_000;

/** Cells, and the bytes up to their end. */
interface ParsedRecord {
  cells: string[];
  bytes: number;
}

/**
 * The records of CSV (RFC 4180) from a position on. A quote inside of an unquoted value is a character like any other.
 *
 * @throws BrokenFileError for a quote that is not closed
 */
export async function* readCsvRecords(
  file: ImportFile,
  { start, delimiter }: { start: { position: number; line: number }; delimiter: string },
): AsyncGenerator<FileRecord> {
  const lines = new LineCounter(start);
  let parsed: ParsedRecord[] = [];
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n'],
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_BYTES,
    // Taken here and not from the stream, which drops the records before an error.
    on_record: (cells: string[], { bytes }) => {
      parsed.push({ cells, bytes });
      return null;
    },
  });
  parser.on('error', () => undefined).resume();
  let position = start.position;
  const takeRecords = function* (): Generator<FileRecord> {
    for (const { cells, bytes } of parsed) {
      const line = lines.firstLineAt(position);
      position = start.position + bytes;
      const [content, fault] = cells.some(isBroken) ? [undefined, 'is not UTF-8'] : [cells, undefined];
      yield { line, end: position, endLine: lines.countBefore(position), content, ...(fault && { fault }) };
    }
    parsed = [];
  };
  try {
    for await (const chunk of lines.watch(file.read(start.position))) {
      const error = await write(parser, chunk);
      yield* takeRecords();
      throwFault(error, lines.firstLineAt(position));
    }
    const error = await end(parser);
    yield* takeRecords();
    throwFault(error, lines.firstLineAt(position));
  } finally {
    parser.destroy();
  }
}

async function write(parser: Parser, chunk: Buffer): Promise<unknown> {
  return new Promise((resolve) => parser.write(chunk, resolve));
}

async function end(parser: Parser): Promise<unknown> {
  return new Promise((resolve) =>
    parser
      .once('error', resolve)
      .once('end', () => resolve(undefined))
      .end(),
  );
}

/** The message of a parser's error shows the value. */
function throwFault(error: unknown, line: number): void {
  if (error instanceof CsvError) {
    throw new BrokenFileError(line, 'a quote is opened and not closed, or the line is too long');
  }
  if (error !== undefined && error !== null) {
    throw error;
  }
}

/** Numbers the lines of a stream, because the parser counts some line ends inside of quotes twice. */
class LineCounter {
  /** Line ends that no record has passed yet. */
  private ends: { at: number; isEmptyLine: boolean }[] = [];
  private next = 0;
  private readPosition: number;
  private lines: number;

  constructor({ position, line }: { position: number; line: number }) {
    this.readPosition = position;
    this.lines = line;
  }

  async *watch(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let lineStart = this.readPosition;
    let last = NEWLINE;
    for await (const chunk of chunks) {
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) {
        const end = this.readPosition + at;
        const before = at > 0 ? chunk[at - 1] : last;
        this.ends.push({ at: end, isEmptyLine: end - lineStart === (before === RETURN ? 1 : 0) });
        lineStart = end + 1;
      }
      this.readPosition += chunk.length;
      last = chunk.at(-1) ?? last;
      yield chunk;
    }
  }

  /** Lines that end before a position. */
  countBefore(position: number): number {
    while ((this.ends[this.next]?.at ?? Infinity) < position) {
      this.next += 1;
    }
    return this.passedLines();
  }

  /** Number of the line with the record that begins at a position, or after the empty lines there. */
  firstLineAt(position: number): number {
    this.countBefore(position);
    while (this.ends[this.next]?.isEmptyLine === true) {
      this.next += 1;
    }
    return this.passedLines() + 1;
  }

  private passedLines(): number {
    if (this.next > MAX_PASSED) {
      this.ends = this.ends.slice(this.next);
      this.lines += this.next;
      this.next = 0;
    }
    return this.lines + this.next;
  }
}
