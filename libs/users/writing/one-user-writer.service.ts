import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';
import { OutboxRepository } from '#platform/outbox';
import { Raced } from '../attempts.js';
import type { AttributeValue } from '../attributes/attribute.types.js';
import { ContactRepository, type ContactOfUser } from '../addresses/contact.repository.js';
import { OneUserRepository, type UserContent } from './one-user.repository.js';
import { RemovalService } from '../attributes/removal.service.js';
import { STANDARD } from '../attributes/standard-attributes.js';
import { SuppressionRepository } from '../suppressions/suppression.repository.js';
import { UserEraser } from '../erasure/user-eraser.service.js';

/** What one user is to get; what is absent stays as it is. */
export interface Gift {
  attrs: ReadonlyMap<number, AttributeValue>;
  tags: readonly number[];
  email?: string | undefined;
  msisdn?: string | undefined;
  emailOptIn?: boolean | undefined;
  smsOptIn?: boolean | undefined;
}

const KINDS = ['email', 'msisdn'] as const;

/** Writes one user by its number, whether it has a name or not. */
@Injectable()
export class OneUserWriter {
  constructor(
    private readonly users: OneUserRepository,
    private readonly contacts: ContactRepository,
    private readonly removals: RemovalService,
    private readonly eraser: UserEraser,
    private readonly suppressions: SuppressionRepository,
    private readonly outbox: OutboxRepository,
  ) {}

  /**
   * Who opts in again has not unsubscribed any more; what else keeps messages from an address stays.
   *
   * @param gift  what the user gets, told what it has
   * @param keep  whether attributes and addresses that the user has already stay as they are
   * @throws Raced when the user is gone, or an attribute was deleted from all users meanwhile
   */
  async write(tx: Tx, appId: number, uid: number, gift: Gift, keep: boolean): Promise<void> {
    const attrIds = [...gift.attrs.keys()].toSorted((a, b) => a - b);
    const settled = await this.removals.settle(tx, appId, attrIds, [uid]);
    const user = await this.users.lock(tx, appId, uid);
    if (!user) {
      throw new Raced('The user was deleted meanwhile');
    }
    const addresses = {
      email: keep ? (user.email ?? gift.email ?? null) : (gift.email ?? user.email),
      msisdn: keep ? (user.msisdn ?? gift.msisdn ?? null) : (gift.msisdn ?? user.msisdn),
    };
    const consent = { emailOptIn: gift.emailOptIn ?? user.emailOptIn, smsOptIn: gift.smsOptIn ?? user.smsOptIn };
    const content = { attrs: gift.attrs, tags: gift.tags, ...addresses, ...consent };
    const isChanged = await this.users.write(tx, appId, uid, content, keep);
    await this.removals.survive(tx, appId, settled, [uid]);
    await this.writeContacts(tx, appId, uid, user, addresses);
    await this.resubscribe(tx, appId, gift, addresses);
    const keys = [...attrIds, ...KINDS.flatMap((kind) => (addresses[kind] === user[kind] ? [] : [STANDARD[kind]]))];
    const hasConsent = consent.emailOptIn !== user.emailOptIn || consent.smsOptIn !== user.smsOptIn;
    const uids = isChanged || settled.uids.length > 0 ? [uid] : [];
    await this.outbox.add(tx, {
      appId,
      kind: 'attribute',
      uids: keys.length > 0 ? uids : [],
      keys: keys.toSorted((a, b) => a - b),
    });
    await this.outbox.add(tx, { appId, kind: 'tag', uids: gift.tags.length > 0 ? uids : [], keys: gift.tags });
    await this.outbox.add(tx, { appId, kind: 'user', uids: hasConsent ? [uid] : [], keys: [] });
  }

  private async resubscribe(
    tx: Tx,
    appId: number,
    { emailOptIn, smsOptIn }: Gift,
    { email, msisdn }: Pick<UserContent, 'email' | 'msisdn'>,
  ): Promise<void> {
    if (emailOptIn === true && email !== null) {
      await this.suppressions.delete(tx, appId, 'email', [email], ['UNSUBSCRIBED']);
    }
    if (smsOptIn === true && msisdn !== null) {
      await this.suppressions.delete(tx, appId, 'sms', [msisdn], ['UNSUBSCRIBED']);
    }
  }

  /** Keeps the look-up in step. An uploaded address that a user carries now is no user of its own any more. */
  private async writeContacts(
    tx: Tx,
    appId: number,
    uid: number,
    before: Pick<UserContent, 'email' | 'msisdn'>,
    after: Pick<UserContent, 'email' | 'msisdn'>,
  ): Promise<void> {
    const changed = KINDS.filter((kind) => before[kind] !== after[kind]);
    const of = (user: typeof before): ContactOfUser[] =>
      changed.flatMap((kind) => (user[kind] ? [{ uid, kind, address: user[kind] }] : []));
    const [gone, come] = [of(before), of(after)];
    if (gone.length > 0) {
      await this.contacts.delete(tx, appId, gone);
    }
    if (come.length > 0) {
      await this.contacts.lock(tx, appId, 'shared');
      await this.contacts.insert(tx, appId, come);
      await this.eraser.erase(tx, appId, await this.contacts.findUploaded(tx, appId, come));
    }
  }
}
