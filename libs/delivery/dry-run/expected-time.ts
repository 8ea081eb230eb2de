import type { Channel } from '#libs/channels/definitions';
import type { Speed } from '../model/delivery.types.js';
import type { ExpectedTime } from './dry-run.types.js';

/** Messages a second that providers document: FCM 600,000 a minute for a project (firebase.google.com/docs/cloud-messaging/throttling-and-quotas). */
const DOCUMENTED_RATES: Partial<Record<Channel, number>> = { fcm: 10_000 };
const RAMP_STEP_SECONDS = 60;

/**
 * Limits of an account, per second.
 *
 * @property perSecond          messages
 * @property rampFrom           messages at the beginning; the rate doubles every minute
 * @property perDomain          e-mails to one recipient domain
 * @property segmentsPerSecond  segments of text messages of one sender
 */
export interface ChannelRateLimits {
  perSecond?: number | undefined;
  rampFrom?: number | undefined;
  perDomain?: number | undefined;
  segmentsPerSecond?: number | undefined;
}

/** The messages of a send on one channel. */
export interface ChannelLoad {
  channel: Channel;
  messages: number;
  /** Segments of the text messages. */
  segments: number;
  /** E-mails to the domain with the most recipients. */
  mostToOneDomain: number;
  limits: ChannelRateLimits;
}

/**
 * Estimates the minimum duration of a send. Channels work in parallel, so the slowest one decides. The speed of a campaign
 * limits all channels together; its first package leaves at once.
 *
 * @param recipients  number of recipients on all channels
 */
export function estimateTime(
  loads: readonly ChannelLoad[],
  recipients: number,
  speed: Speed | undefined,
): ExpectedTime {
  const timeLimits = loads.flatMap(findTimeLimits);
  if (speed && recipients > 0) {
    timeLimits.push({
      seconds: (Math.ceil(recipients / speed.packageSize) - 1) * speed.intervalMins * 60,
      by: 'speed',
    });
  }
  return timeLimits.reduce<ExpectedTime>(
    (slowest, limit) => ((limit.seconds ?? 0) >= (slowest.seconds ?? 0) ? limit : slowest),
    { seconds: null, by: null },
  );
}

function findTimeLimits({ channel, messages, segments, mostToOneDomain, limits }: ChannelLoad): ExpectedTime[] {
  const documented = DOCUMENTED_RATES[channel];
  const { perSecond, rampFrom, perDomain, segmentsPerSecond } = limits;
  return [
    ...(documented === undefined ? [] : [{ seconds: Math.ceil(messages / documented), by: 'provider' as const }]),
    ...[
      ...(perSecond === undefined && rampFrom === undefined ? [] : [estimateSeconds(messages, perSecond, rampFrom)]),
      ...(perDomain === undefined ? [] : [mostToOneDomain / perDomain]),
      ...(segmentsPerSecond === undefined ? [] : [segments / segmentsPerSecond]),
    ].map((seconds) => ({ seconds: Math.ceil(seconds), by: 'account' as const })),
  ];
}

/** @param rampFrom  the rate doubles each minute until it is `perSecond` */
function estimateSeconds(messages: number, perSecond = Infinity, rampFrom = perSecond): number {
  let [left, rate, seconds] = [messages, Math.min(rampFrom, perSecond), 0];
  while (rate < perSecond && left > rate * RAMP_STEP_SECONDS) {
    left -= rate * RAMP_STEP_SECONDS;
    seconds += RAMP_STEP_SECONDS;
    rate = Math.min(2 * rate, perSecond);
  }
  return seconds + left / rate;
}
