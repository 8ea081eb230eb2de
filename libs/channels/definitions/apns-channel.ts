import { HOUR_MS, PUSH_DELAYS_MS, type ChannelDefinition } from './channel-definition.js';

export const APNS_CHANNEL = {
  number: 1,
  about: 'Push to iOS and macOS',
  platforms: { IOS: 1 },
  policy: { batchSize: 250, deadlineMs: HOUR_MS, delaysMs: PUSH_DELAYS_MS },
} as const satisfies ChannelDefinition;
