import { ConcurrentWriteError, MAX_EXT_ID_LENGTH, readName } from '#libs/users/identities';
import type { ExistingUser, UserRepository } from '#libs/users/profiles';
import { bucketOf } from '#platform/ids';
import type { EditedUser } from './user-edit.repository.js';

/** Finds the users that a change of existing ones is about; unknown extIds are absent. @throws AppError malformed */
export async function findEditedUsers(
  users: UserRepository,
  appId: number,
  extIds: readonly string[],
): Promise<ExistingUser[]> {
  const names = extIds.map((extId) => readName(extId, 'extId', MAX_EXT_ID_LENGTH));
  return users.findByExtIds(
    appId,
    names.map((extId) => bucketOf(appId, extId)),
    names,
  );
}

/** @throws ConcurrentWriteError when a user was deleted and the statement created it again */
export function requireExisting(edited: readonly EditedUser[]): number[] {
  if (edited.some(({ created }) => created)) {
    throw new ConcurrentWriteError('A user was deleted by another request');
  }
  return edited.map(({ uid }) => uid).toSorted((a, b) => a - b);
}
