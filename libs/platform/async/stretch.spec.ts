import { describe, expect, it } from 'vitest';
import { mapInStretches, nextTurn, Stretch } from './stretch.js';

describe('nextTurn', () => {
  it('nextTurn lets one waiting caller continue in each turn of the event loop', async () => {
    const order: string[] = [];
    const wait = async (name: string): Promise<void> => {
      await nextTurn();
      order.push(name);
      await nextTurn();
      order.push(name);
    };
    const all = Promise.all(['a', 'b', 'c'].map(wait));
    const turns = async (): Promise<void> => {
      for (let turn = 0; turn < 6; turn += 1) {
        await new Promise((resolve) => setImmediate(resolve));
        expect(order.length).toBeLessThanOrEqual(turn + 1);
      }
    };
    await Promise.all([turns(), all]);
    expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  });
});

describe('mapInStretches', () => {
  const busy = (): Stretch => Object.defineProperty(new Stretch(), 'isOver', { value: true });

  it('mapInStretches maps in order, and yields to other work when its own takes long', async () => {
    const steps: string[] = [];
    const others = (async () => {
      for (let turn = 0; turn < 3; turn += 1) {
        await new Promise((resolve) => setImmediate(resolve));
        steps.push('other');
      }
    })();
    const map = (entry: number, index: number): string => {
      steps.push('own');
      return `${index}:${entry}`;
    };
    expect(await mapInStretches([3, 1, 2], map, busy())).toEqual(['0:3', '1:1', '2:2']);
    await others;
    expect(steps.indexOf('other')).toBeLessThan(steps.lastIndexOf('own'));
    expect(new Stretch().isOver).toBe(false);
  });

  it('mapInStretches ends with the first error', async () => {
    const seen: number[] = [];
    const map = (entry: number): void => {
      seen.push(entry);
      if (entry === 2) {
        throw new Error('two');
      }
    };
    await expect(mapInStretches([1, 2, 3], map)).rejects.toThrow('two');
    expect(seen).toEqual([1, 2]);
  });
});
