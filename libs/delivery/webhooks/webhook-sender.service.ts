import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { SimulatorOriginsService } from '#libs/channels';
import { fillParameters } from '#libs/content/template';
import { LOGGER } from '#platform/app';
import { uuidFrom, createSignedHeaders } from '#platform/crypto';
import { ClockService, faultsOf, type Logger } from '#platform/runtime';
import { toEventContent, toResultsContent, type WebhookContent } from './webhook-body.js';
import { WebhookClient, type WebhookResponse } from './webhook-client.js';
import { type LeasedWebhookDelivery, WebhookDeliveryRepository } from './webhook-delivery.repository.js';
import { type StoredEndpoint, WebhookEndpointRepository } from './webhook-endpoint.repository.js';
import { WebhookEventRepository } from './webhook-event.repository.js';
import { WebhookSecretService } from './webhook-secret.service.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Waits before the second, third … attempt; the last one repeats until the deadline. */
const DELAYS_MS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR];
const DEADLINE_MS = 24 * HOUR;
/** Longer than a request can take. */
const LEASE_MS = MINUTE;
/** The endpoint is gone for good (Standard Webhooks 1.0). */
const HTTP_GONE = 410;

/** Posts results and events to webhook endpoints, at least once. Every attempt carries the same `webhook-id`. */
@Injectable()
export class WebhookSenderService implements OnModuleDestroy {
  private readonly client = new WebhookClient();

  constructor(
    private readonly deliveries: WebhookDeliveryRepository,
    private readonly events: WebhookEventRepository,
    private readonly endpoints: WebhookEndpointRepository,
    private readonly secrets: WebhookSecretService,
    private readonly simulators: SimulatorOriginsService,
    private readonly clock: ClockService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onModuleDestroy(): Promise<void> {
    await this.client.close();
  }

  /** Makes one attempt. Does nothing when the delivery is done, failed for good, not due, or leased by another worker. */
  async deliver(deliveryId: number): Promise<void> {
    const delivery = await this.deliveries.claimDelivery(deliveryId, LEASE_MS);
    if (!delivery) {
      return;
    }
    const endpoint = await this.endpoints.findEndpoint(delivery.appId, delivery.hookId);
    const content = endpoint && (await this.readContent(delivery));
    if (!content) {
      await this.deliveries.deleteDelivery(deliveryId);
      return;
    }
    const response = await this.postDelivery(delivery, endpoint, content);
    if (response.status >= 200 && response.status < 300) {
      await this.deliveries.deleteDelivery(deliveryId);
    } else {
      await this.rescheduleDelivery(delivery, endpoint, response);
    }
  }

  /** @returns undefined where all users of the delivery are erased */
  private async readContent(delivery: LeasedWebhookDelivery): Promise<WebhookContent | undefined> {
    if (delivery.event === null) {
      const results = await this.deliveries.findResults(delivery);
      return results.length === 0 ? undefined : toResultsContent(delivery, results);
    }
    const { appId, recipientIds } = delivery;
    const extIds = recipientIds.length > 0 ? await this.events.findExtIds(appId, recipientIds) : [];
    return extIds.length === 0 && recipientIds.length > 0 ? undefined : toEventContent(delivery, extIds);
  }

  private async postDelivery(
    delivery: LeasedWebhookDelivery,
    endpoint: StoredEndpoint,
    { type, subject, items }: WebhookContent,
  ): Promise<WebhookResponse> {
    const body = JSON.stringify({
      type,
      timestamp: delivery.createdAt.toISOString(),
      data: {
        ...subject,
        hook: endpoint.name,
        params: fillParameters({ ...endpoint.params, ...delivery.params }, delivery.values),
        ...items,
      },
    });
    // The id is derived from this text: another one would give repeated attempts a new id.
    const id = `msg_${uuidFrom(`hook call ${delivery.deliveryId}`)}`;
    const now = this.clock.now();
    const headers = createSignedHeaders(this.secrets.openSigningSecrets(endpoint, now), id, now, body);
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
    const logFields = { deliveryId: delivery.deliveryId, hook: endpoint.name, attempt: delivery.attempt, why: cause };
    if (isFinal) {
      this.tell('webhook delivery failed for good', 'error', logFields);
    } else {
      this.tell('webhook delivery failed; trying again later', 'warn', { ...logFields, dueAt });
    }
    await this.deliveries.rescheduleDelivery(delivery, isFinal ? null : dueAt, cause);
  }

  /** An endpoint that is away fails every delivery for the same reason. */
  private tell(text: string, level: 'warn' | 'error', fields: { hook: string; why: string; dueAt?: Date }): void {
    faultsOf(this.logger).report({ text, of: `${fields.hook} ${fields.why}`, level, fields });
  }
}
