import type { ClientStream } from './client-stream.js';
import { DEFAULT_WINDOW, MAX_FRAME_SIZE, MAX_WINDOW } from './frames.js';
import { checkFlow } from './peer-checks.js';
import type { RequestWriter } from './request-writer.js';

/** A character has at most so many bytes in UTF-8, counted by units of UTF-16. */
const MAX_CHARACTER_BYTES = 3;

/** Writes the bodies of requests as far as the windows of the peer allow (RFC 9113, section 5.2), in their order. */
export class BodyQueue {
  private readonly blocked = new Set<ClientStream>();
  private window = DEFAULT_WINDOW;

  /** @param onComplete  called when the last byte of a request is written */
  constructor(
    private readonly writer: RequestWriter,
    private readonly onComplete: (stream: ClientStream) => void,
  ) {}

  /** Tests if the peer takes nothing at present. */
  get isBlocked(): boolean {
    return this.blocked.size > 0;
  }

  /** @param body  not empty */
  add(stream: ClientStream, body: Uint8Array | string): void {
    if (typeof body === 'string') {
      const most = MAX_CHARACTER_BYTES * body.length;
      if (most <= MAX_FRAME_SIZE && most <= this.window && most <= stream.sendWindow) {
        const length = this.writer.writeTextBody(stream.id, body);
        this.window -= length;
        stream.sendWindow -= length;
        this.onComplete(stream);
        return;
      }
    }
    stream.unsent = typeof body === 'string' ? Buffer.from(body) : body;
    this.blocked.add(stream);
    this.writeSome(stream);
  }

  drop(stream: ClientStream): void {
    this.blocked.delete(stream);
  }

  /** @returns whether something was written. @throws ConnectionError for a window that is too large */
  grow(bytes: number): boolean {
    this.window += bytes;
    checkFlow(this.window <= MAX_WINDOW, 'a window that is too large');
    return this.resume();
  }

  /** Goes on after a window has grown. @returns whether something was written */
  resume(): boolean {
    const { window } = this;
    this.blocked.forEach((stream) => this.writeSome(stream));
    return this.window < window;
  }

  private writeSome(stream: ClientStream): void {
    const { unsent } = stream;
    const length = Math.min(unsent?.length ?? 0, this.window, stream.sendWindow);
    if (!unsent || length <= 0) {
      return;
    }
    const isLast = length === unsent.length;
    this.writer.writeBody(stream.id, isLast ? unsent : unsent.subarray(0, length), isLast);
    this.window -= length;
    stream.sendWindow -= length;
    stream.unsent = isLast ? undefined : unsent.subarray(length);
    if (isLast) {
      this.blocked.delete(stream);
      this.onComplete(stream);
    }
  }
}
