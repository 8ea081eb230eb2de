import { describe, expect, it } from 'vitest';
import { costOf } from './cost-of-messages.js';
import { readPrices } from './read-prices.js';

const PRICES = readPrices(
  [
    { channel: 'SMS', price: 0.07, currency: 'EUR' },
    { channel: 'SMS', country: 'TR', account: 'second', price: 5, currency: 'TRY' },
    { channel: 'SMS', country: 'TR', price: 0.1, currency: 'TRY' },
    { channel: 'EMAIL', account: 'main', price: 0.0001, currency: 'EUR' },
  ],
  'prices',
);

describe('Costs of messages', () => {
  it('The price of the country goes before that of all countries, and one without an account before one with', () => {
    const messages = [
      { platform: 'SMS' as const, country: 'TR', count: 3 },
      { platform: 'SMS' as const, country: 'DE', count: 2 },
      { platform: 'SMS' as const, count: 1 },
      { platform: 'EMAIL' as const, count: 10 },
      { platform: 'IOS' as const, count: 1000 },
    ];
    expect(costOf(PRICES, messages)).toEqual({ TRY: 0.3, EUR: 0.211 });
  });

  it.each([
    [{ price: -1 }, 'prices[0].price should be a number from 0'],
    [{ price: '1' }, 'prices[0].price should be a number from 0'],
    [{ currency: 'Euro' }, 'prices[0].currency should be a currency'],
    [{ country: 'Turkey' }, 'prices[0].country should be a country'],
    [{ channel: 'FAX' }, 'prices[0].channel should be one of EMAIL'],
    [{ colour: 1 }, 'prices[0].colour: unknown name'],
  ])('A price with a fault is refused with its place: %j', (part, message) => {
    expect(() => readPrices([{ channel: 'SMS', price: 1, currency: 'EUR', ...part }], 'prices')).toThrow(message);
  });

  it('Two prices for the same channel, country and account are refused', () => {
    const price = { channel: 'SMS', price: 1, currency: 'EUR' };
    expect(() => readPrices([price, { ...price, price: 2 }], 'prices')).toThrow('prices[1]: another price');
  });
});
