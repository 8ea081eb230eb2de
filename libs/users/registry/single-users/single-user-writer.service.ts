import { Injectable } from '@nestjs/common';
import { ADDRESS_KINDS, type AddressKind } from '#libs/channels/definitions';
import type { Tx } from '#platform/db';
import { OutboxRepository } from '#platform/outbox';
import {
  ConcurrentWriteError,
  attributeOfAddress,
  readStoredAddress,
  type Addresses,
  type Contact,
} from '#libs/users/identities';
import { type AttributeValue, RemovalService, STANDARD_ATTRIBUTE_IDS } from '#libs/users/profiles';
import { ContactWriterService } from '../writes/contact-writer.service.js';
import { SingleUserRepository, type UserContent } from './single-user.repository.js';
import { SuppressionRepository } from '#libs/users/consent';

/** Changes of one user. Absent values stay as they are. Addresses that are no columns stand among the attributes. */
export interface UserUpdate extends Partial<Pick<Addresses<string | undefined>, 'email' | 'msisdn'>> {
  attrs: ReadonlyMap<number, AttributeValue>;
  tags: readonly number[];
  emailOptIn?: boolean | undefined;
  smsOptIn?: boolean | undefined;
  /** Null: as if nothing had been said. */
  tracking?: boolean | null | undefined;
  /** A number of `numberOfFrequency`. */
  emailFrequency?: number | undefined;
}

/** Writes one user by its uid, anonymous or named. */
@Injectable()
export class SingleUserWriterService {
  constructor(
    private readonly users: SingleUserRepository,
    private readonly contactWriter: ContactWriterService,
    private readonly removals: RemovalService,
    private readonly suppressions: SuppressionRepository,
    private readonly outbox: OutboxRepository,
  ) {}

  /**
   * Updates a user with its addresses, and adds the changes to the change feed. A new opt-in removes the reason
   * UNSUBSCRIBED of the user's address; other reasons stay.
   *
   * @param keepExisting  whether existing attributes, addresses, a refusal of tracking and the rarer e-mail stay
   * @throws ConcurrentWriteError when the user is deleted, or an attribute was deleted from all users
   */
  async write(tx: Tx, appId: number, uid: number, update: UserUpdate, keepExisting: boolean): Promise<void> {
    const attrIds = [...update.attrs.keys()].toSorted((a, b) => a - b);
    const appliedRemovals = await this.removals.applyToUsers(tx, appId, attrIds, [uid]);
    const user = await this.users.lock(tx, appId, uid);
    if (!user) {
      throw new ConcurrentWriteError('The user was deleted by another request');
    }
    const before = readAddresses((kind) => readStoredAddress(user, kind));
    const addresses = readAddresses((kind) => {
      const attribute = attributeOfAddress(kind);
      const wanted = attribute === undefined ? update[kind as 'email' | 'msisdn'] : update.attrs.get(attribute);
      const added = wanted === undefined ? null : String(wanted);
      return keepExisting ? (before[kind] ?? added) : (added ?? before[kind]);
    });
    const consent = {
      emailOptIn: update.emailOptIn ?? user.emailOptIn,
      smsOptIn: update.smsOptIn ?? user.smsOptIn,
      tracking:
        update.tracking === undefined || (keepExisting && user.tracking === false) ? user.tracking : update.tracking,
      emailFrequency: keepExisting
        ? Math.max(user.emailFrequency, update.emailFrequency ?? 0)
        : (update.emailFrequency ?? user.emailFrequency),
    };
    const { email, msisdn } = addresses;
    const content = { attrs: update.attrs, tags: update.tags, email, msisdn, ...consent };
    const isChanged = await this.users.write(tx, appId, uid, content, keepExisting);
    await this.removals.insertSurvivors(tx, appId, appliedRemovals, [uid]);
    await this.writeContacts(tx, appId, uid, before, addresses);
    await this.removeUnsubscribes(tx, appId, update, addresses);
    const keys = [
      ...attrIds,
      ...ADDRESS_KINDS.flatMap((kind) =>
        addresses[kind] === before[kind] || attributeOfAddress(kind) !== undefined
          ? []
          : [STANDARD_ATTRIBUTE_IDS[kind]],
      ),
    ];
    const isConsentChanged = consent.emailOptIn !== user.emailOptIn || consent.smsOptIn !== user.smsOptIn;
    const uids = isChanged || appliedRemovals.uids.length > 0 ? [uid] : [];
    await this.outbox.add(tx, {
      appId,
      kind: 'attribute',
      uids: keys.length > 0 ? uids : [],
      keys: keys.toSorted((a, b) => a - b),
    });
    await this.outbox.add(tx, { appId, kind: 'tag', uids: update.tags.length > 0 ? uids : [], keys: update.tags });
    await this.outbox.add(tx, { appId, kind: 'user', uids: isConsentChanged ? [uid] : [], keys: [] });
  }

  private async removeUnsubscribes(
    tx: Tx,
    appId: number,
    { emailOptIn, smsOptIn }: UserUpdate,
    { email, msisdn }: Pick<UserContent, 'email' | 'msisdn'>,
  ): Promise<void> {
    if (emailOptIn === true && email !== null) {
      await this.suppressions.delete(tx, appId, 'email', [email], ['UNSUBSCRIBED']);
    }
    if (smsOptIn === true && msisdn !== null) {
      await this.suppressions.delete(tx, appId, 'sms', [msisdn], ['UNSUBSCRIBED']);
    }
  }

  private async writeContacts(tx: Tx, appId: number, uid: number, before: Addresses, after: Addresses): Promise<void> {
    const changed = ADDRESS_KINDS.filter((kind) => before[kind] !== after[kind]);
    const toContacts = (user: typeof before): Contact[] =>
      changed.flatMap((kind) => (user[kind] ? [{ uid, kind, address: user[kind] }] : []));
    const [removed, added] = [toContacts(before), toContacts(after)];
    await this.contactWriter.replaceContacts(tx, appId, removed, added);
  }
}

function readAddresses(read: (kind: AddressKind) => string | null): Addresses {
  return Object.fromEntries(ADDRESS_KINDS.map((kind) => [kind, read(kind)])) as Addresses;
}
