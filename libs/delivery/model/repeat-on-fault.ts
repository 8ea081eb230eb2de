import { retry } from '#platform/async';
import { isTemporary } from '#platform/db';
import { AppError } from '#platform/errors';

/** Waits between two tries: each one longer, up to the maximum. */
const PAUSE_MS = 250;
const MAX_PAUSE_MS = 1000;

/**
 * Repeats a write whose outcome must be known, for as long as the database is away, read-only, full or too slow. The write
 * must be safe to run twice.
 *
 * @param onFault  called after each try that is followed by another
 * @throws any other error: a broken invariant, or one of Herald's own code
 */
export async function repeatOnFault<R>(
  write: (attempt: number) => Promise<R>,
  onFault: (error: unknown, attempt: number) => void,
): Promise<R> {
  return retry(write, {
    isRetryable: (error, attempt) => {
      const isFault = isTemporary(error instanceof AppError ? error.cause : error);
      if (isFault) {
        onFault(error, attempt);
      }
      return isFault;
    },
    pauseMs: (attempt) => Math.min(MAX_PAUSE_MS, PAUSE_MS * attempt),
  });
}
