import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { resolveInTime, withTimeout } from './timeout.js';

it('withTimeout and resolveInTime return the result of work that is done in time', async () => {
  expect(await withTimeout(1000, Promise.resolve(1))).toBe(1);
  expect(await resolveInTime(1000, async () => 1)).toBe(1);
});

it('withTimeout rejects with a code when the time is over, and resolveInTime returns undefined', async () => {
  await expect(withTimeout(1, sleep(1000))).rejects.toMatchObject({ code: 'TIMEOUT' });
  expect(await resolveInTime(1, () => sleep(1000, 'late'))).toBeUndefined();
});

it('withTimeout passes on a failure, and resolveInTime returns undefined', async () => {
  await expect(withTimeout(1000, Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await resolveInTime(1000, () => Promise.reject(new Error('failed')))).toBeUndefined();
});
