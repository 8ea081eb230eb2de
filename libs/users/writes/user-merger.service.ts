import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';
import { BUCKETS } from '#platform/ids';
import { OutboxRepository } from '#platform/outbox';
import { AliasRepository, type Alias } from '../ids/alias.repository.js';
import type { AttributeValue } from '../model/attribute.types.js';
import { AttributeService } from '../attributes/attribute.service.js';
import { ContactRepository } from '../addresses/contact.repository.js';
import { SingleUserRepository, type UserContent } from './single-user.repository.js';
import { SingleUserWriterService, type UserUpdate } from './single-user-writer.service.js';
import { RemovalService } from '../attributes/removal.service.js';

/**
 * Two users that turned out to be one person.
 *
 * @property vbs  buckets in which something may lie that was sent to the one who is gone
 */
export interface UserMerge extends Alias {
  appId: number;
  vbs: readonly number[];
}

/** What a caller does with its own rows when two users turn out to be one, in the transaction of the merge. */
export type OnMerge = (tx: Tx, merge: UserMerge) => Promise<void>;

/** Makes a user of today out of a nameless one of the past. */
@Injectable()
export class UserMergerService {
  constructor(
    private readonly attributes: AttributeService,
    private readonly users: SingleUserRepository,
    private readonly writer: SingleUserWriterService,
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
  async leaveInstallation(
    tx: Tx,
    appId: number,
    instId: number,
    { uid, toUid }: Alias,
  ): Promise<UserMerge | undefined> {
    const resultBuckets = await this.aliases.findResultBuckets(appId, [uid], tx);
    const activeIds = new Set(
      [...(await this.attributes.findDefinitions(tx, appId)).values()].map((definition) => definition.attrId),
    );
    // Of a nameless user's values, those go along that readers see: neither deleted attributes nor values being removed.
    await this.removals.applyToUsers(tx, appId, [...activeIds], [uid]);
    const content = await this.users.deleteOrphanedAnonymous(tx, appId, uid);
    if (!content) {
      await this.aliases.insertFormerInstallation(tx, appId, uid, instId);
      return undefined;
    }
    const attrs = Object.entries(content.attrs).flatMap(([id, value]): [number, AttributeValue][] =>
      activeIds.has(Number(id)) ? [[Number(id), value]] : [],
    );
    await this.transferContent(tx, appId, { uid, toUid }, { ...content, attrs: new Map(attrs) });
    await this.aliases.moveFormerInstallations(tx, appId, { uid, toUid });
    await this.aliases.insert(tx, appId, { uid, toUid });
    await this.outbox.add(tx, { appId, kind: 'user', uids: [uid], keys: [] });
    return { appId, uid, toUid, vbs: [...new Set([...resultBuckets.map(({ vb }) => vb), instId % BUCKETS])] };
  }

  private async transferContent(
    tx: Tx,
    appId: number,
    { uid, toUid }: Alias,
    content: Omit<UserContent, 'attrs'> & Pick<UserUpdate, 'attrs'>,
  ): Promise<void> {
    const removedContacts = (['email', 'msisdn'] as const).flatMap((kind) => {
      const address = content[kind];
      return address === null ? [] : [{ uid, kind, address }];
    });
    if (removedContacts.length > 0) {
      await this.contacts.delete(tx, appId, removedContacts);
    }
    const update: UserUpdate = {
      attrs: content.attrs,
      tags: content.tags,
      email: content.email ?? undefined,
      msisdn: content.msisdn ?? undefined,
      // Who said no once has said it for good, as whomever.
      ...(!content.emailOptIn && { emailOptIn: false }),
      ...(!content.smsOptIn && { smsOptIn: false }),
    };
    await this.writer.write(tx, appId, toUid, update, true);
    const keys = await this.users.moveOptOuts(tx, appId, uid, toUid);
    await this.outbox.add(tx, { appId, kind: 'category', uids: keys.length > 0 ? [toUid] : [], keys });
    await this.users.deleteSurvivals(tx, appId, uid);
  }
}
