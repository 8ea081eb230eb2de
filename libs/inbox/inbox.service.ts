import { Injectable } from '@nestjs/common';
import { RecipientService, UserLookupService } from '#libs/users/registry';
import { AppError, malformed, missing } from '#platform/errors';
import {
  STATUS_BITS,
  type InboxMessage,
  type InboxPage,
  type InboxQuery,
  type InboxOwner,
  type InboxStatus,
  type StatusChange,
} from './inbox.types.js';
import { toInboxMessage } from './message-content.js';
import { PersonalTextService } from './personal-text.service.js';
import { InboxMessageRepository } from './inbox-message.repository.js';

const MAX_STATUS_MASK = 15;
const MAX_PIIDS = 1000;
const STATUSES = Object.keys(STATUS_BITS) as InboxStatus[];

/** The inbox of a user: pages, single messages and their status (specification, section 4.9). */
@Injectable()
export class InboxService {
  constructor(
    private readonly messages: InboxMessageRepository,
    private readonly users: UserLookupService,
    private readonly recipients: RecipientService,
    private readonly personalTexts: PersonalTextService,
  ) {}

  /**
   * `inbox/getAllInbox`: a page of messages, newest first.
   *
   * @throws AppError inbox_status for a mask outside 1..15, unknown_subject (5016)
   */
  async listMessages(appId: number, owner: InboxOwner, query: InboxQuery): Promise<InboxPage> {
    if (query.status < 1 || query.status > MAX_STATUS_MASK) {
      throw new AppError('inbox_status', "Field 'status' should be from 1 to 15");
    }
    const requestedStatuses = STATUSES.filter((status) => (query.status & STATUS_BITS[status]) !== 0);
    const listing = await this.messages.list(appId, owner, {
      statuses: requestedStatuses.map((status) => STATUS_BITS[status]),
      from: toDate(query.startDate),
      to: toDate(query.endDate),
      categories: query.category?.length ? query.category : null,
      // No message has the piid 0; some clients send 0 for the first page.
      before: query.prms?.index || null,
      limit: query.numberOfNotification + 1,
    });
    if (!listing) {
      throw unknownUser();
    }
    const { extId, counts, rows } = listing;
    const page = await this.personalTexts.openRows(appId, rows.slice(0, query.numberOfNotification));
    const last = page.at(-1);
    return {
      msgs: page.map((row) => toInboxMessage(row, extId)),
      cnts: Object.fromEntries(requestedStatuses.map((status) => [String(STATUS_BITS[status]), counts[status]])),
      ...(last && rows.length > page.length && { prms: { index: last.piid } }),
    };
  }

  /**
   * `inbox/get`. A deleted message stays readable, a message of a deleted user does not.
   *
   * @param uid  the required owner; absent: any
   * @throws AppError unknown_key (5003)
   */
  async getMessage(appId: number, piid: number, uid?: number): Promise<InboxMessage> {
    const row = await this.messages.find(appId, piid);
    const [user] = row ? await this.recipients.findRecipientsByUser(appId, [row.uid], { withProfile: false }) : [];
    if (!row || !user || (uid !== undefined && row.uid !== uid)) {
      throw new AppError('unknown_key', "Field 'piid' names no inbox message");
    }
    return toInboxMessage(await this.personalTexts.openRow(appId, row), user.extId);
  }

  /**
   * `inbox/statusChange`. `st` is 1, 2 or 4. The values 3, 7 and none name no single status and change nothing. Piids
   * of other users are ignored.
   *
   * @throws AppError missing_field, malformed, unknown_subject (5016)
   */
  async changeStatus(appId: number, owner: InboxOwner, { piids, st }: StatusChange): Promise<void> {
    const unique = [...new Set(piids)];
    if (unique.length === 0) {
      throw missing('piids');
    }
    if (unique.length > MAX_PIIDS) {
      throw malformed(`Field 'piids' should name at most ${MAX_PIIDS} messages, but names ${unique.length}`);
    }
    const status = STATUSES.find((name) => STATUS_BITS[name] === st);
    if (!status && st !== undefined && st !== 3 && st !== 7) {
      throw malformed("Field 'st' should be one of 1, 2, 3, 4, 7");
    }
    const uid = await this.resolveUid(appId, owner);
    if (status) {
      await this.messages.setStatus(appId, uid, unique, status);
    }
  }

  private async resolveUid(appId: number, owner: InboxOwner): Promise<number> {
    if ('uid' in owner) {
      return owner.uid;
    }
    const uid = (await this.users.findUidsByExtIds(appId, [owner.extId])).get(owner.extId);
    if (uid === undefined) {
      throw unknownUser();
    }
    return uid;
  }
}

function unknownUser(): AppError {
  return new AppError('unknown_subject', "Field 'extId' names no user");
}

function toDate(millis: number | undefined): Date | null {
  return millis === undefined ? null : new Date(millis);
}
