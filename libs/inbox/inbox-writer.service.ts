import { Injectable } from '@nestjs/common';
import type { Message } from '#libs/content';
import { PreferenceService } from '#libs/users/preferences';
import { UserLookupService } from '#libs/users/registry';
import type { Tx } from '#platform/db';
import { bucketOfId } from '#platform/ids';
import { InboxContentRepository } from './inbox-content.repository.js';
import type { NewInboxMessage, IdentifiedMessage, ReservedTickets } from './inbox.types.js';
import { extractContent, extractPersonalText } from './message-content.js';
import { InboxMessageRepository } from './inbox-message.repository.js';
import { PersonalTextService } from './personal-text.service.js';
import { TicketRepository, toPiid } from './ticket.repository.js';

/** Stores pushes for their users, in the transactions of the senders. */
@Injectable()
export class InboxWriterService {
  constructor(
    private readonly contents: InboxContentRepository,
    private readonly messages: InboxMessageRepository,
    private readonly tickets: TicketRepository,
    private readonly preferences: PreferenceService,
    private readonly personalTexts: PersonalTextService,
    private readonly users: UserLookupService,
  ) {}

  /**
   * Stores the common content of a dispatch's messages. It comes before the first message, because reading a message
   * needs it; a repeat changes nothing.
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

  /** Takes tickets for messages of a send that is being accepted. @returns the first one; the others follow it */
  async reserveTickets(appId: number, count: number): Promise<number> {
    return this.tickets.take(appId, count);
  }

  /**
   * Assigns piids to the messages of one dispatch, one for each user: the first device of a user counts. Runs right
   * before the transaction that stores the messages, not inside it. Without messages there is no query.
   *
   * @param reserved  of the dispatch; absent: the piids have the order of sending
   */
  async assignPiids(
    appId: number,
    messages: readonly NewInboxMessage[],
    reserved?: ReservedTickets,
  ): Promise<IdentifiedMessage[]> {
    const byUser = new Map(messages.toReversed().map((message) => [message.uid, message]));
    if (byUser.size === 0) {
      return [];
    }
    const unique = [...byUser.values()].sort((a, b) => bucketOfId(a.uid) - bucketOfId(b.uid) || a.uid - b.uid);
    const ticketByUid = reserved ? await this.findReserved(appId, unique, reserved) : new Map<number, number>();
    const others = unique.filter(({ uid }) => !ticketByUid.has(uid));
    const first = others.length > 0 ? await this.tickets.take(appId, others.length) : 0;
    others.forEach(({ uid }, index) => ticketByUid.set(uid, first + index));
    const seal = await this.personalTexts.findSeal(appId);
    return unique.map((message) => ({
      ...message,
      piid: toPiid(ticketByUid.get(message.uid) ?? 0, message.uid),
      seal,
    }));
  }

  /** The reserved tickets of users. Who has another extId since, by a merge, has none. */
  private async findReserved(
    appId: number,
    messages: readonly NewInboxMessage[],
    { first, extIds }: ReservedTickets,
  ): Promise<Map<number, number>> {
    const uids = messages.map(({ uid }) => uid);
    const names = extIds.length > 1 ? await this.users.findExtIds(appId, uids) : undefined;
    const places = new Map(extIds.map((extId, index) => [extId, index]));
    return new Map(
      uids.flatMap((uid, index): [number, number][] => {
        const place = names ? places.get(names.get(uid) ?? '') : index === 0 ? 0 : undefined;
        return place === undefined ? [] : [[uid, first + place]];
      }),
    );
  }

  /** Stores messages in the transaction of their results. A user keeps an existing message of the dispatch. */
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
    const rows = messages.map(({ uid, piid, platform, renderedText, seal }) => {
      const personal = extractPersonalText(renderedText, content, platform);
      return { uid, piid, platform, personal: personal && seal ? seal.sealText(JSON.stringify(personal)) : personal };
    });
    await this.messages.insert(tx, appId, dispatch.dispatchId, rows);
  }

  /** Ids of a message's categories. A category that was retired after the message was accepted is left out. */
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
