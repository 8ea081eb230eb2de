import { Injectable } from '@nestjs/common';
import { ADDRESS_KINDS } from '#libs/channels/definitions';
import { Database, type Tx } from '#platform/db';
import { bucketOf } from '#platform/ids';
import { OutboxRepository } from '#platform/outbox';
import { attributeOfAddress, type Addresses, ContactRepository, type Contact } from '#libs/users/identities';
import {
  type AttributeScalar,
  RemovalService,
  STANDARD_ATTRIBUTE_IDS,
  UserRepository,
  type ExistingUser,
} from '#libs/users/profiles';
import { findEditedUsers, requireExisting } from './edited-users.js';
import { UserEditRepository, type ValueRemoval } from './user-edit.repository.js';

/** The addresses to remove from one user: attributes as `ValueRemoval` has them, and addresses. */
export interface RequestedRemoval extends Partial<Addresses<boolean>> {
  attrs: Map<number, AttributeScalar[] | null>;
}

/** Removes values of existing users and ignores unknown extIds. Each call is one transaction, for `retryOnConflict`. */
@Injectable()
export class UserEditorService {
  constructor(
    private readonly db: Database,
    private readonly users: UserRepository,
    private readonly edits: UserEditRepository,
    private readonly contacts: ContactRepository,
    private readonly removals: RemovalService,
    private readonly outbox: OutboxRepository,
  ) {}

  /**
   * Removes attributes, elements of array attributes and addresses.
   *
   * @param edits  by extId
   * @throws ConcurrentWriteError
   */
  async removeValues(appId: number, edits: ReadonlyMap<string, RequestedRemoval>): Promise<void> {
    const existing = await findEditedUsers(this.users, appId, [...edits.keys()]);
    const removals = existing.map((user): ValueRemoval => {
      const { attrs: requested, ...addresses }: RequestedRemoval = edits.get(user.extId) ?? { attrs: new Map() };
      const attrs = new Map<number, AttributeScalar[] | null>(requested);
      for (const kind of ADDRESS_KINDS) {
        const attribute = attributeOfAddress(kind);
        if (addresses[kind] && attribute !== undefined) {
          attrs.set(attribute, null);
        }
      }
      return { uid: user.uid, vb: bucketOf(appId, user.extId), extId: user.extId, attrs, addresses };
    });
    if (removals.length > 0) {
      await this.db.tx((tx) => this.writeRemovals(tx, appId, removals, existing));
    }
  }

  private async writeRemovals(
    tx: Tx,
    appId: number,
    removals: readonly ValueRemoval[],
    existing: readonly ExistingUser[],
  ): Promise<void> {
    const keys = new Set(removals.flatMap(({ attrs }) => [...attrs.keys()]));
    const appliedRemovals = await this.removals.applyToUsers(
      tx,
      appId,
      [...keys],
      removals.map(({ uid }) => uid),
    );
    const uids = requireExisting(await this.edits.removeValues(tx, appId, removals));
    await this.removals.insertSurvivors(
      tx,
      appId,
      appliedRemovals,
      removals.map(({ uid }) => uid),
    );
    const removedContacts = removals.flatMap((removal) => collectAddresses(removal, existing));
    if (removedContacts.length > 0) {
      await this.contacts.delete(tx, appId, removedContacts);
    }
    for (const kind of ADDRESS_KINDS) {
      if (removals.some(({ addresses }) => addresses[kind])) {
        keys.add(STANDARD_ATTRIBUTE_IDS[kind]);
      }
    }
    await this.outbox.add(tx, {
      appId,
      kind: 'attribute',
      uids: [...new Set([...uids, ...appliedRemovals.uids])].toSorted((a, b) => a - b),
      keys: [...keys].toSorted((a, b) => a - b),
    });
  }
}

function collectAddresses(removal: ValueRemoval, existing: readonly ExistingUser[]): Contact[] {
  const kinds = ADDRESS_KINDS.filter((kind) => removal.addresses[kind]);
  const before = kinds.length > 0 ? existing.find(({ uid }) => uid === removal.uid) : undefined;
  return kinds.flatMap((kind) => {
    const address = before?.[kind];
    return address ? [{ uid: removal.uid, kind, address }] : [];
  });
}
