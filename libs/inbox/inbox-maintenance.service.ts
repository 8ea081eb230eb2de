import { Injectable } from '@nestjs/common';
import { ApplicationService } from '#libs/tenancy';
import { HOUR_MS, Recurring } from '#platform/background';
import { ClockService } from '#platform/runtime';
import type { Tx } from '#platform/db';
import { InboxContentRepository } from './inbox-content.repository.js';
import { InboxMessageRepository } from './inbox-message.repository.js';

const DAY_MS = 24 * 3600 * 1000;

/** A dispatch stores messages until its last retry, at most 28 days after its content (the longest time to live). */
const MAX_STORE_DELAY_DAYS = 29;

/** Moves, erases and expires stored messages. */
@Injectable()
export class InboxMaintenanceService {
  constructor(
    private readonly messages: InboxMessageRepository,
    private readonly contents: InboxContentRepository,
    private readonly applications: ApplicationService,
    private readonly clock: ClockService,
  ) {}

  /** Moves the messages of a merged user to the other one. Their piids change. */
  async moveMessages(tx: Tx, appId: number, fromUid: number, toUid: number): Promise<void> {
    await this.messages.moveToUser(tx, appId, fromUid, toUid);
  }

  /**
   * Deletes the messages of some users.
   *
   * @param dispatchIds  dispatches for these users alone, whose common content goes too
   * @returns the number of deleted messages
   */
  async eraseMessages(
    tx: Tx,
    appId: number,
    uids: readonly number[],
    dispatchIds: readonly number[] = [],
  ): Promise<number> {
    await this.contents.deleteByDispatches(tx, appId, dispatchIds);
    return this.messages.deleteByUsers(tx, appId, uids);
  }

  /** Deletes messages after the retention of their application. @returns the number of deleted messages */
  @Recurring('inbox.expire', HOUR_MS)
  async deleteExpired(): Promise<number> {
    let removed = 0;
    for (const { id, settings } of await this.applications.listApplications()) {
      const before = new Date(this.clock.now().getTime() - settings.retention.inbox * DAY_MS);
      for (let batchSize = -1; batchSize !== 0; removed += batchSize) {
        batchSize = await this.messages.deleteExpired(id, before);
      }
      await this.contents.deleteExpired(id, new Date(before.getTime() - MAX_STORE_DELAY_DAYS * DAY_MS));
    }
    return removed;
  }
}
