import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { platformByNumber } from '#libs/content';
import { toInstallationId } from '#libs/users';
import { ClockService } from '#platform/runtime';
import { Config } from '#platform/config';
import { uuidFrom } from '#platform/crypto';
import type { Tx } from '#platform/db';
import { IdBlockRepository } from '#platform/ids';
import type { Logger } from '#platform/runtime';
import { LOGGER } from '#platform/app';
import { JobQueue } from '#platform/queue';
import { channelByCode } from '../model/channel-codes.js';
import { deliverWebhook, WEBHOOK_QUEUE } from '../model/delivery.jobs.js';
import { type LeasedChunk, type Result, STATUSES } from '../model/delivery.types.js';
import { SimulatorOriginsService } from '../accounts/simulator-origins.service.js';
import {
  type WebhookResult,
  WebhookDeliveryRepository,
  type LeasedWebhookDelivery,
} from './webhook-delivery.repository.js';
import { type WebhookResponse, WebhookClient } from './webhook-client.js';
import { WebhookEndpointRepository, type StoredEndpoint } from './webhook-endpoint.repository.js';
import { WebhookSecretService } from './webhook-secret.service.js';
import { createSignedHeaders } from './webhook-signature.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Results that one call tells of at most. */
const MAX_RESULTS = 250;
/** Waits before the second, third … attempt; the last one repeats until the deadline. */
const DELAYS_MS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR];
const DEADLINE_MS = 24 * HOUR;
/** Longer than a call can take. */
const LEASE_MS = MINUTE;
/** Calls that were given up can be looked at this long. */
const FAILED_RETENTION_MS = 7 * 24 * HOUR;
/** The receiver is gone for good (Standard Webhooks 1.0). */
const HTTP_GONE = 410;

/** A call that stands for some results before they are stored. */
export interface PlannedWebhookDelivery {
  callId: number;
  ids: number[];
}

/**
 * Tells the operator's servers what became of a send. A call is a row written with the results that it tells of, so none is
 * lost; it is made at least once, under the same `webhook-id` each time.
 */
@Injectable()
export class WebhookDeliveryService implements OnModuleDestroy {
  private readonly client = new WebhookClient();

  constructor(
    private readonly deliveries: WebhookDeliveryRepository,
    private readonly endpoints: WebhookEndpointRepository,
    private readonly secrets: WebhookSecretService,
    private readonly simulators: SimulatorOriginsService,
    private readonly ids: IdBlockRepository,
    private readonly queue: JobQueue,
    private readonly config: Config,
    private readonly clock: ClockService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onModuleDestroy(): Promise<void> {
    await this.client.close();
  }

  /** Calls for some results; who was skipped is nobody's business but ours. */
  async planDeliveries(results: readonly Result[]): Promise<PlannedWebhookDelivery[]> {
    const recipientIds = results
      .filter(({ status }) => status !== STATUSES.skipped)
      .map(({ recipientId }) => recipientId);
    const deliveries: PlannedWebhookDelivery[] = [];
    for (let start = 0; start < recipientIds.length; start += MAX_RESULTS) {
      deliveries.push({
        callId: await this.ids.next('delivery.hook_call'),
        ids: recipientIds.slice(start, start + MAX_RESULTS),
      });
    }
    return deliveries;
  }

  /** Stores calls in the transaction of their results, and wakes a worker after it. */
  async storeDeliveries(
    tx: Tx,
    chunk: LeasedChunk,
    hookId: number,
    deliveries: readonly PlannedWebhookDelivery[],
  ): Promise<void> {
    if (deliveries.length > 0) {
      await this.deliveries.insertDeliveries(tx, chunk, hookId, deliveries);
      tx.afterCommit(() =>
        this.enqueue(
          deliveries.map(({ callId }) => callId),
          'first',
        ),
      );
    }
  }

  /** Makes a call. Does nothing when it is made, given up, or another worker's. */
  async deliver(callId: number): Promise<void> {
    const delivery = await this.deliveries.claimDelivery(callId, LEASE_MS);
    if (!delivery) {
      return;
    }
    const endpoint = await this.endpoints.findEndpoint(delivery.appId, delivery.hookId);
    const results = endpoint ? await this.deliveries.findResults(delivery) : [];
    if (!endpoint || results.length === 0) {
      await this.deliveries.deleteDelivery(callId);
      return;
    }
    const response = await this.postDelivery(delivery, endpoint, results);
    if (response.status >= 200 && response.status < 300) {
      await this.deliveries.deleteDelivery(callId);
    } else {
      await this.rescheduleDelivery(delivery, endpoint, response);
    }
  }

  /** @returns how many calls it offered */
  async enqueueDue(jobSuffix: string): Promise<number> {
    const dueIds = await this.deliveries.takeDueDeliveries(this.config.REOFFER_MS);
    await this.enqueue(dueIds, jobSuffix);
    return dueIds.length;
  }

  async deleteFailed(): Promise<void> {
    await this.deliveries.deleteFailedDeliveries(new Date(this.clock.now().getTime() - FAILED_RETENTION_MS));
  }

  private async enqueue(callIds: readonly number[], jobSuffix: string): Promise<void> {
    await this.queue.enqueue(
      deliverWebhook,
      WEBHOOK_QUEUE,
      callIds.map((callId) => ({ id: `hook-${callId}-${jobSuffix}`, payload: { callId } })),
    );
  }

  private async postDelivery(
    delivery: LeasedWebhookDelivery,
    endpoint: StoredEndpoint,
    results: readonly WebhookResult[],
  ): Promise<WebhookResponse> {
    const body = JSON.stringify({
      type: 'notification.results',
      timestamp: delivery.createdAt.toISOString(),
      data: {
        notificationKey: delivery.notificationKey,
        hook: endpoint.name,
        params: { ...endpoint.params, ...delivery.params },
        results: results.map((result) => toResultBody(delivery, result)),
      },
    });
    const id = `msg_${uuidFrom(`hook call ${delivery.callId}`)}`;
    const headers = createSignedHeaders(this.secrets.openSecrets(endpoint), id, this.clock.now(), body);
    const simulator = endpoint.url === null ? await this.simulators.find('hooks').catch(() => undefined) : undefined;
    return this.client.post(endpoint.url, { ...headers }, body, simulator);
  }

  private async rescheduleDelivery(
    delivery: LeasedWebhookDelivery,
    endpoint: StoredEndpoint,
    { status, failure, afterMs }: WebhookResponse,
  ): Promise<void> {
    const delay = Math.max(DELAYS_MS[Math.min(delivery.attempt, DELAYS_MS.length) - 1] ?? MINUTE, afterMs ?? 0);
    const dueAt = new Date(this.clock.now().getTime() + delay);
    const isFinal = status === HTTP_GONE || dueAt.getTime() > delivery.createdAt.getTime() + DEADLINE_MS;
    const cause = failure ?? String(status);
    const logFields = { callId: delivery.callId, hook: endpoint.name, attempt: delivery.attempt, why: cause };
    if (isFinal) {
      this.logger.error(logFields, 'a hook could not be called and is given up');
    } else {
      this.logger.warn({ ...logFields, dueAt }, 'a hook could not be called, trying again later');
    }
    await this.deliveries.rescheduleDelivery(delivery, isFinal ? null : dueAt, cause);
  }
}

/** As `getPushResult` tells it; fields without a value are left out. */
function toResultBody({ channel }: LeasedWebhookDelivery, result: WebhookResult): Record<string, unknown> {
  const channelName = channelByCode(channel);
  const { recipientId, platform, status, reason, at, extId } = result;
  const errorCode = result.errorCode ?? reason;
  return {
    platform: platformByNumber(platform) ?? String(platform),
    status: status === STATUSES.success ? 'SUCCESS' : 'FAILED',
    ...(errorCode !== null && { errorCode }),
    ...(reason !== null && { errorMsg: reason }),
    ...(channelName !== 'smtp' && channelName !== 'sms' && { installationId: toInstallationId(recipientId) }),
    ...(extId !== null && { extId }),
    timeStamp: at.getTime(),
  };
}
