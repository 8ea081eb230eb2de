import { setTimeout as sleep } from 'node:timers/promises';
import type { IQueueBackend } from 'bullmq';
import { Backoff } from '#platform/async';

/** A worker that is notified of an end of the outage after this time at the latest. */
const PAUSES = { firstMs: 250, maxMs: 5000 };

type Backend = Pick<IQueueBackend, 'moveToActive' | 'waitForJob'>;

/**
 * Pauses after each failure. The worker of BullMQ tries again at once or after a tenth of a second. With 13 queues that is
 * more than a hundred attempts a second at a server that is away or refuses.
 *
 * @param signal  ends pauses, so that a worker can close
 */
export function makePatient<B extends Backend>(backend: B, signal: AbortSignal): B {
  const backoff = new Backoff(PAUSES);
  const patient =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      try {
        const result = await call(...args);
        backoff.reset();
        return result;
      } catch (error) {
        await sleep(backoff.next(), undefined, { signal, ref: false }).catch(() => undefined);
        throw error;
      }
    };
  backend.moveToActive = patient(backend.moveToActive.bind(backend));
  backend.waitForJob = patient(backend.waitForJob.bind(backend));
  return backend;
}

/** The common part of a worker of BullMQ and one of Herald. */
interface Closable {
  on(event: 'error', listener: (error: Error) => void): unknown;
  close(): Promise<void>;
}

/** A worker whose pauses after failures end with it. */
export function closable(open: (signal: AbortSignal) => Closable): Closable {
  const abort = new AbortController();
  const worker = open(abort.signal);
  return {
    on: (event, listener) => worker.on(event, listener),
    close() {
      const closed = worker.close();
      abort.abort();
      return closed;
    },
  };
}
