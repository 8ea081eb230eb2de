import { CHANNELS, RECIPIENT_KINDS, type Channel, type RecipientKind } from '#libs/channels';
import { PLATFORMS } from '#libs/content';
import type { SuppressionReason } from '#libs/users';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * Batches and retries of a channel.
 *
 * @property batchSize   recipients in flight at a time: a killed worker leaves no more of them in doubt
 * @property deadlineMs  time in which a recipient may be retried if the message has no ttl
 * @property delaysMs    pauses before the second, third … attempt; the last one repeats. FCM asks for 10 s at least; the pauses
 *   of SMTP follow RFC 5321, section 4.5.4.1, compressed to the life of a message
 */
export interface ChannelPolicy {
  batchSize: number;
  deadlineMs: number;
  delaysMs: readonly number[];
}

const PUSH_DELAYS = [2 * SECOND, 10 * SECOND, 30 * SECOND, 2 * MINUTE, 5 * MINUTE];

export const CHANNEL_POLICIES: Record<Channel, ChannelPolicy> = {
  apns: { batchSize: 250, deadlineMs: HOUR, delaysMs: PUSH_DELAYS },
  fcm: { batchSize: 250, deadlineMs: HOUR, delaysMs: [10 * SECOND, 20 * SECOND, 40 * SECOND, 2 * MINUTE, 5 * MINUTE] },
  webpush: { batchSize: 250, deadlineMs: HOUR, delaysMs: PUSH_DELAYS },
  smtp: { batchSize: 100, deadlineMs: 24 * HOUR, delaysMs: [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR] },
  sms: { batchSize: 250, deadlineMs: 24 * HOUR, delaysMs: [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE] },
};

/** Kinds that reach users by an address of theirs. */
export type ContactKind = Exclude<RecipientKind, 'push'>;
/** A channel of such a kind; every other channel reaches installations. */
export type ContactChannel = { [C in Channel]: (typeof RECIPIENT_KINDS)[C] extends 'push' ? never : C }[Channel];

/** Why a dead address is suppressed. */
export const DEAD_REASONS: Readonly<Record<ContactKind, SuppressionReason>> = {
  email: 'HARD_BOUNCE',
  sms: 'INVALID_ADDRESS',
};

export function isContactChannel(channel: Channel): channel is ContactChannel {
  return RECIPIENT_KINDS[channel] !== 'push';
}

/** The platform of a recipient whose row is gone; for contact channels the only one. */
export const FALLBACK_PLATFORM: Readonly<Record<Channel, number>> = {
  apns: PLATFORMS.IOS.number,
  fcm: PLATFORMS.ANDROID.number,
  webpush: PLATFORMS.CHROME.number,
  smtp: PLATFORMS.EMAIL.number,
  sms: PLATFORMS.SMS.number,
};

/** Recipients that probe a half-open circuit breaker. */
export const PROBE_SIZE = 10;

/**
 * The time of the next attempt; null when the deadline comes first.
 *
 * @param attempt  attempts so far, from 1
 * @param afterMs  pause that the provider asked for; never shortened
 * @param spread   0..1, spreads the recipients of one failure over a quarter of the pause
 */
export function nextAttemptAt(
  channel: Channel,
  attempt: number,
  now: Date,
  expiresAt: Date,
  afterMs: number | undefined,
  spread: number,
): Date | null {
  const { delaysMs } = CHANNEL_POLICIES[channel];
  const delayMs = delaysMs[Math.min(attempt, delaysMs.length) - 1] ?? MINUTE;
  const due = new Date(now.getTime() + Math.max(delayMs, afterMs ?? 0) * (1 + spread / 4));
  return due < expiresAt ? due : null;
}

const CHANNELS_BY_CODE = new Map<number, Channel>(
  (Object.keys(CHANNELS) as Channel[]).map((name) => [CHANNELS[name], name]),
);

/** The channel of a stored number. */
export function channelByCode(code: number): Channel {
  const channel = CHANNELS_BY_CODE.get(code);
  if (!channel) {
    throw new Error(`No channel has number ${code}`);
  }
  return channel;
}
