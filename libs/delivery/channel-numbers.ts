import { CHANNELS, type Channel } from '#libs/channels';

const NAMES = new Map<number, Channel>((Object.keys(CHANNELS) as Channel[]).map((name) => [CHANNELS[name], name]));

/** The channel behind a stored number. */
export function channelOfNumber(number: number): Channel {
  const channel = NAMES.get(number);
  if (!channel) {
    throw new Error(`No channel has number ${number}`);
  }
  return channel;
}
