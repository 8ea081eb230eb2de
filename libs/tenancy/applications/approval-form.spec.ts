import { describe, expect, it } from 'vitest';
import type { Approval } from '../model/tenancy.types.js';
import { describeApproval, readApproval } from './approval-form.js';

const NOW: Approval = { isRequired: false, steps: [{ from: null, approvers: 1 }], self: false, keys: true };
const read = (value: unknown): Approval => readApproval(value, NOW);

describe('settings.approval', () => {
  it.each([
    [true, { isRequired: true, steps: [{ from: null, approvers: 1 }] }],
    [false, { isRequired: false, steps: [{ from: null, approvers: 1 }] }],
    [{}, { isRequired: true, steps: [{ from: null, approvers: 1 }] }],
    [{ from: 1000 }, { isRequired: true, steps: [{ from: 1000, approvers: 1 }] }],
    [
      { from: 1000, approvers: 2, self: true },
      { steps: [{ from: 1000, approvers: 2 }], self: true },
    ],
    [
      { steps: [{ from: 1000 }, { from: 100_000, approvers: 2 }], keys: false },
      {
        steps: [
          { from: 1000, approvers: 1 },
          { from: 100_000, approvers: 2 },
        ],
        keys: false,
      },
    ],
    [
      { steps: [{ approvers: 1 }, { from: 50, approvers: 3 }] },
      {
        steps: [
          { from: null, approvers: 1 },
          { from: 50, approvers: 3 },
        ],
      },
    ],
  ])('settings.approval accepts %j', (value, approval) => {
    expect(read(value)).toEqual({ ...NOW, isRequired: true, ...approval });
  });

  it.each([
    ['yes', 'settings.approval should be true or false, or a map'],
    [{ steps: {} }, 'settings.approval.steps should be a list'],
    [{ steps: [] }, 'settings.approval.steps should be a list of 1 to 10 steps'],
    [{ steps: Array.from({ length: 11 }, () => ({})) }, 'settings.approval.steps should be a list of 1 to 10 steps'],
    [{ steps: [{ form: 3 }] }, 'settings.approval.steps[0].form'],
    [{ steps: [{ from: 0 }] }, 'settings.approval.steps[0].from should be a whole number from 1'],
    [{ steps: [{ from: 5 }, {}] }, 'settings.approval.steps[1].from is required'],
    [{ steps: [{ from: 5 }, { from: 5, approvers: 2 }] }, 'settings.approval.steps[1].from should be more than 5'],
    [
      {
        steps: [
          { from: 5, approvers: 2 },
          { from: 9, approvers: 2 },
        ],
      },
      'settings.approval.steps[1].approvers should be more than 2',
    ],
    [{ from: 5, steps: [{}] }, 'settings.approval.from stands in each of the steps'],
    [{ approvers: 1, steps: [{}] }, 'settings.approval.approvers stands in each of the steps'],
  ])('settings.approval refuses %j', (value, message) => {
    expect(() => read(value)).toThrow(message);
  });

  it.each([
    [false, 'no send'],
    [true, 'every bulk send needs 1 approval, not by the author, those of members also by keys'],
    [
      { steps: [{ from: 1000 }, { from: 100_000, approvers: 2 }], self: true, keys: false },
      'sends to more than 1000 users need 1 approval, sends to more than 100000 users need 2 approvals, also by the author',
    ],
  ])('describeApproval describes %j in words', (value, words) => {
    expect(describeApproval(read(value))).toBe(words);
  });
});
