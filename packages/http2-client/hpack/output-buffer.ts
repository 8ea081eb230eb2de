/** Bytes of one piece of memory: four records of TLS. */
const CHUNK_BYTES = 65_536;
/** With less space than this the next batch begins in a new piece. */
const MIN_ROOM = 4096;

/**
 * Collects what leaves in one write. Bytes that were taken are not touched again, because the socket may still hold
 * them.
 */
export class OutputBuffer {
  private chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  private start = 0;
  private end = 0;

  /** Bytes that wait. */
  get length(): number {
    return this.end - this.start;
  }

  /** Hands over what waits. */
  take(): Buffer {
    const bytes = this.chunk.subarray(this.start, this.end);
    this.start = this.end;
    if (this.chunk.length - this.end < MIN_ROOM) {
      this.chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
      this.start = this.end = 0;
    }
    return bytes;
  }

  /** Writes the nine bytes of a frame (RFC 9113, section 4.1). */
  writeFrameHeader(length: number, type: number, flags: number, streamId: number): void {
    this.reserve(9);
    const { chunk, end } = this;
    chunk[end] = length >>> 16;
    chunk[end + 1] = length >>> 8;
    chunk[end + 2] = length;
    chunk[end + 3] = type;
    chunk[end + 4] = flags;
    chunk.writeUInt32BE(streamId, end + 5);
    this.end += 9;
  }

  /** Corrects the length of a frame whose header begins at a `length` that this buffer had. */
  setFrameLength(at: number, length: number): void {
    const begin = this.start + at;
    this.chunk[begin] = length >>> 16;
    this.chunk[begin + 1] = length >>> 8;
    this.chunk[begin + 2] = length;
  }

  /** Corrects the flags of such a frame. */
  setFrameFlags(at: number, flags: number): void {
    this.chunk[this.start + at + 4] = flags;
  }

  /** Removes and returns what was written since a `length`. */
  cutFrom(at: number): Buffer {
    const cut = Buffer.from(this.chunk.subarray(this.start + at, this.end));
    this.end = this.start + at;
    return cut;
  }

  /** A copy of what was written since a `length`. */
  copyFrom(at: number): Uint8Array {
    return Buffer.from(this.chunk.subarray(this.start + at, this.end));
  }

  writeUint32(value: number): void {
    this.reserve(4);
    this.chunk.writeUInt32BE(value, this.end);
    this.end += 4;
  }

  writeUint16(value: number): void {
    this.reserve(2);
    this.chunk.writeUInt16BE(value, this.end);
    this.end += 2;
  }

  writeBytes(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.chunk.set(bytes, this.end);
    this.end += bytes.length;
  }

  /** A number of HPACK (RFC 7541, section 5.1). @param bits  of the first byte, whose others are those of `form` */
  writeNumber(form: number, bits: number, value: number): void {
    this.reserve(8);
    const max = (1 << bits) - 1;
    if (value < max) {
      this.chunk[this.end++] = form | value;
      return;
    }
    this.chunk[this.end++] = form | max;
    let rest = value - max;
    while (rest >= 128) {
      this.chunk[this.end++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    this.chunk[this.end++] = rest;
  }

  /** A string of HPACK, uncoded (RFC 7541, section 5.2). Its characters are single bytes. */
  writeString(text: string): void {
    this.writeNumber(0, 7, text.length);
    this.reserve(text.length);
    this.end += this.chunk.write(text, this.end, 'latin1');
  }

  /** Writes a text in UTF-8. @returns its bytes */
  writeText(text: string): number {
    this.reserve(3 * text.length);
    const bytes = this.chunk.write(text, this.end, 'utf8');
    this.end += bytes;
    return bytes;
  }

  private reserve(bytes: number): void {
    if (this.end + bytes <= this.chunk.length) {
      return;
    }
    const waiting = this.chunk.subarray(this.start, this.end);
    this.chunk = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, 2 * (waiting.length + bytes)));
    this.chunk.set(waiting);
    this.start = 0;
    this.end = waiting.length;
  }
}
