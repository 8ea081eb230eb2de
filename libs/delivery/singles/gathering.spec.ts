import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Gathering } from './gathering.js';

/** Hand-overs that each take `takesMs`, with what was handed over. */
function gatherer(takesMs: number, pauseMs: number, most = 100): { gathering: Gathering<number>; handed: number[][] } {
  const handed: number[][] = [];
  const handOver = async (things: readonly number[]): Promise<void> => {
    handed.push([...things]);
    await sleep(takesMs);
  };
  return { gathering: new Gathering(handOver, pauseMs, most), handed };
}

it('hands over the first at once, and what comes meanwhile together', async () => {
  const { gathering, handed } = gatherer(20, 0);
  const first = gathering.add(1);
  await sleep(5);
  await Promise.all([first, gathering.add(2), gathering.add(3)]);
  expect(handed).toEqual([[1], [2, 3]]);
});

it('goes on after a rest', async () => {
  const { gathering, handed } = gatherer(0, 0);
  for (const thing of [1, 2, 3]) {
    await gathering.add(thing);
    await sleep(2);
  }
  expect(handed).toEqual([[1], [2], [3]]);
});

it('waits between two hand-overs', async () => {
  const { gathering, handed } = gatherer(0, 60);
  await gathering.add(1);
  const since = performance.now();
  await Promise.all([gathering.add(2), gathering.add(3)]);
  expect(performance.now() - since).toBeGreaterThan(30);
  expect(handed).toEqual([[1], [2, 3]]);
});

it('hands over no more than so many at a time, and resolves after the last', async () => {
  const { gathering, handed } = gatherer(1, 0, 2);
  await Promise.all([1, 2, 3, 4, 5].map((thing) => gathering.add(thing)));
  expect(handed).toEqual([[1, 2], [3, 4], [5]]);
});
