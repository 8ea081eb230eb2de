import { expect, it } from 'vitest';
import { expectedTime } from './expected-time.js';

const NONE = new Map<never, number>();

it('is that of the slowest channel, or of the speed', () => {
  const planned = new Map([
    ['apns', 1_000_000],
    ['fcm', 50_000],
    ['sms', 100],
  ] as const);
  expect(expectedTime(planned, new Map([['sms', 2]]), undefined)).toEqual({ seconds: 50, by: 'account' });
  expect(expectedTime(planned, NONE, undefined)).toEqual({ seconds: 5, by: 'provider' });
  const speed = { packageSize: 100_000, intervalMins: 10 };
  expect(expectedTime(planned, NONE, speed)).toEqual({ seconds: 10 * 600, by: 'speed' });
});

it('is unknown where nothing limits it, and no wait where one package holds all', () => {
  expect(expectedTime(new Map([['apns', 5]]), NONE, undefined)).toEqual({ seconds: null, by: null });
  expect(expectedTime(new Map([['apns', 5]]), NONE, { packageSize: 10, intervalMins: 5 })).toEqual({
    seconds: 0,
    by: 'speed',
  });
});
