import type { MESSAGE_CHANGES } from '#platform/outbox';

type ReactionChange = Exclude<(typeof MESSAGE_CHANGES)[number], 'sent' | 'failed' | 'skipped'>;

/** Events of messages that a webhook endpoint may list, their kinds in the change feed, and the types of their requests. */
const MESSAGE_EVENTS = {
  MessageOpened: { kind: 'opened', type: 'message.opened' },
  MessageClicked: { kind: 'clicked', type: 'message.clicked' },
  MessageBounced: { kind: 'bounced', type: 'message.bounced' },
  MessageComplained: { kind: 'complained', type: 'message.complained' },
  Unsubscribed: { kind: 'unsubscribed', type: 'user.unsubscribed' },
} as const satisfies Record<string, { kind: ReactionChange; type: string }>;

/** All events, with those that modules above report. */
export const WEBHOOK_EVENTS = {
  ...MESSAGE_EVENTS,
  JourneyEntered: { type: 'journey.entered' },
  JourneyLeft: { type: 'journey.left' },
  JourneyConverted: { type: 'journey.converted' },
  JourneyAlarm: { type: 'journey.alarm' },
  PriceDropped: { type: 'item.price-dropped' },
  BackInStock: { type: 'item.back-in-stock' },
} as const satisfies Record<string, { type: string }>;

export type WebhookEvent = keyof typeof WEBHOOK_EVENTS;
type MessageEvent = keyof typeof MESSAGE_EVENTS;

const OF_MESSAGES = Object.keys(MESSAGE_EVENTS) as MessageEvent[];
const NAME_BY_KIND = new Map<string, WebhookEvent>(OF_MESSAGES.map((name) => [MESSAGE_EVENTS[name].kind, name]));

/** Kinds of changes that are events of webhooks. */
export const EVENT_CHANGES = OF_MESSAGES.map((name) => MESSAGE_EVENTS[name].kind);

/** @returns the event of a kind of changes */
export function eventOfKind(kind: string): WebhookEvent | undefined {
  return NAME_BY_KIND.get(kind);
}

export function isWebhookEvent(name: string): name is WebhookEvent {
  return Object.hasOwn(WEBHOOK_EVENTS, name);
}

/** @returns the names of all events, for refusals and documents */
export function listWebhookEvents(): readonly WebhookEvent[] {
  return Object.keys(WEBHOOK_EVENTS) as WebhookEvent[];
}
