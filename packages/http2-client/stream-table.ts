import { ClientStream, type ResponseListener } from './client-stream.js';
import { ConnectionError, DEFAULT_WINDOW, MAX_STREAM_ID } from './frames.js';
import { check } from './peer-checks.js';

/** Streams that were reset and that the peer may still write to. */
const MAX_RESET = 1000;

/** The streams of a connection by their ids: open, reset by us, and closed. */
export class StreamTable {
  private readonly open = new Map<number, ClientStream>();
  private readonly reset = new Set<number>();

  /** @param nextId  of the first stream, odd */
  constructor(private nextId: number) {}

  get size(): number {
    return this.open.size;
  }

  /** Tests if ids are left. */
  get hasIds(): boolean {
    return this.nextId <= MAX_STREAM_ID;
  }

  add(listener: ResponseListener, sendWindow: number): ClientStream {
    const stream = new ClientStream(this.nextId, listener, sendWindow, DEFAULT_WINDOW);
    this.nextId += 2;
    this.open.set(stream.id, stream);
    return stream;
  }

  all(): ClientStream[] {
    return [...this.open.values()];
  }

  find(streamId: number): ClientStream | undefined {
    return this.open.get(streamId);
  }

  delete(stream: ClientStream): void {
    this.open.delete(stream.id);
  }

  /** The peer may not have read yet that a stream is reset: what it still writes is ignored. */
  deleteReset(stream: ClientStream): void {
    this.open.delete(stream.id);
    this.reset.add(stream.id);
    if (this.reset.size > MAX_RESET) {
      this.reset.delete(this.reset.values().next().value ?? 0);
    }
  }

  /**
   * The stream of a frame that only an open stream has.
   *
   * @returns undefined for one that we have reset
   * @throws ConnectionError for any other that is not open
   */
  findOpen(streamId: number): ClientStream | undefined {
    const stream = this.open.get(streamId);
    if (!stream) {
      this.checkOpened(streamId);
      if (!this.reset.has(streamId)) {
        throw new ConnectionError('STREAM_CLOSED', 'a frame of a stream that is closed');
      }
    }
    return stream;
  }

  /** RFC 9113, section 5.1.1: the peer opens no streams, and ours have odd ids. @throws ConnectionError for others */
  checkOpened(streamId: number): void {
    check(streamId < this.nextId && streamId % 2 === 1, 'a frame of a stream that was never opened');
  }
}
