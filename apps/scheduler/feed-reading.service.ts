import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '#platform/app';
import { Recurring } from '#platform/background';
import { FeedSubscriberRegistryService, FeedSubscriptionService } from '#platform/outbox';
import { type Logger, reportFault } from '#platform/runtime';

/** Lets the subscribers of all modules read the change feed. */
@Injectable()
export class FeedReadingService {
  constructor(
    private readonly registry: FeedSubscriberRegistryService,
    private readonly subscriptions: FeedSubscriptionService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Applies what was committed before the call. A subscriber that fails keeps no other one waiting.
   *
   * @throws the first fault, after all subscribers
   */
  @Recurring('feed.read', 1_000)
  async readAll(): Promise<void> {
    const faults: unknown[] = [];
    for (const subscriber of this.registry.list()) {
      const { name } = subscriber;
      try {
        await this.subscriptions.read(subscriber, (appId) => {
          this.logger.error(
            { appId, subscriber: name },
            'the change feed has lost changes; its subscriber begins again',
          );
        });
      } catch (error) {
        reportFault(this.logger, 'failed to read the change feed', error, { level: 'error', subscriber: name });
        faults.push(error);
      }
    }
    if (faults.length > 0) {
      throw faults[0];
    }
  }
}
