import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '#platform/app';
import { Recurring } from '#platform/background';
import { CachedFigures, type MetricSource, type MetricValue } from '#platform/health';
import {
  FeedPositionRepository,
  type FeedSubscriber,
  FeedSubscriberRegistryService,
  FeedSubscriptionService,
  PROMPT_READING,
} from '#platform/outbox';
import { type Logger, reportFault } from '#platform/runtime';

/** Lets the subscribers of all modules read the change feed. */
@Injectable()
export class FeedReadingService {
  constructor(
    private readonly registry: FeedSubscriberRegistryService,
    private readonly subscriptions: FeedSubscriptionService,
    private readonly positions: FeedPositionRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws the first fault, after all subscribers */
  @Recurring('feed.read', 1_000)
  async readAll(): Promise<void> {
    await this.read(({ isPrompt }) => !isPrompt);
  }

  /** Reads for subscribers that a commit wakes. @throws as `readAll` */
  @Recurring(PROMPT_READING, 1_000)
  async readPrompt(): Promise<void> {
    await this.read(({ isPrompt = false }) => isPrompt);
  }

  metrics(): MetricSource[] {
    const oldest = new CachedFigures(async () => this.findOldest());
    return [
      {
        name: 'herald_feed_oldest_seconds',
        help: 'Age of the oldest change that a reader of the feed has not applied',
        labels: ['subscriber'],
        read: () => oldest.get(),
      },
    ];
  }

  /** Applies what was committed before the call. A subscriber that fails keeps no other one waiting. */
  private async read(isChosen: (subscriber: FeedSubscriber) => boolean): Promise<void> {
    const faults: unknown[] = [];
    for (const subscriber of this.registry.list().filter(isChosen)) {
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

  private async findOldest(): Promise<MetricValue[]> {
    const values: MetricValue[] = [];
    for (const { name, kinds } of this.registry.list()) {
      values.push({ labels: { subscriber: name }, value: await this.positions.findOldest(name, kinds) });
    }
    return values;
  }
}
