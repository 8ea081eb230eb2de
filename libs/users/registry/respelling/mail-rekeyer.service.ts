import { Injectable } from '@nestjs/common';
import { groupBy } from '#platform/collections';
import type { Tx } from '#platform/db';
import { toMailboxKey } from '#platform/spelling';
import { ContactRepository, type Contact, contactKey, contactKeys } from '#libs/users/identities';
import { UserEraserService } from '../erasure/user-eraser.service.js';
import { ContactWriterService } from '../writes/contact-writer.service.js';
import {
  RespellingRepository,
  type BucketStep,
  type SuppressedMail,
  type SuppressionMove,
  type WideMail,
} from './respelling.repository.js';

/** Gives the e-mail addresses that earlier releases stored by their spelling the key of their mailbox. */
@Injectable()
export class MailRekeyerService {
  constructor(
    private readonly repository: RespellingRepository,
    private readonly contacts: ContactRepository,
    private readonly contactWriter: ContactWriterService,
    private readonly eraser: UserEraserService,
  ) {}

  /** Renews the look-ups of the users of some buckets, and what is suppressed of their addresses. */
  async rekeyUsers(tx: Tx, step: BucketStep): Promise<void> {
    const { appId } = step;
    const users = await this.repository.findWideMails(tx, step);
    if (users.length === 0) {
      return;
    }
    const named = users.filter(({ isContact }) => !isContact).map(toContact);
    await this.contactWriter.replaceContacts(tx, appId, named, named);
    const uploaded = users.filter(({ isContact }) => isContact);
    if (uploaded.length > 0) {
      await this.rekeyUploaded(tx, appId, uploaded);
    }
    const keys = users.flatMap(({ email }) => contactKeys(email).map((key) => ({ ...key, to: contactKey(email) })));
    const targets = new Map(keys.map(({ hash, to }) => [hash.toString('hex'), to]));
    const entries = await this.repository.findSuppressed(tx, appId, keys);
    await this.move(tx, appId, entries, ({ hash }) => targets.get(hash.toString('hex')));
  }

  /** Renews the keys of suppressed addresses of some buckets, also of those that no user has. */
  async rekeySuppressed(tx: Tx, step: BucketStep): Promise<void> {
    const entries = await this.repository.findWideSuppressed(tx, step);
    await this.move(tx, step.appId, entries, ({ address }) => (address === null ? undefined : contactKey(address)));
  }

  /** An uploaded address whose mailbox a user has in another spelling is no user of its own any more. */
  private async rekeyUploaded(tx: Tx, appId: number, users: readonly WideMail[]): Promise<void> {
    await this.contacts.lock(tx, appId, 'alone');
    const emails = users.map(({ email }) => email);
    const holders = await this.contacts.findByAddresses(appId, 'email', emails, tx);
    const byMailbox = groupBy(holders, ({ address }) => toMailboxKey(address));
    const uploaded = new Set(users.map(({ uid }) => uid));
    const holderUids = new Set(holders.map(({ uid }) => uid));
    const present = users.filter(({ uid }) => holderUids.has(uid));
    const isDouble = ({ uid, email }: WideMail): boolean =>
      (byMailbox.get(toMailboxKey(email)) ?? []).some(
        (holder) => holder.uid < uid || (holder.uid > uid && !uploaded.has(holder.uid)),
      );
    const doubles = present.filter(isDouble);
    const single = present.filter((user) => !isDouble(user)).map(toContact);
    await this.eraser.eraseUsers(
      tx,
      appId,
      doubles.map(({ uid }) => uid),
    );
    await this.contacts.delete(tx, appId, single);
    await this.contacts.insert(tx, appId, single);
  }

  private async move(
    tx: Tx,
    appId: number,
    entries: readonly SuppressedMail[],
    findKey: (entry: SuppressedMail) => SuppressionMove['to'] | undefined,
  ): Promise<void> {
    const moves = entries.flatMap((entry) => {
      const to = findKey(entry);
      return to === undefined || to.hash.equals(entry.hash) ? [] : [{ ...entry, to }];
    });
    if (moves.length > 0) {
      await this.repository.moveSuppressed(tx, appId, moves);
    }
  }
}

function toContact({ uid, email }: WideMail): Contact {
  return { uid, kind: 'email', address: email };
}
