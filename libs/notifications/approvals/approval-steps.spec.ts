import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Approval, ApprovalStep } from '#libs/tenancy';
import { mustTransactionalWait } from './approval-policy.js';
import { findNeed, shareGrowth } from './approval-steps.js';

const approvalOf = (steps: ApprovalStep[], self = false): Approval => ({ isRequired: true, steps, self, keys: false });
const TWO = approvalOf([
  { from: 1000, approvers: 1 },
  { from: 100_000, approvers: 2 },
]);
const ANY = approvalOf([
  { from: null, approvers: 1 },
  { from: 100, approvers: 3 },
]);

describe('findNeed', () => {
  it.each([
    [TWO, 1001, undefined, { needed: 1, upTo: 100_000 }],
    [TWO, 100_000, undefined, { needed: 1, upTo: 100_000 }],
    [TWO, 100_001, undefined, { needed: 2 }],
    // It is in the future, and its audience may grow.
    [TWO, 0, undefined, { needed: 1, upTo: 100_000 }],
    // It limits itself.
    [TWO, 200_000, 5000, { needed: 1 }],
    [TWO, 2000, 100_000, { needed: 1 }],
    [TWO, 2000, 150_000, { needed: 1, upTo: 100_000 }],
    [TWO, 200_000, 150_000, { needed: 2 }],
    [ANY, 1, undefined, { needed: 1, upTo: 100 }],
    [ANY, 101, undefined, { needed: 3 }],
    [approvalOf([{ from: null, approvers: 2 }]), 5, undefined, { needed: 2 }],
  ])('The approval %j for %d users of at most %j results in the need %j', (approval, users, limit, need) => {
    expect(findNeed(approval, users, limit)).toEqual(need);
  });

  it('findNeed never lets a launch reach a size that requires more approvals', () => {
    const steps = fc
      .uniqueArray(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 5 })
      .map((from) => from.toSorted((a, b) => a - b).map((users, index) => ({ from: users, approvers: index + 1 })));
    const size = fc.integer({ min: 0, max: 1200 });
    fc.assert(
      fc.property(steps, size, size, fc.option(size, { nil: undefined }), (list, before, launched, limit) => {
        const approval = approvalOf(list);
        const { needed, upTo } = findNeed(approval, before, limit);
        const reached = Math.min(launched, limit ?? launched);
        const isRefused = upTo !== undefined && launched > upTo;
        const atLaunch = findNeed(approval, reached).needed;
        expect(isRefused || atLaunch <= needed).toBe(true);
      }),
    );
  });
});

describe('Transactional sends', () => {
  it.each([
    [TWO, { users: 1000, hasConditions: true }, false],
    [TWO, { users: 1001, hasConditions: false }, true],
    [ANY, { users: 100, hasConditions: false }, false],
    [ANY, { users: 101, hasConditions: false }, true],
    [ANY, { users: 1, hasConditions: true }, true],
    [{ ...ANY, self: true }, { users: 1, hasConditions: true }, false],
    [{ ...TWO, isRequired: false }, { users: 5000, hasConditions: true }, false],
  ])('A transactional send under the approval %j with %j waits: %s', (approval, send, waits) => {
    expect(mustTransactionalWait(approval, send)).toBe(waits);
  });

  it('A transactional send grows only within the size for which the whole request was approved', () => {
    const count = fc.nat({ max: 500 });
    fc.assert(
      fc.property(fc.array(count, { minLength: 1, maxLength: 6 }), count, count, (counts, named, slack) => {
        const upTo = counts.reduce((sum, n) => sum + n, named + slack);
        const shares = shareGrowth(upTo, counts, named);
        expect(shares.every((share, index) => share >= (counts[index] ?? 0))).toBe(true);
        expect(shares.reduce((sum, n) => sum + n, named)).toBeLessThanOrEqual(upTo);
      }),
    );
  });
});
