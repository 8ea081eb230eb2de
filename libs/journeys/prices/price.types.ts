import type { TopicChannel } from '#libs/channels/definitions';

/**
 * The price of one message.
 *
 * @property country   of the phone number, ISO 3166; absent: every other country
 * @property account   the account that sends it; absent: every account
 * @property currency  ISO 4217
 */
export interface Price {
  channel: TopicChannel;
  country?: string;
  account?: string;
  price: number;
  currency: string;
}
