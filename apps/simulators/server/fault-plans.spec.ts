import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FaultPlans } from './fault-plans.js';

const RULES = [{ provider: 'apns' as const, sender: 'TEAM/KEY', share: 1, status: 503 }];

describe('FaultPlans', () => {
  let plans: FaultPlans;
  const statusOf = (sender: string) => plans.decide('apns', 'token', undefined, sender)?.rule?.status;
  beforeEach(() => {
    vi.useFakeTimers();
    plans = new FaultPlans();
  });
  afterEach(() => vi.useRealTimers());

  it('A named fault plan applies only to its own accounts, in addition to the plan of the operator', () => {
    plans.setNamed('drill-1', { seed: 1, rules: RULES }, 60);
    expect([statusOf('TEAM/KEY'), statusOf('TEAM/OTHER')]).toEqual([503, undefined]);
    plans.set({ seed: 1, rules: [{ provider: 'apns', share: 1, status: 410 }] });
    expect([statusOf('TEAM/KEY'), statusOf('TEAM/OTHER')]).toEqual([410, 410]);
    plans.set({ seed: 1, rules: [] });
    expect(plans.listNamed()).toMatchObject([{ name: 'drill-1', rules: RULES }]);
    plans.setNamed('drill-1', { seed: 1, rules: [] }, 60);
    expect(statusOf('TEAM/KEY')).toBeUndefined();
  });

  it('A named fault plan ends after its time unless it is set again', () => {
    plans.setNamed('drill-1', { seed: 1, rules: RULES }, 60);
    vi.advanceTimersByTime(59_000);
    plans.setNamed('drill-1', { seed: 1, rules: RULES }, 60);
    vi.advanceTimersByTime(59_000);
    expect(statusOf('TEAM/KEY')).toBe(503);
    vi.advanceTimersByTime(1000);
    expect([statusOf('TEAM/KEY'), plans.listNamed()]).toEqual([undefined, []]);
  });

  it('A fault plan that is set again unchanged continues to count attempts', () => {
    const once = { seed: 1, rules: [{ ...RULES[0], provider: 'apns' as const, share: 1, times: 1 }] };
    plans.setNamed('drill-1', once, 60);
    expect(statusOf('TEAM/KEY')).toBe(503);
    plans.setNamed('drill-1', once, 60);
    expect(statusOf('TEAM/KEY')).toBeUndefined();
  });
});
