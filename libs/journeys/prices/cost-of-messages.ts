import { topicChannelOf } from '#libs/channels/definitions';
import { PLATFORMS, type Platform } from '#libs/content';
import type { Price } from './price.types.js';

/** How many messages went out on a platform. @property country  of the numbers; absent: not known */
export interface PricedMessages {
  platform: Platform;
  country?: string | undefined;
  count: number;
}

/** Cost of messages, by currency. Messages without a price cost nothing. */
export function costOf(prices: readonly Price[], messages: readonly PricedMessages[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const { platform, country, count } of messages) {
    const match = findPrice(prices, platform, country);
    if (match) {
      sums.set(match.currency, (sums.get(match.currency) ?? 0) + match.price * count);
    }
  }
  // Sums of decimal fractions have digits that no price has.
  return Object.fromEntries([...sums].map(([currency, sum]) => [currency, Number(sum.toFixed(6))]));
}

/** The closest price: of the country before all others, and without an account before one with. */
function findPrice(prices: readonly Price[], platform: Platform, country: string | undefined): Price | undefined {
  const channel = topicChannelOf(PLATFORMS[platform].number, null);
  const fitting = prices.filter(
    (price) => price.channel === channel && (price.country === undefined || price.country === country),
  );
  const rank = ({ country: own, account }: Price) => (own === undefined ? 2 : 0) + (account === undefined ? 0 : 1);
  return fitting.toSorted((a, b) => rank(a) - rank(b))[0];
}
