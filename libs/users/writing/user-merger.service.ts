import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';
import { BUCKETS } from '#platform/ids';
import { OutboxRepository } from '#platform/outbox';
import { AliasRepository, type Alias } from '../numbers/alias.repository.js';
import type { AttributeValue } from '../attributes/attribute.types.js';
import { AttributeService } from '../attributes/attribute.service.js';
import { ContactRepository } from '../addresses/contact.repository.js';
import { OneUserRepository, type UserContent } from './one-user.repository.js';
import { OneUserWriter, type Gift } from './one-user-writer.service.js';
import { RemovalService } from '../attributes/removal.service.js';

/**
 * Two users that turned out to be one person.
 *
 * @property vbs  buckets in which something may lie that was sent to the one who is gone
 */
export interface Merged extends Alias {
  appId: number;
  vbs: readonly number[];
}

/** What a caller does with its own rows when two users turn out to be one, in the transaction of the merge. */
export type OnMerge = (tx: Tx, merged: Merged) => Promise<void>;

/** Makes a user of today out of a nameless one of the past. */
@Injectable()
export class UserMerger {
  constructor(
    private readonly attributes: AttributeService,
    private readonly users: OneUserRepository,
    private readonly writer: OneUserWriter,
    private readonly aliases: AliasRepository,
    private readonly contacts: ContactRepository,
    private readonly removals: RemovalService,
    private readonly outbox: OutboxRepository,
  ) {}

  /**
   * Settles what an installation leaves behind that has just gone to another user. A nameless user whose last one it was
   * becomes that other user: attributes and addresses that the other does not have, tags and opt-outs go along, and an
   * alias stays. A user with a name stays who it is.
   *
   * @returns undefined when nobody was merged
   */
  async leave(tx: Tx, appId: number, instId: number, { uid, toUid }: Alias): Promise<Merged | undefined> {
    const found = await this.aliases.bucketsOf(appId, [uid], tx);
    const active = new Set([...(await this.attributes.definitionsWithin(tx, appId)).values()].map((one) => one.attrId));
    // Of a nameless user's values, those go along that readers see: neither deleted attributes nor values being removed.
    await this.removals.settle(tx, appId, [...active], [uid]);
    const left = await this.users.takeNameless(tx, appId, uid);
    if (!left) {
      await this.aliases.insertPast(tx, appId, uid, instId);
      return undefined;
    }
    const attrs = Object.entries(left.attrs).flatMap(([id, value]): [number, AttributeValue][] =>
      active.has(Number(id)) ? [[Number(id), value]] : [],
    );
    await this.give(tx, appId, { uid, toUid }, { ...left, attrs: new Map(attrs) });
    await this.aliases.movePast(tx, appId, { uid, toUid });
    await this.aliases.insert(tx, appId, { uid, toUid });
    await this.outbox.add(tx, { appId, kind: 'user', uids: [uid], keys: [] });
    return { appId, uid, toUid, vbs: [...new Set([...found.map(({ vb }) => vb), instId % BUCKETS])] };
  }

  private async give(
    tx: Tx,
    appId: number,
    { uid, toUid }: Alias,
    left: Omit<UserContent, 'attrs'> & Pick<Gift, 'attrs'>,
  ): Promise<void> {
    const gone = (['email', 'msisdn'] as const).flatMap((kind) => {
      const address = left[kind];
      return address === null ? [] : [{ uid, kind, address }];
    });
    if (gone.length > 0) {
      await this.contacts.delete(tx, appId, gone);
    }
    const gift: Gift = {
      attrs: left.attrs,
      tags: left.tags,
      email: left.email ?? undefined,
      msisdn: left.msisdn ?? undefined,
      // Who said no once has said it for good, as whomever.
      ...(!left.emailOptIn && { emailOptIn: false }),
      ...(!left.smsOptIn && { smsOptIn: false }),
    };
    await this.writer.write(tx, appId, toUid, gift, true);
    const keys = await this.users.moveOptOuts(tx, appId, uid, toUid);
    await this.outbox.add(tx, { appId, kind: 'category', uids: keys.length > 0 ? [toUid] : [], keys });
    await this.users.deleteSurvivals(tx, appId, uid);
  }
}
