import { CHANNEL_NAMES, RECIPIENT_KINDS, type Channel } from '#libs/channels/definitions';

/** Accounts of one channel, with the one that has its name. */
export const MAX_ACCOUNTS = 10;
/** The part after the channel and a colon in the key of a further account. */
export const ACCOUNT_NAME = '[a-z][a-z0-9-]{0,29}';

/** Channels that may have several accounts: those whose messages go to an address and not to a device. */
export const SHARED_CHANNELS = CHANNEL_NAMES.filter((channel) => RECIPIENT_KINDS[channel] !== 'push');

const FURTHER = new RegExp(`^(${SHARED_CHANNELS.join('|')}):${ACCOUNT_NAME}$`);

/** The channel of an account by its key; undefined for a key that no account has. */
export function channelOfKey(key: string): Channel | undefined {
  const name = FURTHER.exec(key)?.[1] ?? key;
  return CHANNEL_NAMES.find((channel) => channel === name);
}

/** The name of a further account within its channel; '' for the one that has the name of its channel. */
export function nameOfKey(key: string): string {
  return key.split(':')[1] ?? '';
}
