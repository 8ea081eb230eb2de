import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { DomainThrottles } from './domain-throttle.js';

const ACCOUNT = { appId: 1, accountId: 2 };

afterEach(() => {
  vi.useRealTimers();
});

it.each([-3_600_000, 3_600_000])(
  'Domain throttles do not depend on changes of the system clock, here by %i ms',
  async (stepMs) => {
    const stored = [{ domain: 'slow.example', waitMs: 60_000 }];
    const throttles = new DomainThrottles({ list: async () => stored, throttle: async () => undefined });
    await throttles.refresh(ACCOUNT);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + stepMs });
    expect(throttles.getWaitMs(ACCOUNT, 'slow.example')).toBeGreaterThan(0);
    expect(throttles.getWaitMs(ACCOUNT, 'slow.example')).toBeLessThanOrEqual(60_000);
    // Another worker has throttled one more, and this process reads it as soon as ever.
    stored.push({ domain: 'new.example', waitMs: 60_000 });
    const until = performance.now() + 30_000;
    while (throttles.getWaitMs(ACCOUNT, 'new.example') === 0) {
      expect(performance.now()).toBeLessThan(until);
      await sleep(100);
      await throttles.refresh(ACCOUNT);
    }
  },
);
