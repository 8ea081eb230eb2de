import { CompressionError } from './compression-error.js';
import { decodeHuffman } from './huffman.js';
import { DEFAULT_TABLE_SIZE, ENTRY_OVERHEAD, type Header, STATIC_TABLE } from './static-table.js';

/** A number of more than this is none that a peer may send: no length and no index comes near it. */
const MAX_NUMBER = 2 ** 24;

/** Evicted entries that are kept until they go together: no more than a full table has. */
const MAX_EVICTED = 128;

/**
 * Decodes the header blocks of one connection (RFC 7541), in their order: each may add to the table that the next ones
 * refer to.
 */
export class HeaderDecoder {
  /** The newest entry comes last. Those before `oldest` are evicted: an answer mostly evicts one, so they go together. */
  private entries: Header[] = [];
  private oldest = 0;
  private size = 0;
  private maxSize = DEFAULT_TABLE_SIZE;
  private block: Buffer = Buffer.alloc(0);
  private position = 0;

  /** @param maxListSize  bytes of a list of headers, counted as in RFC 9113, section 6.5.2 */
  constructor(private readonly maxListSize: number) {}

  /**
   * @throws CompressionError for a block that cannot be read, or whose list is too large
   */
  decode(block: Buffer): Header[] {
    this.block = block;
    this.position = 0;
    const headers: Header[] = [];
    let listSize = 0;
    while (this.position < block.length) {
      const byte = block[this.position] ?? 0;
      if ((byte & 0xe0) === 0x20) {
        this.readTableSize(headers.length > 0);
        continue;
      }
      const header = byte >= 0x80 ? this.entry(this.readNumber(7)) : this.readLiteral(byte);
      listSize += sizeOf(header);
      if (listSize > this.maxListSize) {
        throw new CompressionError('a list of headers that is too large');
      }
      headers.push(header);
    }
    return headers;
  }

  /** Section 6.3: only before the first header of a block, and not above the size that we allow. */
  private readTableSize(isLate: boolean): void {
    const maxSize = this.readNumber(5);
    if (isLate || maxSize > DEFAULT_TABLE_SIZE) {
      throw new CompressionError('a size of the table that is not allowed');
    }
    this.maxSize = maxSize;
    this.evict(0);
  }

  /** Section 6.2: with the bit 0x40 the header joins the table. */
  private readLiteral(byte: number): Header {
    const isIndexed = (byte & 0x40) !== 0;
    const index = this.readNumber(isIndexed ? 6 : 4);
    const name = index === 0 ? this.readString() : this.entry(index)[0];
    const header: Header = [name, this.readString()];
    if (isIndexed) {
      this.add(header);
    }
    return header;
  }

  private add(header: Header): void {
    const size = sizeOf(header);
    this.evict(size);
    if (size <= this.maxSize) {
      this.entries.push(header);
      this.size += size;
    }
  }

  /** Makes space; an entry that is larger than the table empties it (section 4.4). */
  private evict(room: number): void {
    for (; this.size + room > this.maxSize && this.oldest < this.entries.length; this.oldest += 1) {
      this.size -= sizeOf(this.entries[this.oldest] ?? ['', '']);
    }
    if (this.oldest >= MAX_EVICTED) {
      this.entries = this.entries.slice(this.oldest);
      this.oldest = 0;
    }
  }

  private entry(index: number): Header {
    const place = this.entries.length - (index - STATIC_TABLE.length);
    const found =
      index <= STATIC_TABLE.length ? STATIC_TABLE[index - 1] : place < this.oldest ? undefined : this.entries[place];
    if (!found) {
      throw new CompressionError('an index that does not exist');
    }
    return found;
  }

  private readString(): string {
    const isHuffman = ((this.block[this.position] ?? 0) & 0x80) !== 0;
    const length = this.readNumber(7);
    const from = this.position;
    const to = from + length;
    if (to > this.block.length) {
      throw new CompressionError('a string that ends after its block');
    }
    this.position = to;
    return isHuffman ? decodeHuffman(this.block, from, to) : this.block.toString('latin1', from, to);
  }

  /** Section 5.1. @param bits  of the first byte */
  private readNumber(bits: number): number {
    const max = 2 ** bits - 1;
    let value = this.nextByte() & max;
    if (value < max) {
      return value;
    }
    for (let factor = 1; ; factor *= 128) {
      const byte = this.nextByte();
      value += (byte & 0x7f) * factor;
      if (value > MAX_NUMBER || factor > MAX_NUMBER) {
        throw new CompressionError('a number that is too large');
      }
      if (byte < 0x80) {
        return value;
      }
    }
  }

  private nextByte(): number {
    const byte = this.block[this.position++];
    if (byte === undefined) {
      throw new CompressionError('a block that ends too early');
    }
    return byte;
  }
}

function sizeOf([name, value]: Header): number {
  return name.length + value.length + ENTRY_OVERHEAD;
}
