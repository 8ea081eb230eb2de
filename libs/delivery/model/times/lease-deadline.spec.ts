import { describe, expect, it } from 'vitest';
import { LeaseDeadline, type Moment } from './lease-deadline.js';

const LEASE_MS = 10_000;

function leaseAt(now: Moment): LeaseDeadline {
  const lease = new LeaseDeadline(LEASE_MS, { ...now }, () => now);
  lease.startBatch({ ...now });
  return lease;
}

describe('LeaseDeadline', () => {
  it.each([
    ['on both clocks', 8999, 8999, true],
    ['when the worker was frozen', 9000, 9000, false],
    ['when the machine was suspended, which stops the steady clock', 10, 12_500, false],
    ['when the wall clock is set back', 12_500, -3_600_000, false],
  ])('A lease lets messages leave for nine tenths of its length %s', (_case, steady, wall, mayLeave) => {
    const now = { steadyMs: 5000, wallMs: 1_000_000 };
    const lease = leaseAt(now);
    now.steadyMs += steady;
    now.wallMs += wall;
    expect(lease.mayLeave).toBe(mayLeave);
  });

  it('A lease lets messages leave again after a renewal, counted from the moment before it', () => {
    const now = { steadyMs: 0, wallMs: 0 };
    const lease = leaseAt(now);
    now.steadyMs = now.wallMs = 12_000;
    lease.renew({ steadyMs: 11_000, wallMs: 11_000 });
    expect(lease.mayLeave).toBe(true);
    now.steadyMs = 20_000;
    expect(lease.mayLeave).toBe(false);
  });
});

describe('Batch with stored ids', () => {
  it.each([
    ['on both clocks', 59_999, 59_999, true],
    ['by the steady clock', 60_000, 0, false],
    ['by the wall clock', 0, 60_000, false],
  ])('A batch may leave for six leases, however often the lease is renewed, %s', (_case, steady, wall, mayLeave) => {
    const now = { steadyMs: 0, wallMs: 0 };
    const lease = leaseAt(now);
    now.steadyMs = steady;
    now.wallMs = wall;
    lease.renew({ ...now });
    expect(lease.mayLeave).toBe(mayLeave);
    lease.startBatch({ ...now });
    expect(lease.mayLeave).toBe(true);
  });

  it('A batch does not leave before its ids are stored', () => {
    const now = { steadyMs: 0, wallMs: 0 };
    expect(new LeaseDeadline(LEASE_MS, { ...now }, () => now).mayLeave).toBe(false);
  });
});
