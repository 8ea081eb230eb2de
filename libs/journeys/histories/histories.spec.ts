import { describe, expect, it } from 'vitest';
import { PLATFORMS } from '#libs/content';
import { ReachHistory } from './reach-history.js';
import { SegmentHistory } from './segment-history.js';

type Change = ConstructorParameters<typeof ReachHistory>[0][number];
const mail = (at: number, value: boolean, subject: Change['subject'] = 'EMAIL'): Change => {
  return { uid: 1, at: new Date(at), subject, value, instId: null, platform: null };
};
const device = (at: number, value: boolean, instId: number): Change => {
  return { uid: 1, at: new Date(at), subject: 'PUSH', value, instId, platform: PLATFORMS.IOS.number };
};

const NO_ADDRESS = { email: null, msisdn: null, wpNumber: null, whatsappId: null, chatAddress: null };
const ADDRESSES = new Map([[1, { ...NO_ADDRESS, email: 'ada@example.com' }]]);

describe('ReachHistory', () => {
  it('A person without an address was never reached, whatever it refused later', () => {
    const history = new ReachHistory([mail(100, false)], new Map([[1, NO_ADDRESS]]));
    expect([99, 101].map((at) => history.wasReached(1, 'EMAIL', at, false))).toEqual([false, false]);
  });

  it('A refusal counts from its time on', () => {
    const history = new ReachHistory([mail(100, false)], ADDRESSES);
    expect([99, 100, 101].map((at) => history.wasReached(1, 'EMAIL', at, false))).toEqual([true, false, false]);
    expect(history.wasReached(2, 'EMAIL', 99, true)).toBe(true);
    expect(history.wasReached(1, 'SMS', 99, true)).toBe(true);
  });

  it('A refusal of the address holds where the person allows messages', () => {
    const history = new ReachHistory([mail(100, false, 'EMAIL_ADDRESS'), mail(200, false), mail(300, true)], ADDRESSES);
    expect([50, 150, 250, 350].map((at) => history.wasReached(1, 'EMAIL', at, false))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('An address that is refused now without a refusal of the person was refused before', () => {
    expect(new ReachHistory([mail(100, false), mail(200, true)], ADDRESSES).wasReached(1, 'EMAIL', 50, false)).toBe(
      false,
    );
  });

  it('One of several devices is enough', () => {
    const history = new ReachHistory([device(100, false, 1), device(200, true, 2)], ADDRESSES);
    expect([50, 150, 250].map((at) => history.wasReached(1, 'IOS', at, true))).toEqual([true, false, true]);
    expect(history.wasReached(1, 'ANDROID', 50, false)).toBe(false);
  });
});

describe('SegmentHistory', () => {
  it('A person was a member until it left, and since it joined', () => {
    const history = new SegmentHistory(0);
    history.add(1, { at: 100, segment: 'gold', isJoined: true });
    history.add(1, { at: 200, segment: 'gold', isJoined: false });
    expect([50, 100, 150, 200].map((at) => history.wasMember(1, 'gold', at, false))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(history.wasMember(1, 'silver', 150, true)).toBe(true);
  });
});
