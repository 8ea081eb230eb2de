import { CHANNELS, type Channel } from '#libs/channels';

const CHANNELS_BY_CODE = new Map<number, Channel>(
  (Object.keys(CHANNELS) as Channel[]).map((name) => [CHANNELS[name], name]),
);

/** The channel behind a stored number. */
export function channelByCode(code: number): Channel {
  const channel = CHANNELS_BY_CODE.get(code);
  if (!channel) {
    throw new Error(`No channel has number ${code}`);
  }
  return channel;
}
