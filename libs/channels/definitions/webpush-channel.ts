import { HOUR_MS, PUSH_DELAYS_MS, type ChannelDefinition } from './channel-definition.js';

/**
 * `WP` has no provider any more (Microsoft ended MPNS in 2018): its recipients are counted and skipped, in the queue of
 * web push. Recipients of `MACOS` and `SAFARI` may have tokens of APNs.
 */
export const WEBPUSH_CHANNEL = {
  number: 3,
  about: 'Push to browsers',
  platforms: { CHROME: 4, WP: 3, MACOS: 5, FIREFOX: 6, EDGE: 7, SAFARI: 8, YANDEX: 9, OPERA: 10 },
  policy: { batchSize: 250, deadlineMs: HOUR_MS, delaysMs: PUSH_DELAYS_MS },
} as const satisfies ChannelDefinition;
