import { expect, it } from 'vitest';
import { Semaphore } from './semaphore.js';

it('Semaphore runs a limited number of calls at a time, in the order of their arrival', async () => {
  const semaphore = new Semaphore(2);
  const started: number[] = [];
  const finish: (() => void)[] = [];
  const runs = [1, 2, 3, 4].map((name) =>
    semaphore.run(async () => {
      started.push(name);
      await new Promise<void>((resolve) => finish.push(resolve));
    }),
  );
  expect(started).toEqual([1, 2]);
  finish.shift()?.();
  await runs[0];
  await expect.poll(() => started).toEqual([1, 2, 3]);
  while (started.length < 4) {
    finish.shift()?.();
    await new Promise(setImmediate);
  }
  finish.forEach((resolve) => resolve());
  await Promise.all(runs);
  expect(started).toEqual([1, 2, 3, 4]);
});

it('Semaphore returns the permit of a call that fails', async () => {
  const semaphore = new Semaphore(1);
  await expect(semaphore.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await semaphore.run(async () => 'next')).toBe('next');
});

it('Semaphore passes a returned permit over callers whose time is up', async () => {
  const semaphore = new Semaphore(1);
  expect(await semaphore.acquire(1000)).toBe(true);
  const late = semaphore.acquire(1);
  const waiting = semaphore.acquire(60_000);
  expect(semaphore.waiting).toBe(2);
  expect(await late).toBe(false);
  semaphore.release();
  expect(await waiting).toBe(true);
  expect(semaphore.waiting).toBe(0);
  semaphore.release();
  expect(await semaphore.acquire(1)).toBe(true);
});
