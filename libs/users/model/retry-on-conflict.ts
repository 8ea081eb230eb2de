import { setTimeout as sleep } from 'node:timers/promises';
import { isRolledBack, isUniqueViolation } from '#platform/db';
import { AppError } from '#platform/errors';

const MAX_ATTEMPTS = 6;
/** Longest pause before the second attempt, in milliseconds; it doubles with each. */
const BASE_DELAY_MS = 4;

/** What was read before a transaction no longer holds inside it. Thrown to roll back and begin anew. */
export class ConcurrentWriteError extends Error {
  override readonly name = 'Raced';
}

/** Lost every time. To the caller it says to come back; an operation around it may still begin anew. */
export class ContentionError extends AppError {
  constructor(cause: unknown) {
    super('unavailable', 'Too many requests change the same at this moment; nothing was changed', {
      retryAfterSeconds: 1,
      cause,
    });
  }
}

/**
 * Runs a whole operation again when it lost a race. Batches lock users, then tokens, then installations, each in order of
 * its key, so they do not deadlock with each other; marking dead tokens locks installations in an order of its own and
 * can meet them in one. The victim was rolled back and wrote nothing. Of two batches that name a user who is removed
 * meanwhile both propose that user's number, and the second one meets it as taken. Losers wait for a time that chance
 * gives them, so that those who met do not meet again.
 *
 * @param operation  is told which attempt it is, from 1
 * @throws Contended when it keeps losing
 */
export async function retryOnConflict<R>(operation: (attempt: number) => Promise<R>): Promise<R> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await operation(attempt);
    } catch (error) {
      if (!isConflict(error)) {
        throw error;
      }
      if (attempt === MAX_ATTEMPTS) {
        throw new ContentionError(error);
      }
      await sleep(Math.random() * BASE_DELAY_MS * 2 ** attempt);
    }
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
