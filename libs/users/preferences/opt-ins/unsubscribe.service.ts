import { Injectable } from '@nestjs/common';
import { contactOfKind } from '#libs/channels/definitions';
import { Database, type Tx } from '#platform/db';
import { OutboxRepository } from '#platform/outbox';
import {
  AliasRepository,
  retryOnConflict,
  readStoredAddress,
  contactKey,
  contactKeys,
  readContactKey,
} from '#libs/users/identities';
import {
  BY_HERALD,
  declareConsentOrigin,
  type ConsentOrigin,
  SuppressionRepository,
  CONTACT_KIND_BY_CHANNEL,
  type SuppressionChannel,
  type SuppressionReason,
} from '#libs/users/consent';
import { SingleUserRepository, type UserContent, SingleUserWriterService } from '#libs/users/registry';
import { OptOutRepository } from '#libs/users/profiles';

/** Unsubscribes recipients of a message. */
@Injectable()
export class UnsubscribeService {
  constructor(
    private readonly db: Database,
    private readonly aliases: AliasRepository,
    private readonly users: SingleUserRepository,
    private readonly writer: SingleUserWriterService,
    private readonly suppressions: SuppressionRepository,
    private readonly optOuts: OptOutRepository,
    private readonly outbox: OutboxRepository,
  ) {}

  /**
   * Opts a user out and suppresses the address of the message. The address may have another user by now, or none. A
   * repeat changes nothing.
   *
   * @param addressKey  of the address of the message, from `contactKeyText`
   * @throws Error for a text that is no key
   */
  async unsubscribe(
    appId: number,
    channel: SuppressionChannel,
    uid: number,
    addressKey: string,
    origin: ConsentOrigin = BY_HERALD,
  ): Promise<void> {
    const key = readContactKey(addressKey);
    if (!key) {
      throw new Error('The key of the unsubscribed address is invalid');
    }
    await retryOnConflict(() =>
      this.db.tx(async (tx) => {
        await declareConsentOrigin(tx, origin);
        const [alias] = (await this.aliases.findRelated(appId, [uid])).filter((candidate) => candidate.uid === uid);
        const currentUid = alias?.toUid ?? uid;
        const user = await this.users.lock(tx, appId, currentUid);
        if (user) {
          const isChanged = await this.refuse(tx, appId, channel, { uid: currentUid, ...user });
          await this.outbox.add(tx, { appId, kind: 'unsubscribed', uids: isChanged ? [currentUid] : [], keys: [] });
        }
        const currentAddress = user ? readStoredAddress(user, CONTACT_KIND_BY_CHANNEL[channel]) : null;
        // A link of an earlier release has the key of an earlier spelling.
        const isCurrent =
          currentAddress !== null && contactKeys(currentAddress).some(({ hash }) => hash.equals(key.hash));
        await this.suppressions.insert(tx, appId, [
          {
            channel,
            key: isCurrent ? contactKey(currentAddress) : key,
            address: isCurrent ? currentAddress : null,
            reason: 'UNSUBSCRIBED',
            detail: null,
          },
        ]);
      }),
    );
  }

  /** Every reason for which an e-mail address is suppressed. */
  async findReasons(appId: number, email: string): Promise<SuppressionReason[]> {
    const rows = await this.suppressions.findReasons(this.db, appId, 'email', [email]);
    return rows.map(({ reason }) => reason);
  }

  /**
   * Takes back an unsubscription from e-mail: the user consents again, and its address is no longer suppressed for that
   * reason. A complaint or a bounce stays. A repeat, and a user that does not exist, change nothing.
   */
  async resubscribe(appId: number, uid: number, origin: ConsentOrigin): Promise<void> {
    await retryOnConflict(() =>
      this.db.tx(async (tx) => {
        await declareConsentOrigin(tx, origin);
        const user = await this.users.lock(tx, appId, uid);
        if (user) {
          await this.writer.write(tx, appId, uid, { attrs: new Map(), tags: [], emailOptIn: true }, false);
          const addresses = user.email === null ? [] : [user.email];
          await this.suppressions.delete(tx, appId, 'email', addresses, ['UNSUBSCRIBED']);
        }
      }),
    );
  }

  /** @param user  locked by the transaction. @returns whether the user had not refused before */
  private async refuse(
    tx: Tx,
    appId: number,
    channel: SuppressionChannel,
    { uid, emailOptIn, smsOptIn }: Pick<UserContent, 'emailOptIn' | 'smsOptIn'> & { uid: number },
  ): Promise<boolean> {
    const { storage } = contactOfKind(channel);
    if ('refusal' in storage) {
      const changed = await this.optOuts.insertOptOuts(tx, appId, [{ uid, categoryId: storage.refusal }]);
      const uids = changed.map((choice) => choice.uid);
      await this.outbox.add(tx, { appId, kind: 'category', uids, keys: [storage.refusal] });
      return uids.length > 0;
    }
    const isEmail = storage.consent === 'email_opt_in';
    const consent = isEmail ? { emailOptIn: false } : { smsOptIn: false };
    await this.writer.write(tx, appId, uid, { attrs: new Map(), tags: [], ...consent }, false);
    return isEmail ? emailOptIn : smsOptIn;
  }
}
