import { retry } from '#platform/async';
import { isRolledBack, isUniqueViolation } from '#platform/db';
import { AppError } from '#platform/errors';

const MAX_ATTEMPTS = 6;
/** The longest pause doubles with each attempt, from twice this. */
const BASE_DELAY_MS = 4;

/** Data that was read before a transaction has changed inside it. Thrown to roll back and to start again. */
export class ConcurrentWriteError extends Error {
  override readonly name = 'ConcurrentWriteError';
}

/** Every attempt met a conflict. A client may try again; so may an operation around this one. */
export class ContentionError extends AppError {
  constructor(cause: unknown) {
    super('unavailable', 'Too many requests change the same at this moment; nothing was changed', {
      retryAfterSeconds: 1,
      cause,
    });
  }
}

/**
 * Runs a whole operation again after a conflict with another transaction. Batches lock users, then tokens, then
 * installations, each in the order of its key, so they do not deadlock with each other. Marking dead tokens locks
 * installations in its own order and can deadlock with a batch; Postgres rolls one of the two back. Two batches that
 * recreate a deleted user propose the same uid, and one meets a unique violation. Pauses are random, so that the same
 * transactions do not meet again.
 *
 * @param operation  gets the number of the attempt, from 1
 * @throws ContentionError when every attempt meets a conflict
 */
export async function retryOnConflict<R>(operation: (attempt: number) => Promise<R>): Promise<R> {
  try {
    return await retry(operation, {
      attempts: MAX_ATTEMPTS,
      isRetryable: isConflict,
      pauseMs: (attempt) => Math.random() * BASE_DELAY_MS * 2 ** attempt,
    });
  } catch (error) {
    throw isConflict(error) ? new ContentionError(error) : error;
  }
}

function isConflict(error: unknown): boolean {
  return (
    error instanceof ConcurrentWriteError ||
    error instanceof ContentionError ||
    isRolledBack(error) ||
    isUniqueViolation(error)
  );
}
