import { setTimeout as sleep } from 'node:timers/promises';

export interface RetryOptions {
  /** Attempts at most; absent: no limit. */
  attempts?: number;
  /** Tests if another attempt may succeed after this error. */
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

export interface BackoffBounds {
  firstMs: number;
  maxMs: number;
}

/**
 * Growing pauses between attempts: each is twice as long as the one before, up to a maximum. The upper half of a pause is
 * random, so that the processes of an installation do not come back together.
 *
 * @see https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/ (equal jitter)
 */
export class Backoff {
  private attempts = 0;

  /** @param random  from 0 to 1, in tests a fixed one */
  constructor(
    private readonly bounds: BackoffBounds,
    private readonly random: () => number = Math.random,
  ) {}

  /** The pause after one more failed attempt, in ms. */
  next(): number {
    this.attempts += 1;
    return backoffMs(this.attempts, this.bounds, this.random);
  }

  /** An attempt has succeeded. */
  reset(): void {
    this.attempts = 0;
  }
}

/** The pause after the nth failed attempt (from 1), in whole milliseconds. */
export function backoffMs(attempt: number, { firstMs, maxMs }: BackoffBounds, random = Math.random): number {
  const full = Math.min(maxMs, firstMs * 2 ** Math.min(attempt - 1, 30));
  return Math.round(full / 2 + (full / 2) * random());
}
