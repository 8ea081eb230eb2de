import { parseChatAddress } from './chat-address.js';
import type { Channel } from './registry.js';

/** Channels as persons choose them for a topic, each with its stored number, which never changes. 0 is no channel. */
export const TOPIC_CHANNELS = { EMAIL: 1, SMS: 2, PUSH: 3, WEB_PUSH: 4, WHATSAPP: 5, TELEGRAM: 6, SLACK: 7 } as const;
export type TopicChannel = keyof typeof TOPIC_CHANNELS;
export const TOPIC_CHANNEL_NAMES = Object.keys(TOPIC_CHANNELS) as readonly TopicChannel[];

const OF_CHANNEL: Readonly<Record<Exclude<Channel, 'chat'>, TopicChannel>> = {
  apns: 'PUSH',
  fcm: 'PUSH',
  hms: 'PUSH',
  webpush: 'WEB_PUSH',
  smtp: 'EMAIL',
  sms: 'SMS',
  whatsapp: 'WHATSAPP',
};
const OF_MESSENGER = { telegram: 'TELEGRAM', slack: 'SLACK' } as const;

/**
 * The channel of a topic by which a message comes.
 *
 * @param address  of the recipient: that of a chat names its messenger
 * @returns undefined for a chat of no known messenger
 */
export function topicChannelOf(channel: Channel, address: string | null = null): TopicChannel | undefined {
  if (channel !== 'chat') {
    return OF_CHANNEL[channel];
  }
  const messenger = parseChatAddress(address ?? '')?.messenger;
  return messenger && OF_MESSENGER[messenger];
}
