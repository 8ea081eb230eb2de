import { Injectable } from '@nestjs/common';
import { AuditService, type Origin } from '#libs/audit';
import { InboxService, type InboxMessage, type InboxPage } from '#libs/inbox';
import { Database } from '#platform/db';
import { PersonHeadService } from '#libs/reporting/people';

/** Every status, and that of the contract that marks a message deleted. */
const ALL = 7;
const DELETED = 4;

/** The stored messages of a person, as its devices read them. */
@Injectable()
export class PersonInboxService {
  constructor(
    private readonly db: Database,
    private readonly heads: PersonHeadService,
    private readonly inbox: InboxService,
    private readonly audit: AuditService,
  ) {}

  /**
   * A page of messages, newest first, deleted ones too while they are stored.
   *
   * @param after  `prms.index` of the page before
   * @throws AppError unknown_subject
   */
  async listMessages(appId: number, uid: number, limit: number, after?: number): Promise<InboxPage> {
    const person = await this.heads.resolve(appId, uid);
    return this.inbox.listMessages(
      appId,
      { uid: person.uid },
      { status: ALL, numberOfNotification: limit, ...(after !== undefined && { prms: { index: after } }) },
    );
  }

  /**
   * Marks a message deleted, as a device of the person would (`inbox/statusChange`). The audit log has it, without texts.
   *
   * @returns the message
   * @throws AppError unknown_subject, unknown_key for a message of someone else
   */
  async markDeleted(origin: Origin, appId: number, uid: number, piid: number): Promise<InboxMessage> {
    return this.db.inTransaction(async () => {
      const person = await this.heads.resolve(appId, uid);
      const message = await this.inbox.getMessage(appId, piid, person.uid);
      if (message.status === 'DELETED') {
        return message;
      }
      await this.inbox.changeStatus(appId, { uid: person.uid }, { piids: [piid], st: DELETED });
      const differences = [
        { change: 'change' as const, subject: `inbox message ${piid}`, from: message.status, to: 'DELETED' },
      ];
      const entry = { action: 'user.inboxDelete', subject: `user ${person.uid}`, differences };
      await this.db.tx((tx) => this.audit.append(tx, appId, origin, [entry]));
      return { ...message, status: 'DELETED' };
    });
  }
}
