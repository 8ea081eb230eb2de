import { Injectable } from '@nestjs/common';
import { groupBy } from '#platform/collections';
import { Database } from '#platform/db';
import { bucketOf } from '#platform/ids';
import {
  AliasRepository,
  retryOnConflict,
  MAX_EXT_ID_LENGTH,
  readName,
  withTrimmed,
  uniqueExtIds,
} from '#libs/users/identities';
import { UserRepository } from '#libs/users/profiles';
import { DeletedUserRepository } from './deleted-user.repository.js';
import { UserEraserService } from './user-eraser.service.js';

/** Deletes users by their extIds, and remembers them for a later erasure. */
@Injectable()
export class UserDeletionService {
  constructor(
    private readonly db: Database,
    private readonly users: UserRepository,
    private readonly aliases: AliasRepository,
    private readonly eraser: UserEraserService,
    private readonly deletedUsers: DeletedUserRepository,
  ) {}

  /**
   * Deletes users with their installations. Their results, statistics and events stay, and a later erasure finds them.
   * Unknown extIds are ignored.
   *
   * @throws AppError missing_field, malformed
   */
  async deleteUsers(appId: number, extIds: readonly string[]): Promise<void> {
    const unique = withTrimmed(uniqueExtIds(extIds).map((extId) => readName(extId, 'extId', MAX_EXT_ID_LENGTH)));
    const vbs = unique.map((extId) => bucketOf(appId, extId));
    await retryOnConflict(async () => {
      const existing = await this.users.findByExtIds(appId, vbs, unique);
      const uids = existing.map(({ uid }) => uid);
      await this.db.tx(async (tx) => {
        const places = await this.aliases.findResultPlaces(appId, uids, tx);
        await this.eraser.eraseUsers(tx, appId, uids);
        const placesByUid = groupBy(places, ({ uid }) => uid);
        await this.deletedUsers.insert(
          tx,
          appId,
          existing.map(({ uid, extId }) => ({ uid, extId, places: placesByUid.get(uid) ?? [] })),
        );
      });
    });
  }
}
