import { Injectable } from '@nestjs/common';
import { ApplicationService } from '#libs/tenancy';
import { ClockService } from '#platform/runtime';
import type { Tx } from '#platform/db';
import { ContentRepository } from './content.repository.js';
import { MessageRepository } from './message.repository.js';

const DAY_MS = 24 * 3600 * 1000;

/** A dispatch stores messages until its last retry, at most 28 days after its content (the longest time to live). */
const LAST_MESSAGE_DAYS = 29;

/** What happens to stored messages besides being read: they change hands, are erased, grow too old. */
@Injectable()
export class InboxUpkeep {
  constructor(
    private readonly messages: MessageRepository,
    private readonly contents: ContentRepository,
    private readonly applications: ApplicationService,
    private readonly clock: ClockService,
  ) {}

  /** Gives the messages of a user who turned out to be another one to that one. Their piids change. */
  async move(tx: Tx, appId: number, from: number, to: number): Promise<void> {
    await this.messages.move(tx, appId, from, to);
  }

  /**
   * Removes everything of some users.
   *
   * @param dispatchIds  dispatches that were for nobody else: what their messages have in common goes too
   * @returns how many messages there were
   */
  async erase(tx: Tx, appId: number, uids: readonly number[], dispatchIds: readonly number[] = []): Promise<number> {
    await this.contents.erase(tx, appId, dispatchIds);
    return this.messages.erase(tx, appId, uids);
  }

  /** Removes what is older than its application keeps messages. @returns how many messages went */
  async expire(): Promise<number> {
    let removed = 0;
    for (const { id, settings } of await this.applications.listApplications()) {
      const before = new Date(this.clock.now().getTime() - settings.retention.inbox * DAY_MS);
      for (let step = -1; step !== 0; removed += step) {
        step = await this.messages.expire(id, before);
      }
      await this.contents.expire(id, new Date(before.getTime() - LAST_MESSAGE_DAYS * DAY_MS));
    }
    return removed;
  }
}
