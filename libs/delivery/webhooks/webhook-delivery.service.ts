import { Injectable } from '@nestjs/common';
import { HOUR_MS, Recurring } from '#platform/background';
import { Config } from '#platform/config';
import type { Tx } from '#platform/db';
import { IdBlockRepository } from '#platform/ids';
import { JobQueue } from '#platform/queue';
import { ClockService } from '#platform/runtime';
import { deliverWebhook, WEBHOOK_QUEUE } from '../model/delivery.jobs.js';
import { type LeasedChunk, type Result, STATUSES } from '../model/delivery.types.js';
import { WebhookDeliveryRepository } from './webhook-delivery.repository.js';

/** Results in the body of one webhook. */
const MAX_RESULTS = 250;
/** Failed deliveries stay visible for a week. */
const FAILED_RETENTION_MS = 7 * 24 * 3_600_000;

/** Past this number nobody counts. */
const MAX_COUNTED = 1000;

/** A webhook delivery with its id, before its row is stored. */
export interface PlannedWebhookDelivery {
  deliveryId: number;
  ids: number[];
}

/**
 * Stores and enqueues webhook deliveries. A delivery is a row that is written together with its results, so none is lost.
 */
@Injectable()
export class WebhookDeliveryService {
  constructor(
    private readonly deliveries: WebhookDeliveryRepository,
    private readonly ids: IdBlockRepository,
    private readonly queue: JobQueue,
    private readonly config: Config,
    private readonly clock: ClockService,
  ) {}

  /** Deliveries of an application that were given up and not deleted yet; at most 1,000. */
  async countGivenUp(appId: number): Promise<number> {
    return this.deliveries.countFailed(appId, MAX_COUNTED);
  }

  /** Plans deliveries for results. Skipped recipients are not reported: `getPushResult` does not show them either. */
  async planDeliveries(results: readonly Result[]): Promise<PlannedWebhookDelivery[]> {
    const recipientIds = results
      .filter(({ status }) => status !== STATUSES.skipped)
      .map(({ recipientId }) => recipientId);
    const deliveries: PlannedWebhookDelivery[] = [];
    for (let start = 0; start < recipientIds.length; start += MAX_RESULTS) {
      deliveries.push({
        deliveryId: await this.ids.next('delivery.hook_call'),
        ids: recipientIds.slice(start, start + MAX_RESULTS),
      });
    }
    return deliveries;
  }

  /** Stores deliveries in the transaction of their results, and enqueues them after its commit. */
  async storeDeliveries(
    tx: Tx,
    chunk: LeasedChunk,
    hookId: number,
    deliveries: readonly PlannedWebhookDelivery[],
  ): Promise<void> {
    if (deliveries.length > 0) {
      await this.deliveries.insertDeliveries(tx, chunk, hookId, deliveries);
      const deliveryIds = deliveries.map(({ deliveryId }) => deliveryId);
      tx.afterCommit(() => this.enqueue(deliveryIds, 'first'));
    }
  }

  /** Enqueues open deliveries whose time has come. @returns how many */
  async enqueueDue(jobSuffix: string): Promise<number> {
    const dueIds = await this.deliveries.takeDueDeliveries(this.config.REOFFER_MS);
    await this.enqueue(dueIds, jobSuffix);
    return dueIds.length;
  }

  /** Deletes failed deliveries past their retention. */
  @Recurring('webhook-deliveries.expire', HOUR_MS)
  async deleteFailed(): Promise<void> {
    await this.deliveries.deleteFailedDeliveries(new Date(this.clock.now().getTime() - FAILED_RETENTION_MS));
  }

  private async enqueue(deliveryIds: readonly number[], jobSuffix: string): Promise<void> {
    await this.queue.enqueue(
      deliverWebhook,
      WEBHOOK_QUEUE,
      deliveryIds.map((deliveryId) => ({ id: `hook-${deliveryId}-${jobSuffix}`, payload: { callId: deliveryId } })),
    );
  }
}
