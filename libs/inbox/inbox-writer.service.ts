import { Injectable } from '@nestjs/common';
import type { Message } from '#libs/content';
import { PreferenceService } from '#libs/users';
import type { Tx } from '#platform/db';
import { bucketOfId } from '#platform/ids';
import { InboxContentRepository } from './inbox-content.repository.js';
import type { NewInboxMessage, IdentifiedMessage } from './inbox.types.js';
import { extractContent, extractPersonalText } from './message-content.js';
import { InboxMessageRepository } from './inbox-message.repository.js';
import { TicketRepository } from './ticket.repository.js';

/** Stores pushes for their users, in the transactions of whoever sends them. */
@Injectable()
export class InboxWriterService {
  constructor(
    private readonly contents: InboxContentRepository,
    private readonly messages: InboxMessageRepository,
    private readonly tickets: TicketRepository,
    private readonly preferences: PreferenceService,
  ) {}

  /**
   * Keeps what the messages of a dispatch have in common. Comes before the first of them, because no message is read
   * without it; a repeat changes nothing.
   */
  async storeContent(
    appId: number,
    { dispatchId, notificationKey, message }: { dispatchId: number; notificationKey: number; message: Message },
  ): Promise<void> {
    const categories = await this.resolveCategoryIds(appId, message.categories ?? []);
    await this.contents.insert(appId, {
      dispatchId,
      msgId: notificationKey,
      categories,
      content: extractContent(message),
    });
  }

  /**
   * Numbers messages of one dispatch, one for each user: of several devices the first speaks. To be called right before
   * the transaction that stores them, not inside it. Nothing is asked of the database when there is nothing to number.
   */
  async assignPiids(appId: number, messages: readonly NewInboxMessage[]): Promise<IdentifiedMessage[]> {
    const byUser = new Map(messages.toReversed().map((message) => [message.uid, message]));
    if (byUser.size === 0) {
      return [];
    }
    const unique = [...byUser.values()].sort((a, b) => bucketOfId(a.uid) - bucketOfId(b.uid) || a.uid - b.uid);
    const piids = await this.tickets.takePiids(
      appId,
      unique.map(({ uid }) => bucketOfId(uid)),
    );
    return unique.map((message, index) => ({ ...message, piid: piids[index] ?? Number.NaN }));
  }

  /** Stores numbered messages in the transaction of their results. Whoever has one of this dispatch keeps that one. */
  async storeMessages(
    tx: Tx,
    appId: number,
    dispatch: { dispatchId: number; message: Message },
    messages: readonly IdentifiedMessage[],
  ): Promise<void> {
    if (messages.length === 0) {
      return;
    }
    const content = extractContent(dispatch.message);
    const rows = messages.map(({ uid, piid, platform, renderedText }) => ({
      uid,
      piid,
      platform,
      personal: extractPersonalText(renderedText, content, platform),
    }));
    await this.messages.insert(tx, appId, dispatch.dispatchId, rows);
  }

  /** Ids of categories as a message names them. A name that is none any more is left out: the message was accepted with it. */
  private async resolveCategoryIds(appId: number, namesOrIds: readonly (string | number)[]): Promise<number[]> {
    const names = namesOrIds.some((category) => typeof category === 'string');
    const active = names ? await this.preferences.getCategories(appId) : [];
    const ids = namesOrIds.flatMap((nameOrId) => {
      if (typeof nameOrId === 'number') {
        return [nameOrId];
      }
      const category =
        active.find(({ name }) => name === nameOrId) ??
        active.find(({ categoryId }) => String(categoryId) === nameOrId);
      return category ? [category.categoryId] : [];
    });
    return [...new Set(ids)];
  }
}
