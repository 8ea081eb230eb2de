import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { MicroBatcher } from './micro-batcher.js';

/** Hand-overs that each take `takesMs`, with what was handed over. */
function createBatcher(
  takesMs: number,
  intervalMs: number,
  maxSize = 100,
): { batcher: MicroBatcher<number>; batches: number[][] } {
  const batches: number[][] = [];
  const flush = async (items: readonly number[]): Promise<void> => {
    batches.push([...items]);
    await sleep(takesMs);
  };
  return { batcher: new MicroBatcher(flush, intervalMs, maxSize), batches };
}

it('hands over the first at once, and what comes meanwhile together', async () => {
  const { batcher, batches } = createBatcher(20, 0);
  const first = batcher.add(1);
  await sleep(5);
  await Promise.all([first, batcher.add(2), batcher.add(3)]);
  expect(batches).toEqual([[1], [2, 3]]);
});

it('goes on after a rest', async () => {
  const { batcher, batches } = createBatcher(0, 0);
  for (const item of [1, 2, 3]) {
    await batcher.add(item);
    await sleep(2);
  }
  expect(batches).toEqual([[1], [2], [3]]);
});

it('waits between two hand-overs', async () => {
  const { batcher, batches } = createBatcher(0, 60);
  await batcher.add(1);
  const since = performance.now();
  await Promise.all([batcher.add(2), batcher.add(3)]);
  expect(performance.now() - since).toBeGreaterThan(30);
  expect(batches).toEqual([[1], [2, 3]]);
});

it('hands over no more than so many at a time, and resolves after the last', async () => {
  const { batcher, batches } = createBatcher(1, 0, 2);
  await Promise.all([1, 2, 3, 4, 5].map((item) => batcher.add(item)));
  expect(batches).toEqual([[1, 2], [3, 4], [5]]);
});
