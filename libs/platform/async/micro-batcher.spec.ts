import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { MicroBatcher } from './micro-batcher.js';

/** A batcher whose flushes each take `flushMs`, with its batches. */
function createBatcher(
  flushMs: number,
  intervalMs: number,
  maxSize = 100,
): { batcher: MicroBatcher<number>; batches: number[][] } {
  const batches: number[][] = [];
  const flush = async (items: readonly number[]): Promise<void> => {
    batches.push([...items]);
    await sleep(flushMs);
  };
  return { batcher: new MicroBatcher(flush, intervalMs, maxSize), batches };
}

it('MicroBatcher flushes the first item at once, and the items that arrive during the flush together', async () => {
  const { batcher, batches } = createBatcher(20, 0);
  const first = batcher.add(1);
  await sleep(5);
  await Promise.all([first, batcher.add(2), batcher.add(3)]);
  expect(batches).toEqual([[1], [2, 3]]);
});

it('MicroBatcher flushes again after a pause', async () => {
  const { batcher, batches } = createBatcher(0, 0);
  for (const item of [1, 2, 3]) {
    await batcher.add(item);
    await sleep(2);
  }
  expect(batches).toEqual([[1], [2], [3]]);
});

it('MicroBatcher waits between two flushes', async () => {
  const { batcher, batches } = createBatcher(0, 60);
  await batcher.add(1);
  const startedAt = performance.now();
  await Promise.all([batcher.add(2), batcher.add(3)]);
  expect(performance.now() - startedAt).toBeGreaterThan(30);
  expect(batches).toEqual([[1], [2, 3]]);
});

it('MicroBatcher limits the size of a flush, and resolves after the last one', async () => {
  const { batcher, batches } = createBatcher(1, 0, 2);
  await Promise.all([1, 2, 3, 4, 5].map((item) => batcher.add(item)));
  expect(batches).toEqual([[1, 2], [3, 4], [5]]);
});
