import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { HOUR_MS, Recurring } from '#platform/background';
import { cutInto, groupBy } from '#platform/collections';
import { Config } from '#platform/config';
import type { Tx } from '#platform/db';
import { IdBlockRepository } from '#platform/ids';
import { JobQueue } from '#platform/queue';
import { ClockService } from '#platform/runtime';
import { deliverWebhook, WEBHOOK_QUEUE } from '../model/delivery.jobs.js';
import {
  type NewWebhookDelivery,
  type ReportedRecipients,
  WebhookDeliveryRepository,
} from './webhook-delivery.repository.js';
import { WebhookEndpointRepository } from './webhook-endpoint.repository.js';
import { type EventOfUsers, type NewEventDelivery, WebhookEventRepository } from './webhook-event.repository.js';

/** An event of some users, for whichever endpoints list it. */
export type NewHookEvent = Omit<EventOfUsers, 'hookId' | 'uid'>;

/** A call of an endpoint about one person. @property hook  its name */
export interface PersonCall extends Required<Pick<EventOfUsers, 'event' | 'data' | 'uid'>> {
  hook: string;
}

/** Results in the body of one webhook. */
const MAX_RESULTS = 250;
/** Failed deliveries stay visible for a week. */
const FAILED_RETENTION_MS = 7 * 24 * 3_600_000;

/** The count ends at this number. */
const MAX_COUNTED = 1000;

/** Stores and enqueues webhook deliveries. */
@Injectable()
export class WebhookDeliveryService {
  private runs = 0;
  /** Keeps the ids of jobs apart from those of other processes. */
  private readonly processName = randomBytes(6).toString('hex');

  constructor(
    private readonly deliveries: WebhookDeliveryRepository,
    private readonly events: WebhookEventRepository,
    private readonly endpoints: WebhookEndpointRepository,
    private readonly ids: IdBlockRepository,
    private readonly queue: JobQueue,
    private readonly config: Config,
    private readonly clock: ClockService,
  ) {}

  /** Deliveries of an application that were given up and not deleted yet; at most 1,000. */
  async countGivenUp(appId: number): Promise<number> {
    return this.deliveries.countFailed(appId, MAX_COUNTED);
  }

  /** Stores deliveries of results, and enqueues them after the commit. */
  async storeDeliveries(tx: Tx, appId: number, reported: readonly ReportedRecipients[]): Promise<void> {
    const deliveries: NewWebhookDelivery[] = [];
    for (const part of cutIntoRequests(reported)) {
      deliveries.push({ ...part, deliveryId: await this.ids.next('delivery.hook_call') });
    }
    if (deliveries.length > 0) {
      await this.deliveries.insertDeliveries(tx, appId, deliveries);
      this.enqueueAfterCommit(tx, deliveries);
    }
  }

  /** Stores deliveries of events to the endpoints that list them. */
  async reportEvents(tx: Tx, appId: number, events: readonly NewHookEvent[]): Promise<void> {
    const endpoints = events.length === 0 ? [] : await this.endpoints.listEndpoints(tx, appId);
    await this.storeEvents(
      tx,
      appId,
      events.flatMap((event) =>
        endpoints.flatMap(({ hookId, events: listed }) => (listed.includes(event.event) ? { ...event, hookId } : [])),
      ),
    );
  }

  /** Stores calls, a row each. @returns their ids; null for an endpoint that is not defined */
  async storeCalls(tx: Tx, appId: number, calls: readonly PersonCall[]): Promise<(number | null)[]> {
    const endpoints = await this.endpoints.listEndpoints(tx, appId);
    const hookIds = new Map(endpoints.map(({ name, hookId }) => [name, hookId]));
    const ids: (number | null)[] = [];
    const deliveries: NewEventDelivery[] = [];
    for (const { hook, uid, ...call } of calls) {
      const hookId = hookIds.get(hook);
      const deliveryId = hookId === undefined ? null : await this.ids.next('delivery.hook_call');
      ids.push(deliveryId);
      if (hookId !== undefined && deliveryId !== null) {
        deliveries.push({ ...call, hookId, deliveryId, uid, uids: [uid], about: null, fetcher: null });
      }
    }
    if (deliveries.length > 0) {
      await this.events.insertDeliveries(tx, appId, deliveries);
      this.enqueueAfterCommit(tx, deliveries);
    }
    return ids;
  }

  /** Gives calls about one user to another in a merge. */
  async moveCalls(tx: Tx, appId: number, fromUid: number, toUid: number): Promise<void> {
    await this.events.moveToUser(tx, appId, fromUid, toUid);
  }

  /** Erases calls about users. @returns how many */
  async eraseCalls(tx: Tx, appId: number, uids: readonly number[]): Promise<number> {
    return this.events.erase(tx, appId, uids);
  }

  /** Finds the calls among some that were not taken yet. @returns by id, if it was given up */
  async findOpen(ids: readonly number[]): Promise<ReadonlyMap<number, boolean>> {
    return ids.length === 0 ? new Map<number, boolean>() : this.events.findOpen(ids);
  }

  /** Stores deliveries of events, and enqueues them after the commit. */
  private async storeEvents(tx: Tx, appId: number, events: readonly EventOfUsers[]): Promise<void> {
    const deliveries: NewEventDelivery[] = [];
    for (const event of events) {
      // An event of no user is one request all the same.
      for (const uids of event.uids.length === 0 ? [[]] : cutInto(event.uids, MAX_RESULTS)) {
        deliveries.push({ ...event, uids, deliveryId: await this.ids.next('delivery.hook_call') });
      }
    }
    if (deliveries.length > 0) {
      await this.events.insertDeliveries(tx, appId, deliveries);
      this.enqueueAfterCommit(tx, deliveries);
    }
  }

  /** Enqueues open deliveries whose time has come. @returns how many */
  @Recurring('webhook-deliveries.offer', (config) => config.SWEEP_MS)
  async enqueueDue(): Promise<number> {
    const dueIds = await this.deliveries.takeDueDeliveries(this.config.REOFFER_MS);
    await this.enqueue(dueIds, `${this.processName}-${this.runs++}`);
    return dueIds.length;
  }

  /** Deletes failed deliveries past their retention. */
  @Recurring('webhook-deliveries.expire', HOUR_MS)
  async deleteFailed(): Promise<void> {
    await this.deliveries.deleteFailedDeliveries(new Date(this.clock.now().getTime() - FAILED_RETENTION_MS));
  }

  private enqueueAfterCommit(tx: Tx, deliveries: readonly { deliveryId: number }[]): void {
    tx.afterCommit(() =>
      this.enqueue(
        deliveries.map(({ deliveryId }) => deliveryId),
        'first',
      ),
    );
  }

  private async enqueue(deliveryIds: readonly number[], jobSuffix: string): Promise<void> {
    await this.queue.enqueue(
      deliverWebhook,
      WEBHOOK_QUEUE,
      deliveryIds.map((deliveryId) => ({ id: `hook-${deliveryId}-${jobSuffix}`, payload: { callId: deliveryId } })),
    );
  }
}

/** Recipients of the same send and channel share requests, as many as fit into one. */
function cutIntoRequests(reported: readonly ReportedRecipients[]): ReportedRecipients[] {
  const groups = groupBy(reported, ({ dispatchId, channel }) => `${dispatchId} ${channel}`);
  return [...groups.values()].flatMap((group) => {
    const recipientIds = cutInto(
      group.flatMap((part) => part.recipientIds),
      MAX_RESULTS,
    );
    return recipientIds.flatMap((ids) => (group[0] ? [{ ...group[0], recipientIds: ids }] : []));
  });
}
