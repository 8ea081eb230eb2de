const ATTEMPTS = 5;
/** SQLSTATE deadlock_detected. */
const DEADLOCK = '40P01';

/** What was read before a transaction no longer holds inside it. Thrown to roll back and begin anew. */
export class Raced extends Error {
  override readonly name = 'Raced';
}

/**
 * Runs a whole operation again when it lost a race. Batches lock users, then tokens, then installations, each in order of
 * its key, so they do not deadlock with each other; marking dead tokens locks installations in an order of its own and
 * can meet them in one. The victim was rolled back and wrote nothing.
 *
 * @param operation  is told which attempt it is, from 1
 */
export async function inAttempts<R>(operation: (attempt: number) => Promise<R>): Promise<R> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await operation(attempt);
    } catch (error) {
      if (attempt === ATTEMPTS || !isLostRace(error)) {
        throw error;
      }
    }
  }
}

function isLostRace(error: unknown): boolean {
  return error instanceof Raced || (error instanceof Error && 'code' in error && error.code === DEADLOCK);
}
