import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryLog, NewestFilter } from '../server/delivery-log.js';
import { showDelivery } from './show-delivery.js';

/** Pages that may listen at once. */
const MAX_STREAMS = 16;
/** Deliveries that come within it are sent together. */
const GATHER_MS = 150;
/** The newest of them; how many more there were is said beside them. */
const MAX_TOGETHER = 50;
/** A comment keeps proxies and browsers from taking a quiet stream for a dead one. */
const PULSE_MS = 15_000;

/**
 * Deliveries as they come, by server-sent events (HTML standard, section 9.2). A stream remembers nothing but the number
 * of the last delivery: a reader that is slow, or away for a while, misses the middle and never makes a queue.
 */
export class LiveDeliveries {
  private readonly open = new Set<ServerResponse>();

  constructor(private readonly log: DeliveryLog) {}

  /**
   * Answers with a stream: `delivery` (a `ShownDelivery`), `missed` (`{count}`), `counts` and `cleared`.
   *
   * @param after  deliveries after this one
   * @returns false when too many pages listen; the response is then untouched
   */
  serve(response: ServerResponse, filter: NewestFilter, after: number): boolean {
    if (this.open.size >= MAX_STREAMS) {
      return false;
    }
    this.open.add(response);
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
      'X-Content-Type-Options': 'nosniff',
    });
    void this.run(response, filter, after);
    return true;
  }

  private async run(response: ServerResponse, filter: NewestFilter, after: number): Promise<void> {
    const closed = new AbortController();
    let hasChanged = true;
    let wake: (() => void) | undefined;
    const stopListening = this.log.onChange(() => {
      hasChanged = true;
      wake?.();
    });
    const pulse = setInterval(() => response.writableNeedDrain || response.write(':\n\n'), PULSE_MS);
    pulse.unref();
    response.once('close', () => {
      closed.abort();
      wake?.();
    });
    try {
      // A page that was there before a restart knows numbers that do not exist yet.
      let position = Math.min(after, this.log.newestSeq);
      let { clearings } = this.log;
      while (!closed.signal.aborted) {
        if (!hasChanged) {
          await new Promise<void>((resolve) => (wake = resolve));
          await sleep(GATHER_MS, undefined, { signal: closed.signal });
        }
        hasChanged = false;
        wake = undefined;
        if (this.log.clearings !== clearings) {
          ({ clearings } = this.log);
          response.write(event('cleared', {}));
        }
        position = await this.send(response, filter, position);
        if (response.writableNeedDrain) {
          await once(response, 'drain', { signal: closed.signal });
        }
      }
    } catch {
      // The reader has gone, or a payload cannot be read: the page opens a new stream by itself.
      response.destroy();
    } finally {
      stopListening();
      clearInterval(pulse);
      this.open.delete(response);
    }
  }

  private async send(response: ServerResponse, filter: NewestFilter, after: number): Promise<number> {
    const newest = this.log.newestSeq;
    const { deliveries, older } = await this.log.newestFirst({
      ...filter,
      after,
      before: newest + 1,
      limit: MAX_TOGETHER,
    });
    if (older !== undefined) {
      response.write(event('missed', { count: older - 1 - after }));
    }
    for (const delivery of deliveries.toReversed()) {
      response.write(event('delivery', showDelivery(delivery), delivery.seq));
    }
    response.write(event('counts', this.log.counts(), newest));
    return newest;
  }
}

/** JSON has no line break of its own, so that one line of data carries it whole. */
function event(name: string, data: object, id?: number): string {
  return `event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
}
