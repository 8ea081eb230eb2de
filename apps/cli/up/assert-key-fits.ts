import { LASTING_SEALED_COLUMNS } from '#libs/identity';
import { WRONG_KEY } from '#platform/app';
import { MasterKey, readPreviousKeys } from '#platform/crypto';
import { openDatabase } from '#platform/db';
import { OperatorError } from '#platform/embedded';
import { ResealingService } from '#platform/resealing';
import { createLogger } from '#platform/runtime';
import type { MasterKeys } from '../runtime/environment.js';

/**
 * Refuses a wrong master key before any process starts, because the processes would wait for each other.
 *
 * @param url  a migrated database
 * @throws OperatorError when the key opens none of the stored secrets
 */
export async function assertKeyFits(url: string, keys: MasterKeys): Promise<void> {
  const db = await openDatabase(url, 1, createLogger('up', 'silent'));
  try {
    const masterKey = new MasterKey(keys.MASTER_KEY, readPreviousKeys(keys.MASTER_KEY_PREVIOUS));
    if (!(await new ResealingService(db, masterKey).opensAnything(LASTING_SEALED_COLUMNS))) {
      throw new OperatorError(`${WRONG_KEY}.`);
    }
  } finally {
    await db.close();
  }
}
