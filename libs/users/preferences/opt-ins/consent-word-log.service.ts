import { Injectable } from '@nestjs/common';
import { contactOfKind } from '#libs/channels/definitions';
import type { SuppressionChannel } from '#libs/users/consent';
import { HOUR_MS, Recurring } from '#platform/background';
import { Database, type Statements } from '#platform/db';
import { ClockService } from '#platform/runtime';
import { decideWord, isTimed, type ConsentWord, type TimedWord } from './consent-word.js';
import { ConsentWordRepository, type WordPlace } from './consent-word.repository.js';

/** For how long ids of messages are kept. Vonage repeats a message for a day, Meta for a week. */
const ID_RETENTION_MS = 30 * 24 * 3600 * 1000;

/** The last word of each address by its own time, and ids of messages that providers may repeat. */
@Injectable()
export class ConsentWordLogService {
  constructor(
    private readonly db: Database,
    private readonly words: ConsentWordRepository,
    private readonly clock: ClockService,
  ) {}

  /** Records a word, under the lock of its address. @returns undefined for a word that changes nothing */
  async record(place: WordPlace, word: ConsentWord): Promise<TimedWord | undefined> {
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
}
