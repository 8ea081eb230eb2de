import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';
import { OutboxRepository } from '#platform/outbox';
import { LastInboundRepository, contactKeys, type LookupKey } from '#libs/users/identities';
import { UserErasureRepository, type ErasedCounts } from './user-erasure.repository.js';
import { SuppressionRepository } from '#libs/users/consent';

/** Deletes all rows of users in this module, in the transaction of its caller. */
@Injectable()
export class UserEraserService {
  constructor(
    private readonly repository: UserErasureRepository,
    private readonly suppressions: SuppressionRepository,
    private readonly inbound: LastInboundRepository,
    private readonly outbox: OutboxRepository,
  ) {}

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
}

/** All keys of addresses that have more than one: their look-ups may have another one than the list of suppressed ones. */
function listAmbiguousKeys({ addresses }: { addresses: readonly string[] }): LookupKey[] {
  return addresses
    .map(contactKeys)
    .filter((keys) => keys.length > 1)
    .flat();
}
