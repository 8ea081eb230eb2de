import { describe, expect, it } from 'vitest';
import type { Message } from '#libs/content';
import { LANES } from './delivery.types.js';
import { findDeadline, findExpiry, spendTime } from './time-to-live.js';

const at = (seconds: number): Date => new Date(1_800_000_000_000 + seconds * 1000);
const dispatch = (lane: 'bulk' | 'single', ttlSeconds?: number) => {
  const message = { platforms: ['IOS'], ios: {}, android: {}, ...(ttlSeconds !== undefined && { ttlSeconds }) };
  return { lane, dueAt: at(0), message: message as Message };
};
const FIRST = { expiresAt: null, attempted: null };

describe('findExpiry', () => {
  it.each([
    ['a campaign at its first attempt', FIRST, dispatch(LANES.bulk, 60), undefined],
    [
      'a campaign after a worker died with it',
      { ...FIRST, attempted: { ids: new Set([7]), at: at(30) } },
      dispatch(LANES.bulk, 60),
      at(90),
    ],
    [
      'another recipient of that campaign',
      { ...FIRST, attempted: { ids: new Set([8]), at: at(30) } },
      dispatch(LANES.bulk, 60),
      undefined,
    ],
    ['a message to one person at its first attempt', FIRST, dispatch(LANES.transactional, 60), at(60)],
    ['a retry', { ...FIRST, expiresAt: at(99) }, dispatch(LANES.bulk, 60), at(99)],
    ['a retry without a time of its own', { ...FIRST, expiresAt: at(99) }, dispatch(LANES.bulk), undefined],
  ])('The time of %s counts from its start', (_, chunk, sent, expected) => {
    expect(findExpiry(chunk, sent, 7)).toEqual(expected);
  });
});

describe('spendTime', () => {
  const message = (ttlSeconds?: number, expiresAt?: Date) => ({
    outgoing: { messageId: 'm', address: 'a', payload: { message: {} }, collapseId: 'm', ttlSeconds: 5 },
    ...(ttlSeconds !== undefined && { ttlSeconds }),
    ...(expiresAt && { expiresAt }),
  });

  it.each([
    ['its whole time at the first attempt', message(60), 60, true],
    ['what is left, in whole seconds', message(60, at(34.9)), 34, true],
    ['nothing in the last second', message(60, at(0.5)), 0, false],
    ['nothing when its time is over', message(60, at(-3)), -3, false],
    ['the time of the channel without one of its own', message(), 5, true],
  ])('A message that leaves has %s', (_, living, seconds, mayLeave) => {
    expect(spendTime(living, at(0))).toBe(mayLeave);
    expect(living.outgoing.ttlSeconds).toBe(seconds);
  });

  it('A second attempt has what the first one left', () => {
    const living = message(60);
    spendTime(living, at(0));
    spendTime(living, at(25));
    expect(living.outgoing.ttlSeconds).toBe(35);
  });
});

it('The deadline is the time to live of the message, else that of the channel', () => {
  expect(findDeadline('fcm', at(0), 60)).toEqual(at(60));
  expect(findDeadline('fcm', at(0), undefined).getTime()).toBeGreaterThan(at(60).getTime());
});
