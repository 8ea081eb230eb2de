import { expect, it } from 'vitest';
import { retry } from './retry.js';

const failUntil = (success: number) => async (attempt: number) => {
  if (attempt < success) {
    throw new Error(`attempt ${attempt}`);
  }
  return attempt;
};

it('The function retry runs until an attempt succeeds', async () => {
  const pauses: number[] = [];
  const pauseMs = (attempt: number): number => {
    pauses.push(attempt);
    return 0;
  };
  expect(await retry(failUntil(3), { attempts: 5, isRetryable: () => true, pauseMs })).toBe(3);
  expect(pauses).toEqual([1, 2]);
});

it('The function retry throws the last error after the last attempt', async () => {
  await expect(retry(failUntil(9), { attempts: 2, isRetryable: () => true })).rejects.toThrow('attempt 2');
});

it('The function retry does not repeat after an error that is not retryable', async () => {
  await expect(retry(failUntil(9), { isRetryable: () => false })).rejects.toThrow('attempt 1');
});
