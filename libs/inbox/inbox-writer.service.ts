import { Injectable } from '@nestjs/common';
import type { Message } from '#libs/content';
import { PreferenceService } from '#libs/users';
import type { Tx } from '#platform/db';
import { bucketOfId } from '#platform/ids';
import { ContentRepository } from './content.repository.js';
import type { NewMessage, NumberedMessage } from './inbox.types.js';
import { contentOf, personalPart } from './message-content.js';
import { MessageRepository } from './message.repository.js';
import { TicketRepository } from './ticket.repository.js';

/** Stores pushes for their users, in the transactions of whoever sends them. */
@Injectable()
export class InboxWriter {
  constructor(
    private readonly contents: ContentRepository,
    private readonly messages: MessageRepository,
    private readonly tickets: TicketRepository,
    private readonly preferences: PreferenceService,
  ) {}

  /**
   * Keeps what the messages of a dispatch have in common. Comes before the first of them, because no message is read
   * without it; a repeat changes nothing.
   */
  async keepContent(
    appId: number,
    { dispatchId, notificationKey, message }: { dispatchId: number; notificationKey: number; message: Message },
  ): Promise<void> {
    const categories = await this.categoryIds(appId, message.categories ?? []);
    await this.contents.insert(appId, {
      dispatchId,
      msgId: notificationKey,
      categories,
      content: contentOf(message),
    });
  }

  /**
   * Numbers messages of one dispatch, one for each user: of several devices the first speaks. To be called right before
   * the transaction that stores them, not inside it. Nothing is asked of the database when there is nothing to number.
   */
  async number(appId: number, messages: readonly NewMessage[]): Promise<NumberedMessage[]> {
    const byUser = new Map(messages.toReversed().map((message) => [message.uid, message]));
    if (byUser.size === 0) {
      return [];
    }
    const unique = [...byUser.values()].sort((a, b) => bucketOfId(a.uid) - bucketOfId(b.uid) || a.uid - b.uid);
    const piids = await this.tickets.take(
      appId,
      unique.map(({ uid }) => bucketOfId(uid)),
    );
    return unique.map((message, index) => ({ ...message, piid: piids[index] ?? Number.NaN }));
  }

  /** Stores numbered messages in the transaction of their results. Whoever has one of this dispatch keeps that one. */
  async store(
    tx: Tx,
    appId: number,
    dispatch: { dispatchId: number; message: Message },
    messages: readonly NumberedMessage[],
  ): Promise<void> {
    if (messages.length === 0) {
      return;
    }
    const content = contentOf(dispatch.message);
    const rows = messages.map(({ uid, piid, platform, words }) => ({
      uid,
      piid,
      platform,
      personal: personalPart(words, content, platform),
    }));
    await this.messages.insert(tx, appId, dispatch.dispatchId, rows);
  }

  /** Ids of categories as a message names them. A name that is none any more is left out: the message was accepted with it. */
  private async categoryIds(appId: number, namesOrIds: readonly (string | number)[]): Promise<number[]> {
    const names = namesOrIds.some((category) => typeof category === 'string');
    const active = names ? await this.preferences.getCategories(appId) : [];
    const ids = namesOrIds.flatMap((wanted) => {
      if (typeof wanted === 'number') {
        return [wanted];
      }
      const found =
        active.find(({ name }) => name === wanted) ?? active.find(({ categoryId }) => String(categoryId) === wanted);
      return found ? [found.categoryId] : [];
    });
    return [...new Set(ids)];
  }
}
