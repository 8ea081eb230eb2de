import { Injectable } from '@nestjs/common';
import { contactOfKind, type Contact } from '#libs/channels';
import { HOUR_MS, Recurring } from '#platform/background';
import { cutInto } from '#platform/collections';
import { Database, type Statements } from '#platform/db';
import { ClockService } from '#platform/runtime';
import { ContactRepository, retryOnConflict } from '#libs/users/identities';
import {
  ConsentEventRepository,
  declareConsentOrigin,
  SuppressionService,
  type SuppressionChannel,
} from '#libs/users/consent';
import { UserRepository } from '#libs/users/profiles';
import { UserEditorService } from '#libs/users/registry';
import { decideWord, isTimed, type ConsentWord, type TimedWord } from './consent-word.js';
import { ConsentWordRepository, type WordPlace } from './consent-word.repository.js';

/** Users whose consent is written at a time. */
const MAX_USERS = 1000;
/** For how long ids of messages are kept. Vonage repeats a message for a day, Meta for a week. */
const ID_RETENTION_MS = 30 * 24 * 3600 * 1000;

/** Applies what people write: STOP suppresses an address and opts its users out, START ends that. */
@Injectable()
export class ConsentWordService {
  constructor(
    private readonly db: Database,
    private readonly words: ConsentWordRepository,
    private readonly contacts: ContactRepository,
    private readonly users: UserRepository,
    private readonly editor: UserEditorService,
    private readonly suppressions: SuppressionService,
    private readonly history: ConsentEventRepository,
    private readonly clock: ClockService,
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
        const last = await this.record(place, word);
        if (last?.command === 'stop') {
          await this.applyStop(contact, place, last.at);
        } else if (last) {
          await this.applyStart(contact, place, last.at);
        }
        return last !== undefined;
      }),
    );
  }

  /** Tests if the last word of an address is a START of this moment or later. */
  async hasStartedSince(
    on: Statements,
    appId: number,
    channel: SuppressionChannel,
    address: string,
    since: Date,
  ): Promise<boolean> {
    const { last } = await this.words.find(on, { appId, kind: contactOfKind(channel).address, address }, undefined);
    return last?.command === 'start' && last.at >= since;
  }

  /** Deletes ids that no provider repeats any more. */
  @Recurring('consent-words.expire', HOUR_MS)
  async deleteExpired(): Promise<number> {
    return this.words.deleteIdsBefore(new Date(this.clock.now().getTime() - ID_RETENTION_MS));
  }

  /** @returns undefined for a word that changes nothing */
  private async record(place: WordPlace, word: ConsentWord): Promise<TimedWord | undefined> {
    await this.words.lock(this.db, place);
    const now = this.clock.now();
    const heard = await this.words.find(this.db, place, word.id);
    const last = decideWord(word, now, heard);
    if (word.id !== undefined && !heard.isHeard && !isTimed(word, now)) {
      await this.words.insertId(this.db, place, word.id, now);
    }
    if (last) {
      await this.words.replace(this.db, place, last);
    }
    return last;
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
      await this.editor.setOptIn(appId, contact.address, permitted, extIds, origin);
    }
  }
}
