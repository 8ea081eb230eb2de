import { Injectable } from '@nestjs/common';
import { InboxMessageRepository } from './inbox-message.repository.js';
import type { InboxMessage } from './inbox.types.js';
import { toInboxMessage } from './message-content.js';
import { PersonalTextService } from './personal-text.service.js';

const PAGE_SIZE = 500;

/** Reads the stored messages of one person. */
@Injectable()
export class InboxExportService {
  constructor(
    private readonly messages: InboxMessageRepository,
    private readonly personalTexts: PersonalTextService,
  ) {}

  /** Messages of a user, oldest first, page by page; deleted ones too while they are stored. */
  async *readMessages(appId: number, uid: number): AsyncGenerator<InboxMessage> {
    for (let after = -1, isLast = false; !isLast;) {
      const rows = await this.personalTexts.openRows(
        appId,
        await this.messages.findByUser(appId, uid, after, PAGE_SIZE),
      );
      yield* rows.map((row) => toInboxMessage(row, null));
      after = rows.at(-1)?.piid ?? after;
      isLast = rows.length < PAGE_SIZE;
    }
  }
}
