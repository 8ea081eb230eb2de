import { describe, expect, it } from 'vitest';
import { Places } from './places.js';

const LONG_MS = 60_000;

describe('Places', () => {
  it('lets so many in, and then one for each that leaves, in order', async () => {
    const places = new Places(2);
    const [leave] = await Promise.all([places.take(['apns'], LONG_MS), places.take(['apns'], LONG_MS)]);
    expect(places.areFree(['apns'])).toBe(false);
    expect(places.areFree(['fcm'])).toBe(true);
    const came: string[] = [];
    const first = places.take(['apns'], LONG_MS).then((left) => (came.push('first'), left));
    const second = places.take(['apns'], LONG_MS).then((left) => (came.push('second'), left));
    leave?.();
    const leaveFirst = await first;
    expect(came).toEqual(['first']);
    leaveFirst?.();
    expect(await second).toBeDefined();
    expect(came).toEqual(['first', 'second']);
  });

  it('waits for all channels of one, and lets others pass', async () => {
    const places = new Places(1);
    const leaveMail = await places.take(['smtp'], LONG_MS);
    const leavePush = await places.take(['apns'], LONG_MS);
    const both = places.take(['apns', 'smtp'], LONG_MS);
    const push = places.take(['apns'], LONG_MS);
    leavePush?.();
    const leaveSecond = await push;
    leaveMail?.();
    expect(places.areFree(['apns'])).toBe(false);
    leaveSecond?.();
    expect(await both).toBeDefined();
  });

  it('sends away who waited long enough, and forgets them', async () => {
    const places = new Places(1);
    const leave = await places.take(['sms'], LONG_MS);
    expect(await places.take(['sms'], 1)).toBeUndefined();
    leave?.();
    expect(places.areFree(['sms'])).toBe(true);
  });
});
