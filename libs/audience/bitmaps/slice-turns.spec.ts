import { describe, expect, it } from 'vitest';
import { inTurns } from './slice-turns.js';

function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until) {
    // As an evaluation does.
  }
}

describe('turns of slices', () => {
  it('let other work run between slices that take long', async () => {
    const slices = new Map([0, 1, 2, 3].map((slice) => [slice, slice]));
    let others = 0;
    const other = (): void => {
      others += 1;
      timer = setImmediate(other);
    };
    let timer = setImmediate(other);
    const seen: number[] = [];
    for await (const slice of inTurns(slices)) {
      seen.push(slice);
      work(8);
    }
    clearImmediate(timer);
    expect(seen).toEqual([0, 1, 2, 3]);
    expect(others).toBeGreaterThanOrEqual(3);
  });
});
