import { describe, expect, it } from 'vitest';
import { KeyedSemaphore, type Permit } from './keyed-semaphore.js';

const permits = (limit: number, ...keys: string[]): Permit[] => keys.map((key) => ({ key, limit }));

describe('KeyedSemaphore', () => {
  it('KeyedSemaphore limits the permits of each key, and passes a returned permit to the first waiter', async () => {
    const semaphore = new KeyedSemaphore();
    const apns = permits(2, 'apns');
    await Promise.all([semaphore.acquire(apns), semaphore.acquire(apns)]);
    expect(semaphore.isFree(apns)).toBe(false);
    expect(semaphore.isFree(permits(2, 'fcm'))).toBe(true);
    const order: string[] = [];
    const first = semaphore.acquire(apns).then(() => order.push('first'));
    const second = semaphore.acquire(apns).then(() => order.push('second'));
    semaphore.release(apns);
    await first;
    expect(order).toEqual(['first']);
    semaphore.release(apns);
    await second;
    expect(order).toEqual(['first', 'second']);
  });

  it('KeyedSemaphore takes all permits or none, and lets other callers pass a waiter', async () => {
    const semaphore = new KeyedSemaphore();
    const [mail, push, both] = [permits(1, 'smtp'), permits(1, 'apns'), permits(1, 'apns', 'smtp')];
    await semaphore.acquire(mail);
    await semaphore.acquire(push);
    const bothHeld = semaphore.acquire(both);
    const pushHeld = semaphore.acquire(push);
    semaphore.release(push);
    await pushHeld;
    semaphore.release(mail);
    expect(semaphore.isFree(push)).toBe(false);
    semaphore.release(push);
    expect(await bothHeld).toBe(true);
  });

  it('KeyedSemaphore serves urgent waiters first', async () => {
    const semaphore = new KeyedSemaphore();
    const key = permits(1, 'a');
    await semaphore.acquire(key);
    const order: string[] = [];
    const waits = [
      semaphore.acquire(key).then(() => order.push('normal')),
      semaphore.acquire(key, { isUrgent: true }).then(() => order.push('urgent')),
    ];
    semaphore.release(key);
    await waits[1];
    semaphore.release(key);
    await waits[0];
    expect(order).toEqual(['urgent', 'normal']);
  });

  it('KeyedSemaphore forgets a waiter after its time-out', async () => {
    const semaphore = new KeyedSemaphore();
    const key = permits(1, 'sms');
    await semaphore.acquire(key);
    expect(await semaphore.acquire(key, { timeoutMs: 1 })).toBe(false);
    semaphore.release(key);
    expect(semaphore.isFree(key)).toBe(true);
  });

  it('KeyedSemaphore is idle when no permit is held', async () => {
    const semaphore = new KeyedSemaphore();
    await semaphore.waitUntilIdle();
    const key = permits(1, 'a');
    await semaphore.acquire(key);
    let isIdle = false;
    const idle = semaphore.waitUntilIdle().then(() => (isIdle = true));
    await new Promise(setImmediate);
    expect(isIdle).toBe(false);
    semaphore.release(key);
    await idle;
  });
});
