import { Injectable } from '@nestjs/common';
import { AliasRepository, type ResultPlace } from '#libs/users/identities';
import type { Tx } from '#platform/db';
import { bucketOf } from '#platform/ids';
import { DeletedUserRepository } from './deleted-user.repository.js';
import { ErasedNameService } from './erased-name.service.js';
import { UserEraserService } from './user-eraser.service.js';
import { UserErasureRepository, type ErasedCounts } from './user-erasure.repository.js';

/**
 * Everything by which other modules may know the erased people.
 *
 * @property users   how many of them were users until now
 * @property uids    of those, and of users that were deleted before
 * @property places  where results of them may lie
 * @property counts  deleted rows of this module, by table
 */
export interface ErasedPeople {
  users: number;
  uids: readonly number[];
  places: readonly ResultPlace[];
  tokens: readonly string[];
  addresses: readonly string[];
  counts: ErasedCounts;
}

/** Erases people for good from this module, those too that were deleted before. */
@Injectable()
export class PermanentErasureService {
  constructor(
    private readonly names: ErasedNameService,
    private readonly repository: UserErasureRepository,
    private readonly deletedUsers: DeletedUserRepository,
    private readonly aliases: AliasRepository,
    private readonly eraser: UserEraserService,
  ) {}

  /** Erases people by extId; unknown ones are noted for files that wait. @param extIds  up to 1000 different ones */
  async erase(tx: Tx, appId: number, extIds: readonly string[]): Promise<ErasedPeople> {
    await this.names.note(tx, appId, extIds);
    const subjects = await this.repository.findSubjects(tx, appId, extIds);
    const vbs = extIds.map((extId) => bucketOf(appId, extId));
    const deletedUsers = await this.deletedUsers.takeByExtIds(tx, appId, vbs, extIds);
    const presentUids = subjects.map(({ uid }) => uid);
    const places = await this.aliases.findResultPlaces(appId, presentUids, tx);
    return {
      users: subjects.length,
      uids: [...presentUids, ...deletedUsers.map(({ uid }) => uid)],
      places: [...places, ...deletedUsers.flatMap((user) => user.places)],
      tokens: subjects.flatMap(({ tokens }) => tokens),
      addresses: subjects.flatMap(({ addresses }) => addresses),
      counts: await this.eraser.eraseUsers(tx, appId, presentUids),
    };
  }
}
