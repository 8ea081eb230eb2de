import { Injectable } from '@nestjs/common';
import { ADDRESS_KINDS } from '#libs/channels/definitions';
import { declareConsentOrigin } from '#libs/users/consent';
import { ContactRepository, readStoredAddress, type Alias } from '#libs/users/identities';
import type { Tx } from '#platform/db';
import { ConsentMergerService } from './consent-merger.service.js';
import { SingleUserRepository, type UserContent } from './single-user.repository.js';
import { SingleUserWriterService, type UserUpdate } from './single-user-writer.service.js';

/** Gives what a user was to the user that it becomes. */
@Injectable()
export class ContentTransferService {
  constructor(
    private readonly users: SingleUserRepository,
    private readonly writer: SingleUserWriterService,
    private readonly contacts: ContactRepository,
    private readonly consents: ConsentMergerService,
  ) {}

  /** @param content  of a user without a row any more; the other one keeps the values that it has */
  async transfer(
    tx: Tx,
    appId: number,
    { uid, toUid }: Alias,
    content: Omit<UserContent, 'attrs'> & Pick<UserUpdate, 'attrs'>,
  ): Promise<void> {
    await declareConsentOrigin(tx, { source: 'MERGE', by: '' });
    const stored = { ...content, attrs: Object.fromEntries(content.attrs) };
    const removedContacts = ADDRESS_KINDS.flatMap((kind) => {
      const address = readStoredAddress(stored, kind);
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
      // An opt-out of either user holds for the merged one.
      ...(!content.emailOptIn && { emailOptIn: false }),
      ...(!content.smsOptIn && { smsOptIn: false }),
      tracking: content.tracking ?? undefined,
      emailFrequency: content.emailFrequency,
    };
    await this.writer.write(tx, appId, toUid, update, true);
    await this.consents.move(tx, appId, { uid, toUid });
    await this.users.deleteSurvivals(tx, appId, uid);
  }
}
