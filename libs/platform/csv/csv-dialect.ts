import { trimEnd } from '#platform/collections';
import { RecordScanner } from './record-scanner.js';
import { splitCells } from './split-cells.js';

/** Form of the records of a file. */
export interface CsvDialect {
  /** A character of one byte. */
  delimiter: string;
  /** `\r` in files of old Macs; in all others `\n`, perhaps with `\r` before it. */
  newline: '\n' | '\r';
}

/** Delimiters that are found by themselves, the most usual first. */
export const DELIMITERS: readonly string[] = [',', ';', '\t', '|'];
const LINE_ENDS = '\r\n';
const BYTE_ORDER_MARK = 'efbbbf';
/** The first line of some spreadsheets, which names the delimiter: `sep=;`. */
const SEPARATOR_LINE = /^"?sep=([^\r\n"\u0080-\u00ff])"?(?:\r\n|\r|\n|$)/i;
/** Records by which the delimiter is found. */
const SAMPLE = 20;

/**
 * Form of a file, and the beginning of its first record: behind a byte order mark and a line that names the delimiter.
 */
export interface FoundDialect {
  dialect: CsvDialect;
  start: { position: number; line: number };
}

/**
 * Finds how a file is written.
 *
 * @param head       its first bytes
 * @param isWhole    whether these are all; otherwise the last record may be cut
 * @param delimiter  the one that is known; undefined: the one by which the first records have equally many cells
 */
export function findDialect(
  head: Buffer,
  { isWhole, delimiter }: { isWhole: boolean; delimiter?: string | undefined },
): FoundDialect {
  const mark = head.subarray(0, 3).toString('hex') === BYTE_ORDER_MARK ? 3 : 0;
  const [separatorLine = '', separator] = SEPARATOR_LINE.exec(head.toString('latin1', mark, mark + 20)) ?? [];
  const position = mark + separatorLine.length;
  const body = head.subarray(position);
  const newline = findNewline(body);
  const dialect = { delimiter: delimiter ?? separator ?? findDelimiter(body, newline, isWhole), newline };
  return { dialect, start: { position, line: position > mark ? 1 : 0 } };
}

/** A record without its line end; some programs write `\r` more than once. */
export function withoutLineEnd(record: string): string {
  return trimEnd(record, LINE_ENDS);
}

/** Tests if a record is a line of delimiters alone, such as spreadsheets write below the last row. */
export function isBlank(record: string, delimiter: string): boolean {
  for (const character of record) {
    if (character !== delimiter && character.trim() !== '') {
      return false;
    }
  }
  return true;
}

/** The first line end decides, because a name of a column has none but in quotes. */
function findNewline(body: Buffer): CsvDialect['newline'] {
  const findEnd = (newline: CsvDialect['newline']): number =>
    new RecordScanner({ delimiters: DELIMITERS, newline }).findEnd(body, 0);
  const [carriage, line] = [findEnd('\r'), findEnd('\n')];
  const next = String.fromCharCode(body[carriage] ?? 0);
  return carriage >= 0 && (line < 0 || carriage < line) && !LINE_ENDS.includes(next) ? '\r' : '\n';
}

/** The delimiter by which most of the first records have as many cells as the first one, of several the one with most cells. */
function findDelimiter(body: Buffer, newline: CsvDialect['newline'], isWhole: boolean): string {
  const candidates = DELIMITERS.map((delimiter) => {
    const [header = 1, ...rows] = countCells(body, { delimiter, newline }, isWhole);
    const fitting = rows.filter((cells) => cells === header).length;
    return { delimiter, header, share: rows.length === 0 ? 1 : fitting / rows.length };
  }).filter(({ header }) => header > 1);
  const [best] = candidates.toSorted((a, b) => b.share - a.share || b.header - a.header);
  return best?.delimiter ?? ',';
}

function countCells(body: Buffer, { delimiter, newline }: CsvDialect, isWhole: boolean): number[] {
  const scanner = new RecordScanner({ delimiters: [delimiter], newline });
  const counts: number[] = [];
  for (let from = 0; counts.length < SAMPLE && from < body.length;) {
    const end = scanner.findEnd(body, from);
    if (end < 0 && !isWhole && counts.length > 0) {
      break;
    }
    const record = withoutLineEnd(body.toString('utf8', from, end < 0 ? body.length : end));
    if (!isBlank(record, delimiter)) {
      counts.push(splitCells(record, delimiter).length);
    }
    from = end < 0 ? body.length : end;
  }
  return counts;
}
