import { ConcurrentWriteError } from '#libs/users/identities';
import type { AuthenticatedInstallation, InstallationRepository } from '#libs/users/devices';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';

/**
 * Locks the installation until the commit. What the authentication has allowed holds for the user of that moment.
 *
 * @throws AppError key_not_allowed when the installation was erased
 * @throws ConcurrentWriteError when it changed its user
 */
export async function lockOwner(
  installations: InstallationRepository,
  tx: Tx,
  appId: number,
  { instId, uid }: AuthenticatedInstallation,
): Promise<number> {
  const installation = await installations.lock(tx, appId, instId);
  if (!installation) {
    throw new AppError('key_not_allowed', 'The installation was erased');
  }
  if (installation.uid !== uid) {
    throw new ConcurrentWriteError('The installation moved to another user');
  }
  return uid;
}
