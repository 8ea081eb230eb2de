import type { Response } from 'express';

/** Proxies end connections that are silent for some 30 to 60 s. */
const HEARTBEAT_MS = 15_000;
/** After the end of a gateway its readers come back over this time, not all at once. */
const RETRY_LEAST_MS = 1000;
const RETRY_MORE_MS = 3000;

/**
 * One reader's stream of server-sent events (HTML Living Standard, 9.2). Whoever reads too slowly gets the newest snapshot
 * of each topic and misses those between, so that a stream never holds more than one of each.
 */
export class LiveStream {
  private readonly heartbeat: NodeJS.Timeout;
  private readonly unsent = new Map<string, string>();

  constructor(private readonly response: Response) {
    response.status(200).set({
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      // nginx would keep events back until its buffer is full.
      'X-Accel-Buffering': 'no',
    });
    response.flushHeaders();
    response.socket?.setNoDelay(true);
    response.on('drain', () => this.writeUnsent());
    this.heartbeat = setInterval(() => this.write(':\n\n'), HEARTBEAT_MS);
    this.heartbeat.unref();
  }

  /** @param topic  a snapshot of the same topic that has not left yet is given up for this one */
  send(topic: string, event: string): void {
    if (this.response.writableNeedDrain) {
      this.unsent.set(topic, event);
    } else {
      this.write(event);
    }
  }

  /** @param why  `bye`: the session has ended, so that the reader does not come back · `stop`: it may, to another gateway */
  end(why: 'bye' | 'stop'): void {
    clearInterval(this.heartbeat);
    if (!this.response.writableEnded) {
      const retry = Math.round(RETRY_LEAST_MS + Math.random() * RETRY_MORE_MS);
      this.response.end(why === 'bye' ? 'event: bye\ndata: {}\n\n' : `retry: ${retry}\n\n`);
    }
  }

  /** The reader has gone. */
  close(): void {
    clearInterval(this.heartbeat);
  }

  private writeUnsent(): void {
    for (const [topic, event] of this.unsent) {
      if (this.response.writableNeedDrain) {
        return;
      }
      this.unsent.delete(topic);
      this.write(event);
    }
  }

  private write(text: string): void {
    if (!this.response.writableEnded && !this.response.destroyed) {
      this.response.write(text);
    }
  }
}
