import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OwnPace } from './sms-pace.js';

const request = { appId: 1, accountId: 1, sender: '+15005550006', segments: 1, segmentsPerSecond: 1 };

describe('OwnPace', () => {
  it("lets one second's segments leave at once, then one after the other", async () => {
    const pace = new OwnPace(() => 0);
    const ten = { ...request, segmentsPerSecond: 10 };
    const waits: number[] = [];
    for (let n = 0; n < 13; n++) {
      waits.push((await pace.take(ten, 60_000)).waitMs);
    }
    expect(waits).toEqual([...Array.from({ length: 10 }, () => 0), 100, 200, 300]);
  });

  it('counts segments, not messages', async () => {
    const pace = new OwnPace(() => 0);
    expect(await pace.take({ ...request, segments: 3 }, 60_000)).toEqual({ isGranted: true, waitMs: 0 });
    expect(await pace.take(request, 60_000)).toEqual({ isGranted: true, waitMs: 3000 });
  });

  it('takes nothing when the wait is longer than the patience', async () => {
    let now = 0;
    const pace = new OwnPace(() => now);
    await pace.take({ ...request, segments: 5 }, 0);
    expect(await pace.take(request, 4999)).toEqual({ isGranted: false, waitMs: 5000 });
    expect(await pace.take(request, 4999)).toEqual({ isGranted: false, waitMs: 5000 });
    now = 5000;
    expect(await pace.take(request, 0)).toEqual({ isGranted: true, waitMs: 0 });
  });

  it('keeps senders and accounts apart', async () => {
    const pace = new OwnPace(() => 0);
    await pace.take(request, 0);
    expect((await pace.take(request, 0)).isGranted).toBe(false);
    expect((await pace.take({ ...request, sender: 'SHOP' }, 0)).isGranted).toBe(true);
    expect((await pace.take({ ...request, accountId: 2 }, 0)).isGranted).toBe(true);
  });

  it('never lets more leave in any span of time than the rate gives, and one second of it more', async () => {
    const steps = fc.array(fc.record({ pause: fc.nat(3000), segments: fc.integer({ min: 1, max: 11 }) }), {
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 20 }), async (all, segmentsPerSecond) => {
        let now = 0;
        const pace = new OwnPace(() => now);
        const left: { at: number; segments: number }[] = [];
        for (const { pause, segments } of all) {
          now += pause;
          const { isGranted, waitMs } = await pace.take({ ...request, segments, segmentsPerSecond }, 10_000);
          if (isGranted) {
            left.push({ at: now + waitMs, segments });
          }
        }
        for (const [first, { at: from }] of left.entries()) {
          let sum = 0;
          for (const { at, segments } of left.slice(first)) {
            sum += segments;
            // The last text may be longer than what is left: it is never cut.
            expect(sum - segments).toBeLessThanOrEqual(
              ((at - from) / 1000) * segmentsPerSecond + segmentsPerSecond + 11,
            );
          }
        }
      }),
    );
  });
});
