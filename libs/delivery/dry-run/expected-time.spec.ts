import { expect, it } from 'vitest';
import { type ChannelLoad, type ChannelRateLimits, estimateTime } from './expected-time.js';

const load = (channel: ChannelLoad['channel'], messages: number, more: Partial<ChannelLoad> = {}): ChannelLoad => ({
  channel,
  messages,
  segments: 0,
  mostToOneDomain: 0,
  limits: {},
  ...more,
});
const seconds = (messages: number, pace: ChannelRateLimits, more: Partial<ChannelLoad> = {}) =>
  estimateTime([load('smtp', messages, { limits: pace, ...more })], messages, undefined);

it('The expected time is that of the slowest channel or of the sending speed', () => {
  const loads = [load('apns', 1_000_000), load('fcm', 50_000), load('sms', 100)];
  const paced = [...loads, load('sms', 100, { limits: { perSecond: 2 } })];
  expect(estimateTime(paced, 1_050_100, undefined)).toEqual({ seconds: 50, by: 'account' });
  expect(estimateTime(loads, 1_050_100, undefined)).toEqual({ seconds: 5, by: 'provider' });
  const speed = { packageSize: 100_000, intervalMins: 10 };
  expect(estimateTime(loads, 1_050_100, speed)).toEqual({ seconds: 10 * 600, by: 'speed' });
  const fast = [load('fcm', 50_000, { limits: { perSecond: 1_000_000 } })];
  expect(estimateTime(fast, 50_000, undefined)).toEqual({ seconds: 5, by: 'provider' });
});

it('The expected time is unknown without a limit, and zero for a single package', () => {
  expect(estimateTime([load('apns', 5)], 5, undefined)).toEqual({ seconds: null, by: null });
  expect(estimateTime([load('apns', 5)], 5, { packageSize: 10, intervalMins: 5 })).toEqual({
    seconds: 0,
    by: 'speed',
  });
});

it('The expected time follows a rate that doubles every minute', () => {
  // 60 s at 1, 60 s at 2, the rest at 4 a second.
  expect(seconds(60 + 120 + 40, { rampFrom: 1 })).toEqual({ seconds: 130, by: 'account' });
  expect(seconds(60 + 30, { rampFrom: 1, perSecond: 1.5 })).toEqual({ seconds: 80, by: 'account' });
  expect(seconds(30, { rampFrom: 10, perSecond: 3 })).toEqual({ seconds: 10, by: 'account' });
});

it('The expected time includes segments of text messages and the largest e-mail domain', () => {
  expect(seconds(10, { segmentsPerSecond: 2 }, { segments: 31 })).toEqual({ seconds: 16, by: 'account' });
  expect(seconds(10, { perDomain: 0.5, perSecond: 10 }, { mostToOneDomain: 8 })).toEqual({
    seconds: 16,
    by: 'account',
  });
});
