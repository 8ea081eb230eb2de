import { Injectable } from '@nestjs/common';
import { ADDRESS_KINDS, contactOfAddress, listAddressesBeside } from '#libs/channels';
import { Database, type Tx } from '#platform/db';
import { bucketOf } from '#platform/ids';
import { OutboxRepository } from '#platform/outbox';
import {
  ConcurrentWriteError,
  attributeOfAddress,
  type Addresses,
  ContactRepository,
  type Contact,
  contactKey,
  type ContactKind,
  MAX_EXT_ID_LENGTH,
  readName,
} from '#libs/users/identities';
import {
  type AttributeScalar,
  RemovalService,
  STANDARD_ATTRIBUTE_IDS,
  OptOutRepository,
  UserRepository,
  type ExistingUser,
} from '#libs/users/profiles';
import { SuppressionRepository, declareConsentOrigin, type ConsentOrigin } from '#libs/users/consent';
import { sortUnique } from './user-batch.js';
import { UserEditRepository, type EditedUser, type UserKey, type ValueRemoval } from './user-edit.repository.js';

/** The addresses to remove from one user: attributes as `ValueRemoval` has them, and addresses. */
export interface RequestedRemoval extends Partial<Addresses<boolean>> {
  attrs: Map<number, AttributeScalar[] | null>;
}

/** Changes existing users and ignores unknown extIds. Each call is one transaction, for `retryOnConflict`. */
@Injectable()
export class UserEditorService {
  constructor(
    private readonly db: Database,
    private readonly users: UserRepository,
    private readonly edits: UserEditRepository,
    private readonly contacts: ContactRepository,
    private readonly removals: RemovalService,
    private readonly suppressions: SuppressionRepository,
    private readonly outbox: OutboxRepository,
    private readonly optOuts: OptOutRepository,
  ) {}

  /**
   * Removes attributes, elements of array attributes and addresses.
   *
   * @param edits  by extId
   * @throws ConcurrentWriteError
   */
  async removeValues(appId: number, edits: ReadonlyMap<string, RequestedRemoval>): Promise<void> {
    const existing = await this.findExisting(appId, [...edits.keys()]);
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
    const existing = await this.findExisting(appId, extIds);
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

  /** Stores what users say of tracking. @throws ConcurrentWriteError */
  async setTracking(
    appId: number,
    permitted: boolean,
    extIds: readonly string[],
    origin: ConsentOrigin,
  ): Promise<void> {
    const existing = await this.findExisting(appId, extIds);
    const keys = existing.map(({ uid, extId }) => ({ uid, extId, vb: bucketOf(appId, extId) }));
    if (keys.length > 0) {
      await this.db.tx(async (tx) => {
        await declareConsentOrigin(tx, origin);
        requireExisting(await this.edits.setOptIn(tx, appId, 'tracking', permitted, keys));
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
      const uids = requireExisting(await this.edits.setOptIn(tx, appId, storage.consent, permitted, users));
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

  private async findExisting(appId: number, extIds: readonly string[]): Promise<ExistingUser[]> {
    const names = extIds.map((extId) => readName(extId, 'extId', MAX_EXT_ID_LENGTH));
    return this.users.findByExtIds(
      appId,
      names.map((extId) => bucketOf(appId, extId)),
      names,
    );
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

/** @throws ConcurrentWriteError when a user was deleted and the statement created it again */
function requireExisting(edited: readonly EditedUser[]): number[] {
  if (edited.some(({ created }) => created)) {
    throw new ConcurrentWriteError('A user was deleted by another request');
  }
  return edited.map(({ uid }) => uid).toSorted((a, b) => a - b);
}
