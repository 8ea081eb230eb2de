import type { Channel } from '#libs/channels';
import type { Speed } from '../delivery.types.js';
import type { ExpectedTime } from './rehearsal.types.js';

/** Messages a second that providers document: FCM 600,000 a minute for a project (firebase.google.com/docs/cloud-messaging/throttling-and-quotas). */
const DOCUMENTED: Partial<Record<Channel, number>> = { fcm: 10_000 };

/**
 * How long a send takes at least: channels run beside each other, so that the slowest decides; the speed of a campaign holds
 * for all of them together, and its first package leaves at once.
 *
 * @param paces  messages a second that an account is limited to
 */
export function expectedTime(
  planned: ReadonlyMap<Channel, number>,
  paces: ReadonlyMap<Channel, number>,
  speed: Speed | undefined,
): ExpectedTime {
  const all = [...planned.values()].reduce((sum, n) => sum + n, 0);
  const limits: ExpectedTime[] = [...planned].flatMap(([channel, n]): ExpectedTime[] => {
    const pace = paces.get(channel);
    const documented = DOCUMENTED[channel];
    return pace !== undefined
      ? [{ seconds: Math.ceil(n / pace), by: 'account' }]
      : documented !== undefined
        ? [{ seconds: Math.ceil(n / documented), by: 'provider' }]
        : [];
  });
  if (speed && all > 0) {
    limits.push({ seconds: (Math.ceil(all / speed.packageSize) - 1) * speed.intervalMins * 60, by: 'speed' });
  }
  return limits.reduce<ExpectedTime>(
    (slowest, limit) => ((limit.seconds ?? 0) >= (slowest.seconds ?? 0) ? limit : slowest),
    { seconds: null, by: null },
  );
}
