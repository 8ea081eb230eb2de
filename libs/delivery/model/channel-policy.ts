import {
  byChannel,
  CHANNEL_NAMES,
  CHANNEL_POLICIES,
  CHANNELS,
  RECIPIENT_KINDS,
  type Channel,
  type ContactChannel,
} from '#libs/channels/definitions';

const MINUTE = 60_000;

export function isContactChannel(channel: Channel): channel is ContactChannel {
  return RECIPIENT_KINDS[channel] !== 'push';
}

/** The platform of a recipient whose row is gone; for contact channels the only one. */
export const FALLBACK_PLATFORM: Readonly<Record<Channel, number>> = byChannel(
  ({ platforms }) => Object.values(platforms)[0] ?? Number.NaN,
);

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

const CHANNELS_BY_CODE = new Map(CHANNEL_NAMES.map((name) => [CHANNELS[name], name]));

/** The channel of a stored number. */
export function channelByCode(code: number): Channel {
  const channel = CHANNELS_BY_CODE.get(code);
  if (!channel) {
    throw new Error(`No channel has number ${code}`);
  }
  return channel;
}
