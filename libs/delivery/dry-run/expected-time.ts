import type { Channel } from '#libs/channels';
import type { Speed } from '../model/delivery.types.js';
import type { ExpectedTime } from './dry-run.types.js';

/** Messages a second that providers document: FCM 600,000 a minute for a project (firebase.google.com/docs/cloud-messaging/throttling-and-quotas). */
const DOCUMENTED_RATES: Partial<Record<Channel, number>> = { fcm: 10_000 };
const RAMP_STEP_SECONDS = 60;

/**
 * What an account is limited to, each a second.
 *
 * @property perSecond          messages
 * @property rampFrom           messages at the beginning; twice as many each minute
 * @property perDomain          e-mails to one recipient domain
 * @property segmentsPerSecond  segments of text messages of one sender; a message has one sender
 */
export interface ChannelRateLimits {
  perSecond?: number | undefined;
  rampFrom?: number | undefined;
  perDomain?: number | undefined;
  segmentsPerSecond?: number | undefined;
}

/** What would leave on a channel. */
export interface ChannelLoad {
  channel: Channel;
  messages: number;
  /** Of text messages. */
  segments: number;
  /** E-mails to the domain that gets the most. */
  mostToOneDomain: number;
  limits: ChannelRateLimits;
}

/**
 * How long a send takes at least: channels run beside each other, so that the slowest decides; the speed of a campaign holds
 * for all of them together, and its first package leaves at once.
 *
 * @param recipients  of the whole send, which the speed cuts into packages
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
