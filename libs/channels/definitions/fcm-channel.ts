import { HOUR_MS, MINUTE_MS, SECOND_MS, type ChannelDefinition } from './channel-definition.js';

/** FCM asks for 10 s at least before the second attempt. */
export const FCM_CHANNEL = {
  number: 2,
  about: 'Push to Android',
  platforms: { ANDROID: 2 },
  policy: {
    batchSize: 250,
    deadlineMs: HOUR_MS,
    delaysMs: [10 * SECOND_MS, 20 * SECOND_MS, 40 * SECOND_MS, 2 * MINUTE_MS, 5 * MINUTE_MS],
  },
} as const satisfies ChannelDefinition;
