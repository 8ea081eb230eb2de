import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import { bucketOf } from '#platform/ids';
import { OutboxRepository } from '#platform/outbox';
import { AliasRepository } from '../numbers/alias.repository.js';
import { inAttempts } from '../attempts.js';
import { DepartedRepository } from './departed.repository.js';
import { EraseRepository, type Counts } from './erase.repository.js';
import { SuppressionRepository } from '../suppressions/suppression.repository.js';
import { MAX_EXT_ID, storableName } from '../texts.js';
import { uniqueExtIds } from '../user-changes.js';
import { UserRepository } from '../user.repository.js';

/** Takes users out of this room. */
@Injectable()
export class UserEraser {
  constructor(
    private readonly db: Database,
    private readonly users: UserRepository,
    private readonly rows: EraseRepository,
    private readonly aliases: AliasRepository,
    private readonly departed: DepartedRepository,
    private readonly suppressions: SuppressionRepository,
    private readonly outbox: OutboxRepository,
  ) {}

  /**
   * Deletes users with their installations. Results, statistics and events that speak of them stay, and an erasure finds
   * them later; who does not exist is left out.
   *
   * @throws AppError missing_field, malformed
   */
  async deleteUsers(appId: number, extIds: readonly string[]): Promise<void> {
    const unique = uniqueExtIds(extIds).map((extId) => storableName(extId, 'extId', MAX_EXT_ID));
    const vbs = unique.map((extId) => bucketOf(appId, extId));
    await inAttempts(async () => {
      const found = await this.users.findByExtIds(appId, vbs, unique);
      const uids = found.map(({ uid }) => uid);
      await this.db.tx(async (tx) => {
        const places = await this.aliases.bucketsOf(appId, uids, tx);
        await this.erase(tx, appId, uids);
        const vbs = new Map(uids.map((uid): [number, number[]] => [uid, []]));
        for (const { uid, vb } of places) {
          vbs.get(uid)?.push(vb);
        }
        await this.departed.insert(
          tx,
          appId,
          found.map(({ uid, extId }) => ({ uid, extId, vbs: vbs.get(uid) ?? [] })),
        );
      });
    });
  }

  /**
   * Deletes everything that this room holds of some users: themselves with attributes and tags, installations with their
   * locations, look-ups of tokens and addresses, opt-outs. Of addresses that nothing may be sent to, a hash stays. What
   * other rooms hold of them is theirs to delete.
   *
   * @param uids  in any number; those that do not exist count for nothing. A deadlock with a batch that writes the same
   *   users surfaces as Postgres tells it (40P01), and nothing is done: the caller tries again
   * @returns how many rows went, by table
   */
  async erase(tx: Tx, appId: number, uids: readonly number[]): Promise<Counts> {
    if (uids.length === 0) {
      return {};
    }
    const erased = await this.rows.deleteUsers(tx, appId, uids);
    const counts = {
      'users.app_user': erased.length,
      'users.token_lookup': await this.rows.deleteTokens(tx, appId, uids),
      'users.installation_home': await this.rows.deleteHomes(tx, appId, uids),
      ...(await this.rows.deleteBeside(tx, appId, uids)),
      'users.suppression': await this.suppressions.forget(tx, appId, uids),
      'users.contact_lookup': await this.rows.deleteContacts(tx, appId, uids),
    };
    await this.rows.deleteAliases(tx, appId, uids);
    await this.outbox.add(tx, { appId, kind: 'user', uids: erased.toSorted((a, b) => a - b), keys: [] });
    return counts;
  }
}
