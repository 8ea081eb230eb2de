import { isJsonObject, parseJson, toJsonObject } from '#platform/collections';
import type { CallbackReport, DeliveryReport, ProviderCallbacks } from '../../provider/callback.types.js';
import { readTime } from '../../provider/reported-time.js';
import type { SesCredentials } from './ses-credentials.js';
import { SnsClient } from './sns-client.js';
import { MAX_AGE_MS, readSnsMessage } from './sns-message.js';

/** The tag of a message that holds its id. SES repeats tags in the events of a configuration set. */
export const MESSAGE_TAG = 'herald-message';
/** Recipients of one event. Herald sends to one each. */
const MAX_RECIPIENTS = 50;

const sns = new SnsClient();

/**
 * Events of SES that SNS posts to the address of the account. A subscription to the topic of the account is confirmed at
 * once. Source: SES developer guide, "Contents of event data that Amazon SES publishes to Amazon SNS".
 */
export const SES_CALLBACKS: ProviderCallbacks<SesCredentials> = {
  needsOrigin: true,
  maxAgeMs: MAX_AGE_MS,
  subscribe: ({ topicArn }, url) => ['/sns-subscription', { topicArn, url }],

  async read({ topicArn }, { body, accountId }, origin) {
    const place = origin && `https://${origin.host}:${origin.port}`;
    const message = topicArn === undefined ? undefined : readSnsMessage(body, topicArn, place);
    const certificate = message && (await sns.findCertificate(message.certificateUrl, accountId, origin));
    if (!message || certificate === undefined || !message.isSignedWith(certificate)) {
      return undefined;
    }
    if (message.type === 'Notification') {
      return { reports: readReports(message.message), inbound: [] };
    }
    const { subscribeUrl } = message;
    const isConfirmed =
      message.type !== 'SubscriptionConfirmation' ||
      (subscribeUrl !== undefined && (await sns.confirm(subscribeUrl, accountId, origin)));
    return isConfirmed ? { reports: [], inbound: [] } : undefined;
  },
};

function readReports(text: string): CallbackReport[] {
  const event = toJsonObject(parseJson(text));
  const { tags } = toJsonObject(event['mail']);
  const [messageId] = toList(toJsonObject(tags)[MESSAGE_TAG]);
  const type = event['eventType'] ?? event['notificationType'];
  return readOutcomes(typeof type === 'string' ? type : '', event).map((report) => ({
    ...report,
    ...(typeof messageId === 'string' && { messageId }),
  }));
}

type Outcome = Pick<CallbackReport, 'address' | 'report' | 'at'>;

function readOutcomes(type: string, event: Record<string, unknown>): Outcome[] {
  switch (type) {
    case 'Delivery': {
      const { recipients } = toJsonObject(event['delivery']);
      return toList(recipients).flatMap((address) =>
        typeof address === 'string' ? [{ address, report: { kind: 'delivered' } as const }] : [],
      );
    }
    case 'Bounce': {
      const { bounceType, bounceSubType, bouncedRecipients, timestamp } = toJsonObject(event['bounce']);
      const [kind, subType] = [toText(bounceType), toText(bounceSubType)];
      return toRecipients(bouncedRecipients).map(({ address, status }) => ({
        address,
        report: readBounce(kind, subType, status),
        ...readTime(timestamp),
      }));
    }
    case 'Complaint': {
      const { complainedRecipients, complaintFeedbackType } = toJsonObject(event['complaint']);
      const code = toText(complaintFeedbackType);
      return toRecipients(complainedRecipients).map(({ address }) => ({
        address,
        report: { kind: 'complaint', code },
      }));
    }
    // SES found a virus after it had taken the message.
    case 'Reject': {
      const { destination } = toJsonObject(event['mail']);
      const report = { kind: 'undelivered', code: 'Reject', reason: 'REFUSED', fate: 'stays' } as const;
      return toList(destination).flatMap((address) => (typeof address === 'string' ? [{ address, report }] : []));
    }
    default:
      return [];
  }
}

/** Reads the state of a mailbox after a bounce (SES developer guide, "Bounce types"). */
function readBounce(type: string, subType: string, status: string): DeliveryReport {
  const code = status === '' ? `${type}.${subType}` : status;
  if (type === 'Permanent') {
    return subType === 'UnsubscribedRecipient'
      ? { kind: 'undelivered', code, reason: 'OPTED_OUT', fate: 'opted-out' }
      : { kind: 'undelivered', code, reason: 'INVALID_ADDRESS', fate: 'dead' };
  }
  const reason = TRANSIENT_REASONS[subType] ?? 'UNREACHABLE';
  return { kind: 'undelivered', code, reason, fate: 'stays' };
}

const TRANSIENT_REASONS: Readonly<Partial<Record<string, 'MAILBOX_FULL' | 'REFUSED'>>> = {
  MailboxFull: 'MAILBOX_FULL',
  MessageTooLarge: 'REFUSED',
  ContentRejected: 'REFUSED',
  AttachmentRejected: 'REFUSED',
};

function toRecipients(list: unknown): { address: string; status: string }[] {
  return toList(list).flatMap((entry) => {
    const { emailAddress, status } = isJsonObject(entry) ? entry : {};
    return typeof emailAddress === 'string' ? [{ address: emailAddress, status: toText(status) }] : [];
  });
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, MAX_RECIPIENTS) : [];
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 100) : '';
}
