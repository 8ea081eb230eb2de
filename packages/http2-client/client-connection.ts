import type { Socket } from 'node:net';
import { BodyQueue } from './body-queue.js';
import { type ClientStream, codeOf, type Ending, type ResponseListener } from './client-stream.js';
import { ControlFrames } from './control-frames.js';
import { FrameReader } from './frame-reader.js';
import { HeaderFrames, MAX_HEADER_LIST } from './header-frames.js';
import type { Header } from './hpack/static-table.js';
import {
  DEFAULT_WINDOW,
  ERROR_CODES,
  errorName,
  type ErrorName,
  FLAGS,
  FRAMES,
  MAX_WINDOW,
  StreamError,
} from './frames.js';
import { OutputBuffer } from './hpack/output-buffer.js';
import { check, checkFlow, checkSize, withoutPadding } from './peer-checks.js';
import { type RequestHead, RequestWriter } from './request-writer.js';
import { StreamTable } from './stream-table.js';

/** Time for the last frames of a connection to leave. */
const LINGER_MS = 1000;

/** Receives the events of a connection. */
export interface ConnectionListener {
  /** After the first SETTINGS of the peer, and after each change. */
  onSettings(maxConcurrentStreams: number): void;
  /** No more streams may be opened: the peer says so, or its ids are used up. Those that it will not process end next. */
  onGoaway(): void;
  /** The connection has ended, and all of its streams. */
  onEnd(ending: Ending): void;
}

/**
 * The client's side of an HTTP/2 connection (RFC 9113), for many small requests with small answers. Frames of one turn of
 * the event loop leave in one write. Responses are read where they arrive. The peer is not trusted: whatever it sends
 * costs a bounded amount of memory and time.
 */
export class ClientConnection {
  isEnded = false;
  private readonly output = new OutputBuffer();
  private readonly writer = new RequestWriter(this.output);
  private readonly reader = new FrameReader((type, flags, id, payload) => this.takeFrame(type, flags, id, payload));
  private readonly headers = new HeaderFrames((id, block, isLast) => this.takeBlock(id, block, isLast));
  private readonly control = new ControlFrames(this.writer);
  private readonly streams: StreamTable;
  private readonly bodies = new BodyQueue(this.writer, (stream) => {
    stream.completedIn = this.write;
  });
  private receiveWindow = DEFAULT_WINDOW;
  private isFlushing = false;
  private isClosing = false;
  /** The write that is being collected, from 1. */
  private write = 1;

  /**
   * @param socket         connected or connecting; for TLS with `h2` chosen
   * @param firstStreamId  odd; a test begins near the last one
   */
  constructor(
    private readonly socket: Socket,
    private readonly listener: ConnectionListener,
    firstStreamId = 1,
  ) {
    this.streams = new StreamTable(firstStreamId);
    this.writer.writePreface(MAX_HEADER_LIST);
    this.flushSoon();
    socket.on('data', (bytes: Buffer) => this.read(bytes));
    socket.on('error', (error) => this.end({ code: 'code' in error ? String(error.code) : error.name, error }));
    socket.on('close', () => this.end({ code: 'CLOSED' }));
    socket.on('end', () => this.end({ code: 'CLOSED' }));
  }

  private get isOpen(): boolean {
    return !this.isEnded && !this.isClosing;
  }

  /** Tests if a request would leave at once. */
  get isWritable(): boolean {
    return this.isOpen && !this.bodies.isBlocked;
  }

  /**
   * Sends a request.
   *
   * @returns the id of its stream
   * @throws Error on a connection that takes no more
   */
  request(head: RequestHead, body: Uint8Array | string, listener: ResponseListener): number {
    if (!this.isOpen) {
      throw Object.assign(new Error('The connection takes no more requests'), { code: 'CLOSED' });
    }
    const stream = this.streams.add(listener, this.control.peer.initialWindow);
    const isLast = body.length === 0;
    this.writer.writeHead(stream.id, head, isLast);
    if (isLast) {
      stream.completedIn = this.write;
    } else {
      this.bodies.add(stream, body);
    }
    this.flushSoon();
    if (!this.streams.hasIds) {
      this.isClosing = true;
      this.listener.onGoaway();
    }
    return stream.id;
  }

  /** Resets a stream, of which nothing more is heard. */
  cancel(streamId: number): void {
    const stream = this.streams.find(streamId);
    if (stream) {
      this.reset(stream, 'CANCEL');
      this.closeWhenDone();
    }
  }

  /** Asks the peer for an answer. Nothing is called on a connection that ends before it. */
  ping(onAnswer: () => void): void {
    this.control.ping(onAnswer);
    this.flushSoon();
  }

  /** Takes no more requests, and ends after those in flight. */
  close(): void {
    this.isClosing = true;
    this.closeWhenDone();
  }

  /** Ends at once. @param ending  what the streams in flight end with */
  destroy(ending: Ending, reason: ErrorName = 'CANCEL'): void {
    if (!this.isEnded) {
      this.writer.writeGoaway(ERROR_CODES[reason]);
      this.flush();
      this.end(ending);
    }
  }

  /** A peer may be lively for as long as it likes, but not without end between two calls. */
  forgiveFrames(): void {
    this.control.forgive();
  }

  private read(bytes: Buffer): void {
    if (this.isEnded) {
      return;
    }
    try {
      this.reader.read(bytes);
    } catch (error) {
      const code = codeOf(error);
      this.destroy(error instanceof Error ? { code, error } : { code }, code);
    }
  }

  private takeFrame(type: number, flags: number, streamId: number, payload: Buffer): void {
    if (this.isEnded) {
      return;
    }
    check(
      this.control.hasSettings || (type === FRAMES.settings && (flags & FLAGS.ack) === 0),
      'no SETTINGS at the begin',
    );
    check(!this.headers.isInBlock || type === FRAMES.continuation, 'a header block that is interrupted');
    switch (type) {
      case FRAMES.data:
        return this.takeData(flags, streamId, payload);
      case FRAMES.headers:
        return this.headers.takeHeaders(flags, streamId, payload);
      case FRAMES.continuation:
        return this.headers.takeContinuation(flags, streamId, payload);
      case FRAMES.rstStream:
        return this.takeReset(streamId, payload);
      case FRAMES.settings:
        return this.takeSettings(flags, streamId, payload);
      case FRAMES.ping:
        return this.takePing(flags, streamId, payload);
      case FRAMES.goaway:
        return this.takeGoaway(streamId, payload);
      case FRAMES.windowUpdate:
        return this.takeWindowUpdate(streamId, payload);
      case FRAMES.priority:
        check(streamId !== 0, 'PRIORITY of the connection');
        checkSize(payload.length === 5, 'PRIORITY');
        return this.control.countIdle();
      case FRAMES.pushPromise:
        return check(false, 'a push that we have refused');
      default:
        return this.control.countIdle();
    }
  }

  private takeData(flags: number, streamId: number, payload: Buffer): void {
    check(streamId !== 0, 'DATA of the connection');
    this.receiveWindow -= payload.length;
    if (this.receiveWindow < DEFAULT_WINDOW / 2) {
      this.writer.writeWindowUpdate(0, DEFAULT_WINDOW - this.receiveWindow);
      this.receiveWindow = DEFAULT_WINDOW;
      this.flushSoon();
    }
    const body = withoutPadding(flags, payload, 0);
    const isLast = (flags & FLAGS.endStream) !== 0;
    if (body.length === 0 && !isLast) {
      this.control.countIdle();
    }
    const stream = this.findStream(streamId);
    if (!stream) {
      return;
    }
    stream.receiveWindow -= payload.length;
    this.onStream(stream, () => stream.takeBody(body), isLast);
    if (!isLast && stream.receiveWindow < DEFAULT_WINDOW / 2 && this.streams.find(streamId)) {
      this.writer.writeWindowUpdate(streamId, DEFAULT_WINDOW - stream.receiveWindow);
      stream.receiveWindow = DEFAULT_WINDOW;
      this.flushSoon();
    }
  }

  /** A block of a stream without a reader is decoded too: the next ones refer to it. */
  private takeBlock(streamId: number, headers: readonly Header[], isLast: boolean): void {
    const stream = this.findStream(streamId);
    if (!isLast) {
      this.control.countIdle();
    }
    if (stream) {
      this.onStream(stream, () => stream.takeHeaders(headers, isLast), isLast);
    }
  }

  private takeReset(streamId: number, payload: Buffer): void {
    check(streamId !== 0, 'RST_STREAM of the connection');
    checkSize(payload.length === 4, 'RST_STREAM');
    this.streams.checkOpened(streamId);
    this.control.countIdle();
    const stream = this.streams.find(streamId);
    if (stream) {
      const code = errorName(payload.readUInt32BE(0));
      this.finish(stream, { code }, code === 'REFUSED_STREAM');
      this.closeWhenDone();
    }
  }

  private takeSettings(flags: number, streamId: number, payload: Buffer): void {
    const growth = this.control.takeSettings(flags, streamId, payload);
    if (growth === undefined) {
      return;
    }
    for (const stream of growth === 0 ? [] : this.streams.all()) {
      stream.sendWindow += growth;
      checkFlow(stream.sendWindow <= MAX_WINDOW, 'SETTINGS with a window that is too large');
    }
    this.bodies.resume();
    this.flushSoon();
    this.listener.onSettings(this.control.peer.maxConcurrentStreams);
  }

  private takePing(flags: number, streamId: number, payload: Buffer): void {
    this.control.takePing(flags, streamId, payload);
    this.flushSoon();
  }

  private takeGoaway(streamId: number, payload: Buffer): void {
    check(streamId === 0, 'GOAWAY of a stream');
    checkSize(payload.length >= 8, 'GOAWAY');
    this.control.countIdle();
    const lastId = payload.readUInt32BE(0) & 0x7fffffff;
    const code = errorName(payload.readUInt32BE(4));
    this.isClosing = true;
    this.listener.onGoaway();
    for (const stream of this.streams.all().filter(({ id }) => id > lastId)) {
      this.finish(stream, { code }, true);
    }
    this.closeWhenDone();
  }

  private takeWindowUpdate(streamId: number, payload: Buffer): void {
    checkSize(payload.length === 4, 'WINDOW_UPDATE');
    const growth = payload.readUInt32BE(0) & 0x7fffffff;
    let hasWritten = false;
    if (streamId === 0) {
      check(growth > 0, 'WINDOW_UPDATE of nothing');
      hasWritten = this.bodies.grow(growth);
    } else {
      this.streams.checkOpened(streamId);
      const stream = this.streams.find(streamId);
      if (stream) {
        hasWritten = this.growStream(stream, growth);
      }
    }
    if (hasWritten) {
      this.flushSoon();
    } else {
      this.control.countIdle();
    }
  }

  /** @returns whether something was written */
  private growStream(stream: ClientStream, growth: number): boolean {
    stream.sendWindow += growth;
    if (growth === 0 || stream.sendWindow > MAX_WINDOW) {
      this.fail(stream, growth === 0 ? 'PROTOCOL_ERROR' : 'FLOW_CONTROL_ERROR');
      return false;
    }
    return this.bodies.resume();
  }

  private findStream(streamId: number): ClientStream | undefined {
    const stream = this.streams.findOpen(streamId);
    if (!stream) {
      this.control.countIdle();
    }
    return stream;
  }

  /** Hands something to a stream, and ends it with its last frame or a fault of the response. */
  private onStream(stream: ClientStream, take: () => void, isLast: boolean): void {
    try {
      take();
      if (isLast) {
        stream.checkEnd();
      }
    } catch (error) {
      if (!(error instanceof StreamError)) {
        throw error;
      }
      this.fail(stream, codeOf(error));
      return;
    }
    if (isLast) {
      if (stream.unsent) {
        // Section 8.1: an answer before the end of the request. The rest is of no use.
        this.reset(stream, 'NO_ERROR');
      }
      this.control.countAnswer();
      this.finish(stream, undefined, false);
      this.closeWhenDone();
    }
  }

  private fail(stream: ClientStream, code: ErrorName): void {
    this.reset(stream, code);
    this.finish(stream, { code }, false);
    this.closeWhenDone();
  }

  private reset(stream: ClientStream, code: ErrorName): void {
    this.streams.deleteReset(stream);
    this.bodies.drop(stream);
    this.writer.writeReset(stream.id, ERROR_CODES[code]);
    this.flushSoon();
  }

  private finish(stream: ClientStream, ending: Ending | undefined, isUnprocessed: boolean): void {
    this.streams.delete(stream);
    this.bodies.drop(stream);
    stream.listener.onEnd(ending, isUnprocessed);
  }

  private flushSoon(): void {
    if (!this.isFlushing && !this.isEnded) {
      this.isFlushing = true;
      setImmediate(() => this.flush());
    }
  }

  private flush(): void {
    this.isFlushing = false;
    if (this.output.length > 0 && !this.socket.destroyed) {
      this.socket.write(this.output.take());
      this.write += 1;
    }
  }

  private closeWhenDone(): void {
    if (this.isClosing && this.streams.size === 0 && !this.isEnded) {
      this.destroy({ code: 'CLOSED' }, 'NO_ERROR');
    }
  }

  /** A request that is not written to its end was not processed: the peer cannot have read it. */
  private end(ending: Ending): void {
    if (this.isEnded) {
      return;
    }
    this.isEnded = true;
    this.socket.destroySoon();
    // A peer that goes on writing must not prolong it, so it is no time-out of the socket.
    setTimeout(() => this.socket.destroy(), LINGER_MS).unref();
    for (const stream of this.streams.all()) {
      const isWritten = stream.completedIn > 0 && stream.completedIn < this.write;
      this.finish(stream, ending, !isWritten);
    }
    this.listener.onEnd(ending);
  }
}
