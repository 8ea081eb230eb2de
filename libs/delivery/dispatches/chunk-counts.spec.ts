import { expect, it } from 'vitest';
import { addResults } from './chunk-counts.js';
import type { Result } from '../model/delivery.types.js';

const NONE = { sent: [], failed: [], skipped: [] };

function result(platform: number, status: Result['status']): Result {
  return { recipientId: 1, uid: 1, platform, status, errorCode: null, reason: null };
}

it('counts by final state and platform, from nothing', () => {
  const counts = addResults(NONE, [result(1, 1), result(1, 1), result(12, 1), result(2, 2), result(1, 3)]);
  expect(counts.sent).toEqual([2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  expect(counts.failed).toEqual([0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  expect(counts.skipped).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
});

it('adds to what was counted, and leaves that as it is', () => {
  const before = addResults(NONE, [result(3, 1)]);
  expect(addResults(before, [result(3, 1), result(4, 1)]).sent.slice(0, 5)).toEqual([0, 0, 2, 1, 0]);
  expect(before.sent[2]).toBe(1);
});
