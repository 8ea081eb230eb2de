import { Injectable } from '@nestjs/common';
import { contactOfAddress, listAddressesBeside } from '#libs/channels/definitions';
import { SuppressionRepository, declareConsentOrigin, type ConsentOrigin } from '#libs/users/consent';
import { ContactRepository, contactKey, type ContactKind } from '#libs/users/identities';
import { OptOutRepository, UserRepository } from '#libs/users/profiles';
import { Database, type Tx } from '#platform/db';
import { bucketOf } from '#platform/ids';
import { OutboxRepository } from '#platform/outbox';
import { findEditedUsers, requireExisting } from './edited-users.js';
import { sortUnique } from './user-batch.js';
import { UserEditRepository, type UserKey } from './user-edit.repository.js';

/** Changes what existing users and addresses consent to. Each call is one transaction, for `retryOnConflict`. */
@Injectable()
export class ConsentEditorService {
  constructor(
    private readonly db: Database,
    private readonly users: UserRepository,
    private readonly edits: UserEditRepository,
    private readonly contacts: ContactRepository,
    private readonly suppressions: SuppressionRepository,
    private readonly optOuts: OptOutRepository,
    private readonly outbox: OutboxRepository,
  ) {}

  /**
   * Opts users in or out of e-mail or SMS. A new opt-in removes the reason UNSUBSCRIBED of their addresses; a
   * complaint, STOP or bounce stays.
   *
   * @throws ConcurrentWriteError
   */
  async setOptIn(
    appId: number,
    kind: ContactKind,
    permitted: boolean,
    extIds: readonly string[],
    origin: ConsentOrigin,
  ): Promise<void> {
    const existing = await findEditedUsers(this.users, appId, extIds);
    const userKeys = existing.map(({ uid, extId }) => ({ uid, extId, vb: bucketOf(appId, extId) }));
    if (userKeys.length > 0) {
      await this.db.tx(async (tx) => {
        await declareConsentOrigin(tx, origin);
        await this.writeOptIns(tx, appId, kind, permitted, userKeys);
        const addresses = permitted
          ? existing.flatMap((user) => listAddressesBeside(kind).flatMap((each) => user[each] ?? []))
          : [];
        if (addresses.length > 0) {
          const { kind: channel } = contactOfAddress(kind);
          await this.suppressions.delete(tx, appId, channel, addresses, ['UNSUBSCRIBED']);
        }
      });
    }
  }

  /** Stores what users say of tracking, or of the frequency of e-mail, as its column has it. @throws ConcurrentWriteError */
  async setWord(
    appId: number,
    [column, value]: ['tracking', boolean] | ['email_frequency', number],
    extIds: readonly string[],
    origin: ConsentOrigin,
  ): Promise<void> {
    const existing = await findEditedUsers(this.users, appId, extIds);
    const keys = existing.map(({ uid, extId }) => ({ uid, extId, vb: bucketOf(appId, extId) }));
    if (keys.length > 0) {
      await this.db.tx(async (tx) => {
        await declareConsentOrigin(tx, origin);
        requireExisting(await this.edits.setConsent(tx, appId, column, value, keys));
      });
    }
  }

  /**
   * Opts addresses in to e-mail or SMS, or out. A refusal is an entry UNSUBSCRIBED of the list and holds for the address,
   * whoever has it. Consent removes the entry, and opts in everyone who has the address. A complaint, STOP or bounce
   * stays.
   *
   * @param addresses  as they are stored
   */
  async setAddressOptIn(
    appId: number,
    kind: ContactKind,
    permitted: boolean,
    addresses: readonly string[],
    origin: ConsentOrigin,
  ): Promise<void> {
    const { kind: channel } = contactOfAddress(kind);
    await this.db.tx(async (tx) => {
      await declareConsentOrigin(tx, origin);
      if (!permitted) {
        const entries = addresses.map(
          (address) =>
            ({
              channel,
              key: contactKey(address),
              address,
              reason: 'UNSUBSCRIBED',
              detail: null,
            }) as const,
        );
        await this.suppressions.insert(tx, appId, entries);
        return;
      }
      await this.suppressions.delete(tx, appId, channel, addresses, ['UNSUBSCRIBED']);
      const holders = await this.contacts.findByAddresses(appId, kind, addresses, tx);
      const uids = sortUnique(holders.map(({ uid }) => uid));
      const { storage } = contactOfAddress(kind);
      if ('refusal' in storage) {
        await this.writeRefusals(tx, appId, storage.refusal, true, uids);
      } else {
        const changed = uids.length > 0 ? await this.edits.optInUsers(tx, appId, storage.consent, uids) : [];
        await this.outbox.add(tx, { appId, kind: 'user', uids: sortUnique(changed), keys: [] });
      }
    });
  }

  private async writeOptIns(
    tx: Tx,
    appId: number,
    kind: ContactKind,
    permitted: boolean,
    users: readonly UserKey[],
  ): Promise<void> {
    const { storage } = contactOfAddress(kind);
    if ('consent' in storage) {
      const uids = requireExisting(await this.edits.setConsent(tx, appId, storage.consent, permitted, users));
      await this.outbox.add(tx, { appId, kind: 'user', uids, keys: [] });
      return;
    }
    const uids = requireExisting(await this.edits.lockUsers(tx, appId, users));
    await this.writeRefusals(tx, appId, storage.refusal, permitted, uids);
  }

  /** Writes or removes the rows of a refusal, and writes the change feed. */
  private async writeRefusals(
    tx: Tx,
    appId: number,
    refusal: number,
    permitted: boolean,
    uids: readonly number[],
  ): Promise<void> {
    const choices = uids.map((uid) => ({ uid, categoryId: refusal }));
    const changed = permitted
      ? await this.optOuts.deleteOptOuts(tx, appId, choices)
      : await this.optOuts.insertOptOuts(tx, appId, choices);
    await this.outbox.add(tx, {
      appId,
      kind: 'category',
      uids: sortUnique(changed.map(({ uid }) => uid)),
      keys: changed.length > 0 ? [refusal] : [],
    });
  }
}
