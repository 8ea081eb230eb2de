/**
 * The cells of one record, without its line end. In a quoted cell a quote is written twice. Of a single one within, such as
 * in `"5" pipe"`, the next quote before a delimiter shows that it belongs to the value; without that it ends the quotes, and
 * what follows belongs to the cell as it stands.
 */
export function splitCells(record: string, delimiter: string): string[] {
  const cells: string[] = [];
  for (let from = 0; ;) {
    const { cell, end } =
      record[from] === '"' ? readQuoted(record, from, delimiter) : readPlain(record, from, delimiter);
    cells.push(cell);
    if (end >= record.length) {
      return cells;
    }
    from = end + delimiter.length;
  }
}

interface ReadCell {
  cell: string;
  /** Position of the delimiter behind it, or of the end of the record. */
  end: number;
}

function readPlain(record: string, from: number, delimiter: string): ReadCell {
  const next = record.indexOf(delimiter, from);
  const end = next < 0 ? record.length : next;
  return { cell: record.slice(from, end), end };
}

function readQuoted(record: string, from: number, delimiter: string): ReadCell {
  const start = from + 1;
  let closing = -1;
  for (let at = record.indexOf('"', start); at >= 0; at = record.indexOf('"', at + 1)) {
    const next = record[at + 1];
    if (next === '"') {
      at += 1;
    } else if (next === undefined || next === delimiter) {
      return { cell: toValue(record.slice(start, at)), end: at + 1 };
    } else if (at > closing) {
      closing = findClosing(record, at + 1, delimiter);
      if (closing < 0) {
        const { cell, end } = readPlain(record, at + 1, delimiter);
        return { cell: toValue(record.slice(start, at)) + cell, end };
      }
    }
  }
  return { cell: toValue(record.slice(start)), end: record.length };
}

/** The quote that ends a cell, unless another quoted cell begins before it; -1: none. */
function findClosing(record: string, from: number, delimiter: string): number {
  for (let at = record.indexOf('"', from); at >= 0; at = record.indexOf('"', at + 1)) {
    const next = record[at + 1];
    if (next === undefined || next === delimiter) {
      return at;
    }
    if (record[at - 1] === delimiter) {
      return -1;
    }
  }
  return -1;
}

function toValue(quoted: string): string {
  return quoted.replaceAll('""', '"');
}
