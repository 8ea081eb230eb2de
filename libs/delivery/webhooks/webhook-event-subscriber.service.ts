import { Injectable } from '@nestjs/common';
import type { ItemEventReport } from '#libs/events';
import type { Tx } from '#platform/db';
import type { Change, FeedSubscriber } from '#platform/outbox';
import { type NewHookEvent, WebhookDeliveryService } from './webhook-delivery.service.js';
import { EVENT_CHANGES, eventOfKind } from './webhook-events.js';

type EventChange = (typeof EVENT_CHANGES)[number];

/** Makes webhook deliveries of events in the change feed, for the endpoints that list them. */
@Injectable()
export class WebhookEventSubscriberService implements FeedSubscriber<EventChange> {
  readonly name = 'webhook-events';
  readonly kinds = EVENT_CHANGES;

  constructor(private readonly deliveries: WebhookDeliveryService) {}

  async apply(tx: Tx, appId: number, changes: readonly Omit<Change<EventChange>, 'appId'>[]): Promise<void> {
    const events = changes.flatMap(({ kind, uids, keys: [fetcher = null], ref: about = null }): NewHookEvent[] => {
      const event = eventOfKind(kind);
      return event === undefined ? [] : [{ event, about, fetcher, uids }];
    });
    await this.deliveries.reportEvents(tx, appId, events);
  }

  /** Makes webhook deliveries of changes of items, in the transaction that records their events. */
  async reportItemEvents(tx: Tx, appId: number, reports: readonly ItemEventReport[]): Promise<void> {
    await this.deliveries.reportEvents(
      tx,
      appId,
      reports.map((report) => ({ ...report, about: null, fetcher: null })),
    );
  }

  /** Goes on with the present feed: events that it has lost are not delivered. */
  restart(): Promise<void> {
    return Promise.resolve();
  }
}
