import { Injectable } from '@nestjs/common';
import { OptInRequestRepository } from '#libs/users/profiles';
import { Recurring } from '#platform/background';
import { groupBy } from '#platform/collections';
import { Database, type Tx } from '#platform/db';
import { ClockService } from '#platform/runtime';
import { SubscriptionRepository } from './subscription.repository.js';
import { TopicWriterService } from '../topics/topic-writer.service.js';

const EXPIRE_MS = 60_000;
const BATCH_SIZE = 500;
/** Days for which confirmations are counted. */
const COUNTED_DAYS = 2;

/** Ends opt-ins without a confirmation in time. */
@Injectable()
export class OptInExpiryService {
  constructor(
    private readonly db: Database,
    private readonly requests: OptInRequestRepository,
    private readonly topics: TopicWriterService,
    private readonly subscriptions: SubscriptionRepository,
    private readonly clock: ClockService,
  ) {}

  /** Expires what is due, and deletes forms of strangers. @returns the expired opt-ins */
  @Recurring('opt-ins.expire', EXPIRE_MS)
  async expireDue(): Promise<number> {
    const now = this.clock.now();
    await this.requests.deleteCountsBefore(new Date(now.getTime() - COUNTED_DAYS * 24 * 3_600_000));
    await this.subscriptions.deleteExpired(now);
    let expired = 0;
    for (let count = BATCH_SIZE; count === BATCH_SIZE; expired += count) {
      count = await this.db.tx((tx) => this.expireSome(tx, now));
    }
    return expired;
  }

  private async expireSome(tx: Tx, now: Date): Promise<number> {
    const due = await this.requests.takeExpired(tx, now, BATCH_SIZE);
    for (const [appId, optIns] of groupBy(due, (optIn) => optIn.appId)) {
      await this.topics.write(
        tx,
        appId,
        optIns.map(({ uid, categoryId, channel }) => ({ uid, categoryId, channel, state: 'expired' })),
      );
    }
    return due.length;
  }
}
