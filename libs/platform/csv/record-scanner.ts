const QUOTE = 0x22;
const RETURN = 0x0d;

/** Place of the last byte in its record. */
const CELL_START = 0;
const PLAIN = 1;
const QUOTED = 2;
/** Behind a quote that ends its cell, or is one of a pair. */
const AFTER_QUOTE = 3;
/** Behind a quote that is neither: people wrote `"5" pipe"`. The next line end is the end of the record then. */
const LOOSE = 4;
const LOOSE_QUOTE = 5;
const LOOSE_DELIMITER = 6;

/**
 * Finds the ends of the records of CSV (RFC 4180) in bytes that arrive in pieces. A quote opens only at the beginning of a
 * cell. UTF-8 has no byte of a delimiter inside of another character.
 */
export class RecordScanner {
  private state = CELL_START;
  private readonly isDelimiter = new Uint8Array(256);
  private readonly newline: number;

  /** @param delimiters  characters of one byte, each of which ends a cell */
  constructor({ delimiters, newline }: { delimiters: readonly string[]; newline: '\n' | '\r' }) {
    delimiters.forEach((delimiter) => (this.isDelimiter[delimiter.charCodeAt(0)] = 1));
    this.newline = newline.charCodeAt(0);
  }

  /** Tests if the bytes so far end inside of a quoted cell. */
  get isQuoted(): boolean {
    return this.state === QUOTED;
  }

  /**
   * Goes on with the record.
   *
   * @returns position behind the line end of the record, -1 where it goes on behind these bytes
   */
  findEnd(bytes: Uint8Array, from: number): number {
    let { state } = this;
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === this.newline && state !== QUOTED) {
        this.state = CELL_START;
        return at + 1;
      }
      state = byte === QUOTE ? afterQuote(state) : this.afterOther(state, byte);
    }
    this.state = state;
    return -1;
  }

  private afterOther(state: number, byte: number): number {
    if (state === QUOTED) {
      return QUOTED;
    }
    if (this.isDelimiter[byte] === 1) {
      return state === LOOSE || state === LOOSE_DELIMITER ? LOOSE_DELIMITER : CELL_START;
    }
    if (state === CELL_START || state === PLAIN) {
      return PLAIN;
    }
    // The first half of a line end changes nothing.
    return byte === RETURN && state === AFTER_QUOTE ? AFTER_QUOTE : LOOSE;
  }
}

function afterQuote(state: number): number {
  switch (state) {
    case CELL_START:
    case LOOSE_DELIMITER:
    case AFTER_QUOTE:
      return QUOTED;
    case QUOTED:
      return AFTER_QUOTE;
    case LOOSE:
      return LOOSE_QUOTE;
    case LOOSE_QUOTE:
      return LOOSE;
    default:
      return PLAIN;
  }
}
