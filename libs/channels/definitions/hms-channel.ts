import { HOUR_MS, PUSH_DELAYS_MS, type ChannelDefinition } from './channel-definition.js';

export const HMS_CHANNEL = {
  number: 7,
  about: 'Push to devices of Huawei',
  platforms: { HUAWEI: 14 },
  policy: { batchSize: 250, deadlineMs: HOUR_MS, delaysMs: PUSH_DELAYS_MS },
} as const satisfies ChannelDefinition;
