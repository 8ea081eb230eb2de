import { Injectable } from '@nestjs/common';
import { contactOfKind, type Contact } from '#libs/channels/definitions';
import { cutInto } from '#platform/collections';
import { Database } from '#platform/db';
import { ContactRepository, retryOnConflict } from '#libs/users/identities';
import {
  ConsentEventRepository,
  declareConsentOrigin,
  SuppressionService,
  type SuppressionChannel,
} from '#libs/users/consent';
import { UserRepository } from '#libs/users/profiles';
import { ConsentEditorService } from '#libs/users/registry';
import type { ConsentWord } from './consent-word.js';
import { ConsentWordLogService } from './consent-word-log.service.js';
import type { WordPlace } from './consent-word.repository.js';

/** Users whose consent is written at a time. */
const MAX_USERS = 1000;

/** Applies what people write: STOP suppresses an address and opts its users out, START ends that. */
@Injectable()
export class ConsentWordService {
  constructor(
    private readonly db: Database,
    private readonly words: ConsentWordLogService,
    private readonly contacts: ContactRepository,
    private readonly users: UserRepository,
    private readonly consents: ConsentEditorService,
    private readonly suppressions: SuppressionService,
    private readonly history: ConsentEventRepository,
  ) {}

  /**
   * Applies a word in one transaction, if it is the last one of the address by its own time. A word that comes late or
   * again changes nothing.
   *
   * @returns true: it was the last word
   */
  async hear(appId: number, channel: SuppressionChannel, address: string, word: ConsentWord): Promise<boolean> {
    const contact = contactOfKind(channel);
    const place = { appId, kind: contact.address, address };
    return retryOnConflict(() =>
      this.db.inTransaction(async () => {
        const last = await this.words.record(place, word);
        if (last?.command === 'stop') {
          await this.applyStop(contact, place, last.at);
        } else if (last) {
          await this.applyStart(contact, place, last.at);
        }
        return last !== undefined;
      }),
    );
  }

  private async applyStop(contact: Contact, { appId, address }: WordPlace, at: Date): Promise<void> {
    const origin = { source: contact.answersAs, by: 'STOP' };
    const entry = { channel: contact.kind, address, reason: 'STOP', addedAt: at } as const;
    await this.suppressions.add(this.db, appId, [entry], origin);
    await this.setOptIns(contact, appId, await this.findHolders(contact, appId, address), false);
  }

  /** Ends refusals of that time and before. One that came later by another way stays, however late the START arrives. */
  private async applyStart(contact: Contact, { appId, address }: WordPlace, at: Date): Promise<void> {
    const holders = await this.findHolders(contact, appId, address);
    const refusing = new Set(
      (await this.history.findRefusedSince(this.db, appId, contact, holders, at)).map(({ uid }) => uid),
    );
    await declareConsentOrigin(this.db, { source: contact.answersAs, by: 'START' });
    await this.suppressions.remove(appId, contact.kind, [address], {
      reasons: ['STOP', 'UNSUBSCRIBED'],
      until: at,
      on: this.db,
    });
    const willing = holders.filter((uid) => !refusing.has(uid));
    await this.setOptIns(contact, appId, willing, true);
  }

  private async findHolders({ address: kind }: Contact, appId: number, address: string): Promise<number[]> {
    const holders = await this.contacts.findByAddresses(appId, kind, [address], this.db);
    return [...new Set(holders.map(({ uid }) => uid))];
  }

  /** Users without an extId have no consent of their own: the suppression of the address holds for them. */
  private async setOptIns(contact: Contact, appId: number, uids: readonly number[], permitted: boolean): Promise<void> {
    const origin = { source: contact.answersAs, by: permitted ? 'START' : 'STOP' };
    for (const part of cutInto(uids, MAX_USERS)) {
      const named = await this.users.findExtIds(appId, part);
      const extIds = named.map(({ extId }) => extId);
      await this.consents.setOptIn(appId, contact.address, permitted, extIds, origin);
    }
  }
}
