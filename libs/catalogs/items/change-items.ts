import { isRolledBack, type Database, type Tx } from '#platform/db';
import { AppError } from '#platform/errors';

/** A file locks its catalogs for minutes. Whoever waited as long would hold connections that others need. */
const MAX_LOCK_WAIT_MS = 3000;
const RETRY_SECONDS = 30;

/** Changes items in a transaction. @throws AppError unavailable where others change those of the application */
export async function changeItems<R>(db: Database, work: (tx: Tx) => Promise<R>): Promise<R> {
  try {
    return await db.tx(work, { maxLockWaitMs: MAX_LOCK_WAIT_MS });
  } catch (error) {
    throw isRolledBack(error)
      ? new AppError('unavailable', 'Items of the application are being loaded, try again', {
          retryAfterSeconds: RETRY_SECONDS,
          cause: error,
        })
      : error;
  }
}
