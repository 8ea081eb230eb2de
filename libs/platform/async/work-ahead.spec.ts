import { describe, expect, it } from 'vitest';
import { workAhead } from './work-ahead.js';

/** Opens work that ends by hand. */
function openWork(): { started: number[]; work: (item: number) => Promise<string>; end: (item: number) => void } {
  const started: number[] = [];
  const ends = new Map<number, () => void>();
  return {
    started,
    work: async (item) => {
      started.push(item);
      await new Promise<void>((resolve) => ends.set(item, resolve));
      return `done ${item}`;
    },
    end: (item) => ends.get(item)?.(),
  };
}

describe('workAhead', () => {
  it('Results come in the order of the items, however long each takes, and no more than asked for are under way', async () => {
    const { started, work, end } = openWork();
    const results = workAhead([1, 2, 3], work, 2);
    const first = results.next();
    expect(started).toEqual([1, 2]);
    end(2);
    end(1);
    expect(await first).toEqual({ value: 'done 1', done: false });
    const second = results.next();
    expect(await second).toEqual({ value: 'done 2', done: false });
    expect(started).toEqual([1, 2, 3]);
    end(3);
    expect(await results.next()).toEqual({ value: 'done 3', done: false });
    expect((await results.next()).done).toBe(true);
  });

  it('A failure ends it when its turn comes, after what is under way has ended', async () => {
    const ended: number[] = [];
    const work = async (item: number): Promise<number> => {
      await new Promise((resolve) => setImmediate(resolve));
      ended.push(item);
      if (item === 1) {
        throw new Error('The first one failed');
      }
      return item;
    };
    await expect(workAhead([1, 2, 3, 4], work, 3).next()).rejects.toThrow('The first one failed');
    expect(ended.toSorted()).toEqual([1, 2, 3]);
  });

  it('A reader that stops begins no further item', async () => {
    const started: number[] = [];
    const results = workAhead([1, 2, 3, 4], async (item) => started.push(item), 2);
    await results.next();
    await results.return(undefined);
    expect(started).toEqual([1, 2]);
  });
});
