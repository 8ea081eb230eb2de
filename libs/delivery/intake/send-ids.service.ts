import { Injectable } from '@nestjs/common';
import { InboxWriterService } from '#libs/inbox';
import { IdBlockRepository } from '#platform/ids';
import { countInboxUsers } from '../model/inbox-copy.js';
import type { NewTransactionalSend } from '../transactional/transactional.repository.js';

const ID_SERIES = 'delivery.dispatch';

/** Ids that sends get when they are accepted. */
@Injectable()
export class SendIdsService {
  constructor(
    private readonly ids: IdBlockRepository,
    private readonly inbox: InboxWriterService,
  ) {}

  async allocateDispatchIds(count: number): Promise<number[]> {
    return this.ids.nextMany(ID_SERIES, count);
  }

  /**
   * Takes the tickets of the inbox messages of one request, so that an inbox has the order of acceptance. Sends whose users
   * are not known yet take them when they are sent. Without inbox messages there is no query.
   */
  async reserveTickets(sends: readonly NewTransactionalSend[]): Promise<readonly NewTransactionalSend[]> {
    const [first] = sends;
    const counts = sends.map(({ request }) => countInboxUsers(request));
    const total = counts.reduce((sum, count) => sum + count, 0);
    if (!first || total === 0) {
      return sends;
    }
    let next = await this.inbox.reserveTickets(first.request.appId, total);
    return sends.map((send, index) => {
      const count = counts[index] ?? 0;
      const firstTicket = next;
      next += count;
      return count === 0
        ? send
        : { ...send, request: { ...send.request, options: { ...send.request.options, firstTicket } } };
    });
  }
}
