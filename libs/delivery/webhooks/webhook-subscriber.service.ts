import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';
import { type Change, type FeedSubscriber, RESULT_CHANGE } from '#platform/outbox';
import { WebhookDeliveryService } from './webhook-delivery.service.js';
import { UnreportedResultRepository } from './unreported-result.repository.js';

/** A result may be committed so long after its time. */
const MAX_COMMIT_MS = 10 * 60_000;

/** Makes webhook deliveries of the results in the change feed. Each result is in one delivery, as each change is applied once. */
@Injectable()
export class WebhookSubscriberService implements FeedSubscriber<typeof RESULT_CHANGE> {
  readonly name = 'webhooks';
  readonly kinds = [RESULT_CHANGE] as const;

  constructor(
    private readonly deliveries: WebhookDeliveryService,
    private readonly results: UnreportedResultRepository,
  ) {}

  async apply(tx: Tx, appId: number, changes: readonly Omit<Change<typeof RESULT_CHANGE>, 'appId'>[]): Promise<void> {
    await this.deliveries.storeDeliveries(
      tx,
      appId,
      changes.flatMap(({ ref: dispatchId, keys: [channel], uids: recipientIds }) =>
        dispatchId === undefined || channel === undefined ? [] : [{ dispatchId, channel, recipientIds }],
      ),
    );
  }

  /** Makes deliveries of the stored results instead. Those of the minutes before may be delivered a second time. */
  async restart(tx: Tx, appId: number, since: Date): Promise<void> {
    const from = new Date(since.getTime() - MAX_COMMIT_MS);
    for await (const reported of this.results.read(tx, appId, from)) {
      await this.deliveries.storeDeliveries(tx, appId, reported);
    }
  }
}
