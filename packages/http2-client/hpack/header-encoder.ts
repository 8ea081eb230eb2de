import type { OutputBuffer } from './output-buffer.js';
import { DEFAULT_TABLE_SIZE, ENTRY_OVERHEAD, STATIC_TABLE } from './static-table.js';

/** First bytes of the forms of RFC 7541, section 6. */
const INDEXED = 0x80;
const INDEXING = 0x40;
const NEVER_INDEXED = 0x10;
const TABLE_SIZE = 0x20;

interface Entry {
  name: string;
  value: string;
  size: number;
  /** Counted from the first entry of the connection. */
  number: number;
}

/** Headers by their names in lower case. */
export type HeaderFields = Readonly<Record<string, string | number | undefined>>;

/** The bytes of headers, right for one state of the table. */
interface EncodedFields {
  state: number;
  bytes: Uint8Array;
}

const STATIC_NAMES = new Map<string, number>();
const STATIC_PAIRS = new Map<string, Map<string, number>>();
STATIC_TABLE.forEach(([name, value], index) => {
  STATIC_NAMES.set(name, STATIC_NAMES.get(name) ?? index + 1);
  const pairs = STATIC_PAIRS.get(name) ?? new Map<string, number>();
  STATIC_PAIRS.set(name, pairs.set(value, index + 1));
});

/**
 * Encodes the header blocks of one connection (RFC 7541). A header that all messages share joins the table and costs a
 * byte from the second message on; one that is personal never does, neither here nor in any proxy on the way. Strings
 * are written as they are: a Huffman code would save a few bytes of a message and cost more time than the rest.
 */
export class HeaderEncoder {
  /** The newest entry comes last. */
  private entries: Entry[] = [];
  private readonly byName = new Map<string, Map<string, Entry>>();
  private size = 0;
  private maxSize = DEFAULT_TABLE_SIZE;
  private nextNumber = 0;
  /** The smallest size and the last one that the peer set since the last block (RFC 7541, section 4.2). */
  private changedSizes: number[] = [];
  /** Counts the changes of the table. */
  private state = 0;
  private readonly encoded = new WeakMap<HeaderFields, EncodedFields>();

  /** The peer allows another size of the table. Ours never grows above the default. */
  setMaxSize(size: number): void {
    const maxSize = Math.min(size, DEFAULT_TABLE_SIZE);
    const smallest = Math.min(...this.changedSizes, maxSize);
    this.changedSizes = smallest < maxSize ? [smallest, maxSize] : [maxSize];
    this.maxSize = maxSize;
    this.evict(0);
  }

  /** Sends the peer a changed size of the table, at the begin of a block. */
  beginBlock(output: OutputBuffer): void {
    if (this.changedSizes.length > 0) {
      this.changedSizes.forEach((size) => output.writeNumber(TABLE_SIZE, 5, size));
      this.changedSizes = [];
    }
  }

  /**
   * All headers of an object but the pseudo-headers. Messages that share the object share its bytes, as long as the table
   * does not change.
   */
  writeSharedFields(output: OutputBuffer, fields: HeaderFields): void {
    const known = this.encoded.get(fields);
    if (known?.state === this.state) {
      output.writeBytes(known.bytes);
      return;
    }
    const { state } = this;
    const begin = output.length;
    for (const name in fields) {
      const value = fields[name];
      if (value !== undefined && !name.startsWith(':')) {
        this.writeShared(output, name, String(value));
      }
    }
    if (this.state === state) {
      this.encoded.set(fields, { state, bytes: output.copyFrom(begin) });
    }
  }

  /** All headers of an object but the pseudo-headers, which are of this message alone. */
  writePersonalFields(output: OutputBuffer, fields: HeaderFields): void {
    for (const name in fields) {
      const value = fields[name];
      if (value !== undefined && !name.startsWith(':')) {
        this.writePersonal(output, name, String(value));
      }
    }
  }

  /** A header that other messages have as well. */
  writeShared(output: OutputBuffer, name: string, value: string): void {
    const staticPair = STATIC_PAIRS.get(name)?.get(value);
    if (staticPair !== undefined) {
      output.writeNumber(INDEXED, 7, staticPair);
      return;
    }
    const known = this.byName.get(name);
    const entry = known?.get(value);
    if (entry) {
      output.writeNumber(INDEXED, 7, this.indexOf(entry));
      return;
    }
    this.writeName(output, INDEXING, 6, name);
    output.writeString(value);
    this.add(name, value);
  }

  /** A header of this message alone. Its name is not looked up in the table, which has none that only such headers have. */
  writePersonal(output: OutputBuffer, name: string, value: string): void {
    const staticName = STATIC_NAMES.get(name);
    if (staticName !== undefined) {
      output.writeNumber(NEVER_INDEXED, 4, staticName);
    } else {
      output.writeNumber(NEVER_INDEXED, 4, 0);
      output.writeString(name);
    }
    output.writeString(value);
  }

  private writeName(output: OutputBuffer, form: number, bits: number, name: string): void {
    const staticName = STATIC_NAMES.get(name);
    if (staticName !== undefined) {
      output.writeNumber(form, bits, staticName);
      return;
    }
    const entry = this.byName.get(name)?.values().next().value;
    if (entry) {
      output.writeNumber(form, bits, this.indexOf(entry));
      return;
    }
    output.writeNumber(form, bits, 0);
    output.writeString(name);
  }

  private indexOf(entry: Entry): number {
    return STATIC_TABLE.length + this.nextNumber - entry.number;
  }

  private add(name: string, value: string): void {
    const size = Buffer.byteLength(name, 'latin1') + Buffer.byteLength(value, 'latin1') + ENTRY_OVERHEAD;
    this.evict(size);
    if (size > this.maxSize) {
      return;
    }
    this.state += 1;
    const entry = { name, value, size, number: this.nextNumber++ };
    this.entries.push(entry);
    this.size += size;
    const values = this.byName.get(name) ?? new Map<string, Entry>();
    this.byName.set(name, values.set(value, entry));
  }

  private evict(room: number): void {
    while (this.size + room > this.maxSize) {
      const oldest = this.entries.shift();
      if (!oldest) {
        return;
      }
      this.state += 1;
      this.size -= oldest.size;
      const values = this.byName.get(oldest.name);
      values?.delete(oldest.value);
      if (values?.size === 0) {
        this.byName.delete(oldest.name);
      }
    }
  }
}
