import { FLAGS, FRAMES, MAX_FRAME_SIZE, PREFACE, SETTINGS } from './frames.js';
import { HeaderEncoder, type HeaderFields } from './hpack/header-encoder.js';
import type { OutputBuffer } from './hpack/output-buffer.js';

/** The head of a request. */
export interface RequestHead {
  scheme: string;
  authority: string;
  /** Fields that other messages have as well, with `:method`. Messages with the same object cost less. */
  fields: HeaderFields;
  /** Fields of this message alone: no table remembers the values. `:path` is here or in `fields`. */
  personal: HeaderFields;
}

/** Writes the frames of requests. */
export class RequestWriter {
  private readonly encoder = new HeaderEncoder();

  constructor(private readonly output: OutputBuffer) {}

  setTableSize(size: number): void {
    this.encoder.setMaxSize(size);
  }

  /** Writes the head of a request, in as many frames as it needs. */
  writeHead(streamId: number, head: RequestHead, isLast: boolean): void {
    const { output, encoder } = this;
    const begin = output.length;
    const endStream = isLast ? FLAGS.endStream : 0;
    output.writeFrameHeader(0, FRAMES.headers, FLAGS.endHeaders | endStream, streamId);
    const blockBegin = output.length;
    encoder.beginBlock(output);
    this.writeFields(head);
    const length = output.length - blockBegin;
    if (length <= MAX_FRAME_SIZE) {
      output.setFrameLength(begin, length);
      return;
    }
    const rest = output.cutFrom(blockBegin + MAX_FRAME_SIZE);
    output.setFrameLength(begin, MAX_FRAME_SIZE);
    output.setFrameFlags(begin, endStream);
    for (let position = 0; position < rest.length; position += MAX_FRAME_SIZE) {
      const part = rest.subarray(position, position + MAX_FRAME_SIZE);
      const isEnd = position + part.length === rest.length;
      output.writeFrameHeader(part.length, FRAMES.continuation, isEnd ? FLAGS.endHeaders : 0, streamId);
      output.writeBytes(part);
    }
  }

  /** Pseudo-headers come first (RFC 9113, section 8.3). */
  private writeFields({ scheme, authority, fields, personal }: RequestHead): void {
    const { encoder, output } = this;
    encoder.writeShared(output, ':method', String(fields[':method'] ?? 'GET'));
    encoder.writeShared(output, ':scheme', scheme);
    encoder.writeShared(output, ':authority', authority);
    const path = personal[':path'];
    if (path === undefined) {
      encoder.writeShared(output, ':path', String(fields[':path'] ?? '/'));
    } else {
      encoder.writePersonal(output, ':path', String(path));
    }
    encoder.writeSharedFields(output, fields);
    encoder.writePersonalFields(output, personal);
  }

  /** Writes bytes of a body. */
  writeBody(streamId: number, bytes: Uint8Array, isLast: boolean): void {
    let position = 0;
    do {
      const part = bytes.subarray(position, position + MAX_FRAME_SIZE);
      position += part.length;
      const flags = isLast && position === bytes.length ? FLAGS.endStream : 0;
      this.output.writeFrameHeader(part.length, FRAMES.data, flags, streamId);
      this.output.writeBytes(part);
    } while (position < bytes.length);
  }

  /** Writes a whole body of at most `MAX_FRAME_SIZE` bytes in one frame. @returns its bytes */
  writeTextBody(streamId: number, text: string): number {
    const begin = this.output.length;
    this.output.writeFrameHeader(0, FRAMES.data, FLAGS.endStream, streamId);
    const bytes = this.output.writeText(text);
    this.output.setFrameLength(begin, bytes);
    return bytes;
  }

  writeReset(streamId: number, code: number): void {
    this.output.writeFrameHeader(4, FRAMES.rstStream, 0, streamId);
    this.output.writeUint32(code);
  }

  /** Begins a connection, without pushes. @param maxHeaderList  bytes of a list of headers that we take */
  writePreface(maxHeaderList: number): void {
    const settings = [
      [SETTINGS.enablePush, 0],
      [SETTINGS.maxHeaderListSize, maxHeaderList],
    ] as const;
    this.output.writeBytes(PREFACE);
    this.output.writeFrameHeader(settings.length * 6, FRAMES.settings, 0, 0);
    for (const [name, value] of settings) {
      this.output.writeUint16(name);
      this.output.writeUint32(value);
    }
  }

  writeSettingsAck(): void {
    this.output.writeFrameHeader(0, FRAMES.settings, FLAGS.ack, 0);
  }

  /** @param opaque  eight bytes */
  writePing(opaque: Uint8Array, isAck: boolean): void {
    this.output.writeFrameHeader(8, FRAMES.ping, isAck ? FLAGS.ack : 0, 0);
    this.output.writeBytes(opaque);
  }

  writeWindowUpdate(streamId: number, bytes: number): void {
    this.output.writeFrameHeader(4, FRAMES.windowUpdate, 0, streamId);
    this.output.writeUint32(bytes);
  }

  /** The peer opens no streams, so the last one that we took is 0. */
  writeGoaway(code: number): void {
    this.output.writeFrameHeader(8, FRAMES.goaway, 0, 0);
    this.output.writeUint32(0);
    this.output.writeUint32(code);
  }
}
