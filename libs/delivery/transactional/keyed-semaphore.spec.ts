import { describe, expect, it } from 'vitest';
import { KeyedSemaphore } from './keyed-semaphore.js';

const LONG_MS = 60_000;

describe('Places', () => {
  it('lets so many in, and then one for each that leaves, in order', async () => {
    const semaphore = new KeyedSemaphore(2);
    const [releaseSlot] = await Promise.all([
      semaphore.acquire(['apns'], LONG_MS),
      semaphore.acquire(['apns'], LONG_MS),
    ]);
    expect(semaphore.isAvailable(['apns'])).toBe(false);
    expect(semaphore.isAvailable(['fcm'])).toBe(true);
    const granted: string[] = [];
    const first = semaphore.acquire(['apns'], LONG_MS).then((release) => (granted.push('first'), release));
    const second = semaphore.acquire(['apns'], LONG_MS).then((release) => (granted.push('second'), release));
    releaseSlot?.();
    const releaseFirst = await first;
    expect(granted).toEqual(['first']);
    releaseFirst?.();
    expect(await second).toBeDefined();
    expect(granted).toEqual(['first', 'second']);
  });

  it('waits for all channels of one, and lets others pass', async () => {
    const semaphore = new KeyedSemaphore(1);
    const releaseMail = await semaphore.acquire(['smtp'], LONG_MS);
    const releasePush = await semaphore.acquire(['apns'], LONG_MS);
    const both = semaphore.acquire(['apns', 'smtp'], LONG_MS);
    const push = semaphore.acquire(['apns'], LONG_MS);
    releasePush?.();
    const releaseSecond = await push;
    releaseMail?.();
    expect(semaphore.isAvailable(['apns'])).toBe(false);
    releaseSecond?.();
    expect(await both).toBeDefined();
  });

  it('sends away who waited long enough, and forgets them', async () => {
    const semaphore = new KeyedSemaphore(1);
    const release = await semaphore.acquire(['sms'], LONG_MS);
    expect(await semaphore.acquire(['sms'], 1)).toBeUndefined();
    release?.();
    expect(semaphore.isAvailable(['sms'])).toBe(true);
  });
});
