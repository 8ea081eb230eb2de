import { Injectable } from '@nestjs/common';
import type { AddressMove } from '#libs/channels';
import { contactOfAddress, listAddressesBeside } from '#libs/channels/definitions';
import { Database, type Tx } from '#platform/db';
import {
  attributeOfAddress,
  contactKey,
  ContactRepository,
  kindOfAddress,
  readStoredAddress,
  retryOnConflict,
  type ContactKind,
} from '#libs/users/identities';
import { SuppressionService } from '#libs/users/consent';
import { SingleUserRepository } from '../single-users/single-user.repository.js';
import { SingleUserWriterService } from '../single-users/single-user-writer.service.js';
import { sortUnique } from '../writes/user-batch.js';

/** Follows what a provider says of the addresses of a person: that two belong together, or that they have changed. */
@Injectable()
export class AddressPairService {
  constructor(
    private readonly db: Database,
    private readonly contacts: ContactRepository,
    private readonly users: SingleUserRepository,
    private readonly writer: SingleUserWriterService,
    private readonly suppressions: SuppressionService,
  ) {}

  /**
   * Gives the users with a first address the further one that belongs to it. Known pairs cost a look-up and no write.
   *
   * @param kind  of the first address
   */
  async pair(appId: number, kind: ContactKind, first: string, further: string): Promise<void> {
    await retryOnConflict(() =>
      this.db.inTransaction(async () => {
        const holders = await this.contacts.findByAddresses(appId, kind, [first], this.db);
        const paired = new Set(
          (await this.contacts.findByAddresses(appId, kind, [further], this.db)).map(({ uid }) => uid),
        );
        const uids = sortUnique(holders.map(({ uid }) => uid).filter((uid) => !paired.has(uid)));
        if (uids.length > 0) {
          await this.db.tx((tx) => this.give(tx, appId, kind, uids, { from: [first], to: [further] }));
        }
      }),
    );
  }

  /** Gives the users with former addresses the present ones. What stops messages to a former one stops them there too. */
  async move(appId: number, kind: ContactKind, { from, to }: AddressMove): Promise<void> {
    await retryOnConflict(() =>
      this.db.inTransaction(async () => {
        const holders = await this.contacts.findByAddresses(appId, kind, from, this.db);
        const uids = sortUnique(holders.map(({ uid }) => uid));
        await this.db.tx(async (tx) => {
          await this.give(tx, appId, kind, uids, { from, to });
          const { kind: channel } = contactOfAddress(kind);
          const reasons = new Set((await this.suppressions.findReasons(appId, channel, from, tx)).values());
          const entries = [...reasons].flatMap((reason) => to.map((address) => ({ channel, address, reason })));
          await this.suppressions.add(tx, appId, entries);
        });
      }),
    );
  }

  private async give(
    tx: Tx,
    appId: number,
    kind: ContactKind,
    uids: readonly number[],
    { from, to }: AddressMove,
  ): Promise<void> {
    const former = new Set(from.map((address) => contactKey(address).hash.toString('hex')));
    for (const uid of uids) {
      const user = await this.users.lock(tx, appId, uid);
      // The users were found before the lock: one that has another address since has nothing to do with the pair.
      const isHolder = listAddressesBeside(kind).some((each) => {
        const address = user ? readStoredAddress(user, each) : null;
        return address !== null && former.has(contactKey(address).hash.toString('hex'));
      });
      const attrs = new Map(
        (isHolder ? to : []).flatMap((address): [number, string][] => {
          const each = kindOfAddress(kind, address);
          const attribute = attributeOfAddress(each);
          const isNew = user !== undefined && readStoredAddress(user, each) !== address;
          return isNew && attribute !== undefined ? [[attribute, address]] : [];
        }),
      );
      if (attrs.size > 0) {
        await this.writer.write(tx, appId, uid, { attrs, tags: [] }, false);
      }
    }
  }
}
