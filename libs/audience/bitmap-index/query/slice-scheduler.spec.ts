import { describe, expect, it } from 'vitest';
import { iterateSlices } from './slice-scheduler.js';

function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until) {
    // Blocks as an evaluation does.
  }
}

describe('iterateSlices', () => {
  it('iterateSlices lets other work run between slow slices', async () => {
    const slices = new Map([0, 1, 2, 3].map((slice) => [slice, slice]));
    let otherRuns = 0;
    const otherWork = (): void => {
      otherRuns += 1;
      timer = setImmediate(otherWork);
    };
    let timer = setImmediate(otherWork);
    const seen: number[] = [];
    for await (const slice of iterateSlices(slices)) {
      seen.push(slice);
      work(8);
    }
    clearImmediate(timer);
    expect(seen).toEqual([0, 1, 2, 3]);
    expect(otherRuns).toBeGreaterThanOrEqual(3);
  });
});
