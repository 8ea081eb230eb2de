import { parseChatAddress } from './addresses/chat-address.js';
import { CHANNEL_DEFINITIONS, CHANNEL_NAMES, type Channel } from './registry.js';

/** Channels as persons choose them for a topic, each with its stored number, which never changes. 0 is no channel. */
export const TOPIC_CHANNELS = { EMAIL: 1, SMS: 2, PUSH: 3, WEB_PUSH: 4, WHATSAPP: 5, TELEGRAM: 6, SLACK: 7 } as const;
export type TopicChannel = keyof typeof TOPIC_CHANNELS;
export const TOPIC_CHANNEL_NAMES = Object.keys(TOPIC_CHANNELS) as readonly TopicChannel[];

/** The channels of topics by messenger. */
export const TOPIC_CHANNEL_OF_MESSENGER = { telegram: 'TELEGRAM', slack: 'SLACK' } as const;

/** null: the address of the recipient names it. */
const OF_CHANNEL: Readonly<Record<Channel, TopicChannel | null>> = {
  apns: 'PUSH',
  fcm: 'PUSH',
  hms: 'PUSH',
  webpush: 'WEB_PUSH',
  smtp: 'EMAIL',
  sms: 'SMS',
  whatsapp: 'WHATSAPP',
  chat: null,
};
const OF_PLATFORM = new Map(
  CHANNEL_NAMES.flatMap((channel) =>
    Object.values(CHANNEL_DEFINITIONS[channel].platforms).map((number): [number, TopicChannel | null] => [
      number,
      OF_CHANNEL[channel],
    ]),
  ),
);

/** The channel of a topic by which messages to a platform come; null: it depends on the address. @param platform  number */
export function topicChannelOfPlatform(platform: number): TopicChannel | null {
  return OF_PLATFORM.get(platform) ?? null;
}

/** The channel of a topic by which a message comes to an address; null: none that a person can choose. */
export function topicChannelOf(platform: number, address: string | null): TopicChannel | null {
  return topicChannelOfPlatform(platform) ?? topicChannelOfMessenger(address);
}

/** The channel of a topic by which a sender's messages come to an address; null: none that a person can choose. */
export function topicChannelOfSender(channel: Channel, address: string | null): TopicChannel | null {
  return OF_CHANNEL[channel] ?? topicChannelOfMessenger(address);
}

function topicChannelOfMessenger(address: string | null): TopicChannel | null {
  const messenger = address === null ? undefined : parseChatAddress(address)?.messenger;
  return messenger ? TOPIC_CHANNEL_OF_MESSENGER[messenger] : null;
}
