import { setTimeout as sleep } from 'node:timers/promises';

export interface RetryOptions {
  /** Attempts at most; absent: no limit. */
  attempts?: number;
  /** Whether another attempt may succeed after this error. */
  isRetryable: (error: unknown, attempt: number) => boolean;
  /** Pause after an attempt, in ms; absent: none. */
  pauseMs?: (attempt: number) => number;
}

/**
 * Runs work until an attempt succeeds.
 *
 * @param work  gets the number of the attempt, from 1
 * @throws the error of the last attempt
 */
export async function retry<R>(
  work: (attempt: number) => Promise<R>,
  { attempts = Number.POSITIVE_INFINITY, isRetryable, pauseMs }: RetryOptions,
): Promise<R> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      if (attempt >= attempts || !isRetryable(error, attempt)) {
        throw error;
      }
    }
    if (pauseMs) {
      await sleep(pauseMs(attempt));
    }
  }
}
