import { describe, expect, it } from 'vitest';
import { LeaseDeadline, type Moment } from './lease-deadline.js';

const LEASE_MS = 10_000;

function leaseAt(now: Moment): LeaseDeadline {
  return new LeaseDeadline(LEASE_MS, { ...now }, () => now);
}

describe('a lease as its worker knows it', () => {
  it.each([
    ['on both clocks', 8999, 8999, true],
    ['when the worker was frozen', 9000, 9000, false],
    ['when the machine was suspended, which stops the steady clock', 10, 12_500, false],
    ['when the wall clock is set back', 12_500, -3_600_000, false],
  ])('holds for nine tenths of its length %s', (_case, steady, wall, isHeld) => {
    const now = { steadyMs: 5000, wallMs: 1_000_000 };
    const lease = leaseAt(now);
    now.steadyMs += steady;
    now.wallMs += wall;
    expect(lease.isHeld).toBe(isHeld);
  });

  it('holds again after a renewal, from the moment before it', () => {
    const now = { steadyMs: 0, wallMs: 0 };
    const lease = leaseAt(now);
    now.steadyMs = now.wallMs = 12_000;
    lease.renew({ steadyMs: 11_000, wallMs: 11_000 });
    expect(lease.isHeld).toBe(true);
    now.steadyMs = 20_000;
    expect(lease.isHeld).toBe(false);
  });
});
