import { Injectable } from '@nestjs/common';
import { groupBy } from '#platform/collections';
import { Database, type Tx } from '#platform/db';
import { bucketOf } from '#platform/ids';
import { OutboxRepository } from '#platform/outbox';
import {
  LastInboundRepository,
  AliasRepository,
  retryOnConflict,
  MAX_EXT_ID_LENGTH,
  readName,
  withTrimmed,
  contactKeys,
  type LookupKey,
  uniqueExtIds,
} from '#libs/users/identities';
import { DeletedUserRepository, type DeletedUser } from './deleted-user.repository.js';
import { UserErasureRepository, type ErasedCounts, type Subject } from './user-erasure.repository.js';
import { SuppressionRepository } from '#libs/users/consent';
import { UserRepository } from '#libs/users/profiles';

/** Deletes users from this module. */
@Injectable()
export class UserEraserService {
  constructor(
    private readonly db: Database,
    private readonly users: UserRepository,
    private readonly repository: UserErasureRepository,
    private readonly aliases: AliasRepository,
    private readonly deletedUsers: DeletedUserRepository,
    private readonly suppressions: SuppressionRepository,
    private readonly inbound: LastInboundRepository,
    private readonly outbox: OutboxRepository,
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
        await this.eraseUsers(tx, appId, uids);
        const placesByUid = groupBy(places, ({ uid }) => uid);
        await this.deletedUsers.insert(
          tx,
          appId,
          existing.map(({ uid, extId }) => ({ uid, extId, places: placesByUid.get(uid) ?? [] })),
        );
      });
    });
  }

  /**
   * Deletes everything that this module holds of some users: attributes and tags, installations and their locations,
   * look-ups of tokens and addresses, opt-outs. Suppressed addresses are reduced to a hash. Other modules delete their
   * own data.
   *
   * @param uids  any number; unknown ones are ignored. After a deadlock with a batch that writes the same users (40P01)
   *   the caller tries again
   * @returns the number of deleted rows, by table
   */
  async eraseUsers(tx: Tx, appId: number, uids: readonly number[]): Promise<ErasedCounts> {
    if (uids.length === 0) {
      return {};
    }
    const users = await this.repository.deleteUsers(tx, appId, uids);
    const erased = users.map(({ uid }) => uid);
    const counts = {
      'users.app_user': erased.length,
      'users.token_lookup': await this.repository.deleteTokens(tx, appId, uids),
      'users.installation_home': await this.repository.deleteInstallationHomes(tx, appId, uids),
      ...(await this.repository.deleteUserTables(tx, appId, uids)),
      'users.suppression': await this.suppressions.redactAddresses(tx, appId, uids, users.flatMap(listAmbiguousKeys)),
      'users.last_inbound': await this.inbound.deleteOf(tx, appId, uids),
      ...(await this.repository.deleteWords(tx, appId, uids)),
      'users.subscription': await this.repository.deleteSubscriptions(tx, appId, uids),
      'users.contact_lookup': await this.repository.deleteContacts(tx, appId, uids),
    };
    await this.repository.deleteAliases(tx, appId, uids);
    await this.outbox.add(tx, { appId, kind: 'user', uids: erased.toSorted((a, b) => a - b), keys: [] });
    return counts;
  }

  /** Finds users with everything by which other modules know them. Missing users are absent. */
  async findSubjects(tx: Tx, appId: number, extIds: readonly string[]): Promise<Subject[]> {
    return this.repository.findSubjects(tx, appId, extIds);
  }

  /** Deletes and returns the records of users that were deleted before, by their former extIds. */
  async takeDeletedUsers(tx: Tx, appId: number, extIds: readonly string[]): Promise<DeletedUser[]> {
    const vbs = extIds.map((extId) => bucketOf(appId, extId));
    return this.deletedUsers.takeByExtIds(tx, appId, vbs, extIds);
  }
}

/** All keys of addresses that have more than one: their look-ups may have another one than the list of suppressed ones. */
function listAmbiguousKeys({ addresses }: { addresses: readonly string[] }): LookupKey[] {
  return addresses
    .map(contactKeys)
    .filter((keys) => keys.length > 1)
    .flat();
}
