import { RECIPIENT_KINDS } from '#libs/channels/definitions';
import { platformByNumber } from '#libs/content';
import { toInstallationId } from '#libs/users/identities';
import { FETCHERS } from '#libs/delivery/engagement';
import { channelByCode } from '../model/channel-policy.js';
import { STATUSES } from '../model/delivery.types.js';
import type { LeasedEvent, LeasedResults, WebhookResult } from './webhook-delivery.repository.js';
import { isWebhookEvent, WEBHOOK_EVENTS } from './webhook-events.js';

/** Content of a request, beside the name of its endpoint and the parameters. */
export interface WebhookContent {
  type: string;
  subject: Record<string, unknown>;
  items: Record<string, unknown>;
}

/** Writes results of a send. */
export function toResultsContent(delivery: LeasedResults, results: readonly WebhookResult[]): WebhookContent {
  return {
    type: 'notification.results',
    subject: { notificationKey: delivery.notificationKey },
    items: { results: results.map((result) => toResultBody(delivery, result)) },
  };
}

/** Writes an event of users. @param extIds  their names */
export function toEventContent(
  { event, notificationKey, fetcher, data }: LeasedEvent,
  extIds: readonly string[],
): WebhookContent {
  const by = fetcher === null ? undefined : FETCHERS[fetcher];
  return {
    type: isWebhookEvent(event) ? WEBHOOK_EVENTS[event].type : event,
    subject: { ...data, ...(notificationKey !== null && { notificationKey }), event, ...(by && { by }) },
    items: { users: extIds.map((extId) => ({ extId })) },
  };
}

/** A result in the form of `getPushResult`; fields without a value are left out. */
function toResultBody({ channel }: LeasedResults, result: WebhookResult): Record<string, unknown> {
  const channelName = channelByCode(channel);
  const { recipientId, platform, status, reason, at, extId } = result;
  const errorCode = result.errorCode ?? reason;
  return {
    platform: platformByNumber(platform) ?? String(platform),
    status: status === STATUSES.success ? 'SUCCESS' : 'FAILED',
    ...(errorCode !== null && { errorCode }),
    ...(reason !== null && { errorMsg: reason }),
    ...(RECIPIENT_KINDS[channelName] === 'push' && { installationId: toInstallationId(recipientId) }),
    ...(extId !== null && { extId }),
    timeStamp: at.getTime(),
  };
}
