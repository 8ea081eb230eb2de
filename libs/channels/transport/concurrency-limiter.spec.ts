import { describe, expect, it } from 'vitest';
import { ConcurrencyLimiter } from './concurrency-limiter.js';

/** Work that ends when the test opens the gate. */
function gate() {
  const open: (() => void)[] = [];
  return { open, wait: () => new Promise<void>((resolve) => open.push(resolve)) };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));
const never = (): void => expect.unreachable('no item should be given up');

describe('ConcurrencyLimiter', () => {
  it('ConcurrencyLimiter keeps the limit across batches and processes every item once', async () => {
    const limiter = new ConcurrencyLimiter(3);
    const { open, wait } = gate();
    const done: number[] = [];
    let busy = 0;
    let maxActive = 0;
    const work = async (item: number): Promise<boolean> => {
      busy += 1;
      maxActive = Math.max(maxActive, busy);
      await wait();
      busy -= 1;
      done.push(item);
      return true;
    };
    const both = Promise.all([limiter.runAll([1, 2, 3, 4], work, never), limiter.runAll([5, 6, 7, 8], work, never)]);
    while (done.length < 8) {
      await turn();
      open.splice(0).forEach((resolve) => resolve());
    }
    await both;
    expect(maxActive).toBe(3);
    expect(done.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('ConcurrencyLimiter gives up items that have not started after an item without a response', async () => {
    const givenUp: number[] = [];
    await new ConcurrencyLimiter(2).runAll(
      [0, 1, 2, 3, 4],
      async () => false,
      (index) => givenUp.push(index),
    );
    expect(givenUp).toEqual([2, 3, 4]);
  });

  it('ConcurrencyLimiter continues after an item without a response if another item got one since', async () => {
    const answered: number[] = [];
    const { open, wait } = gate();
    const work = async (item: number): Promise<boolean> => {
      if (item === 0) {
        await wait();
        return false;
      }
      answered.push(item);
      open.splice(0).forEach((resolve) => resolve());
      return true;
    };
    await new ConcurrencyLimiter(2).runAll([0, 1, 2, 3], work, never);
    expect(answered).toEqual([1, 2, 3]);
  });

  it('ConcurrencyLimiter gives the next permit to urgent items', async () => {
    const limiter = new ConcurrencyLimiter(1);
    const { open, wait } = gate();
    const started: string[] = [];
    const work = async (item: string): Promise<boolean> => {
      started.push(item);
      await wait();
      return true;
    };
    const both = Promise.all([
      limiter.runAll(['a', 'b', 'c'], work, never),
      limiter.runAll(['code'], work, never, { isUrgent: true }),
    ]);
    while (started.length < 4) {
      await turn();
      open.splice(0).forEach((resolve) => resolve());
    }
    await turn();
    open.forEach((resolve) => resolve());
    await both;
    expect(started).toEqual(['a', 'code', 'b', 'c']);
  });

  it('ConcurrencyLimiter is idle when the last item in flight has ended', async () => {
    const limiter = new ConcurrencyLimiter(1);
    await limiter.waitUntilIdle();
    const { open, wait } = gate();
    const batch = limiter.runAll([0], () => wait().then(() => true), never);
    await turn();
    let isIdle = false;
    const idle = limiter.waitUntilIdle().then(() => (isIdle = true));
    await turn();
    expect(isIdle).toBe(false);
    open.forEach((resolve) => resolve());
    await Promise.all([batch, idle]);
  });

  it('ConcurrencyLimiter lets other items pass while a group is full, across batches, each item once', async () => {
    const limiter = new ConcurrencyLimiter(3);
    const { open, wait } = gate();
    const started: string[] = [];
    let slow = 0;
    let mostSlow = 0;
    const work = async (item: string): Promise<boolean> => {
      started.push(item);
      slow += item.startsWith('slow') ? 1 : 0;
      mostSlow = Math.max(mostSlow, slow);
      await wait();
      slow -= item.startsWith('slow') ? 1 : 0;
      return true;
    };
    const groups = {
      groupOf: (item: string) => (item.startsWith('slow') ? 'slow' : ''),
      limitOf: (group: string) => (group === 'slow' ? 1 : undefined),
    };
    const batch = (...items: string[]) => limiter.runAll(items, work, never, groups);
    const both = Promise.all([batch('slow 1', 'slow 2', 'a', 'slow 3'), batch('slow 4', 'b', 'c')]);
    await turn();
    expect(started).toEqual(['slow 1', 'a', 'b']);
    while (started.length < 7) {
      open.splice(0).forEach((resolve) => resolve());
      await turn();
    }
    open.splice(0).forEach((resolve) => resolve());
    await both;
    expect(mostSlow).toBe(1);
    expect(started.toSorted()).toEqual(['a', 'b', 'c', 'slow 1', 'slow 2', 'slow 3', 'slow 4']);
    await limiter.waitUntilIdle();
  });

  it('ConcurrencyLimiter processes all other items when one throws, and then reports the error', async () => {
    const limiter = new ConcurrencyLimiter(2);
    const done: number[] = [];
    const work = async (item: number): Promise<boolean> => {
      if (item === 1) {
        throw new Error('no database');
      }
      done.push(item);
      return true;
    };
    await expect(limiter.runAll([0, 1, 2, 3], work, never)).rejects.toThrow('no database');
    expect(done).toEqual([0, 2, 3]);
    await limiter.waitUntilIdle();
  });
});
