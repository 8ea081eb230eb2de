import { afterEach, describe, expect, it } from 'vitest';
import { createBitmap, disposeBitmaps } from './bitmap.js';
import { readDelta, writeDelta } from './delta-content.js';
import { DeltaOverlay } from './delta-overlay.js';
import { TermCollector } from './term-collector.js';

/** A delta: removed users per aspect, and the terms of users afterwards. */
function delta(touched: Record<string, number[]>, has: [aspect: string, term: string, uid: number][]): Buffer {
  const collector = new TermCollector(new Set());
  has.forEach(([aspect, term, uid]) => collector.put(aspect, term, uid));
  return writeDelta(new Map(Object.entries(touched)), collector.take());
}

describe('DeltaOverlay', () => {
  let overlay = new DeltaOverlay();
  afterEach(() => {
    overlay.dispose();
    overlay = new DeltaOverlay();
  });

  const add = (content: Buffer): void => readDelta(content).forEach((change) => overlay.add(change));
  const applied = (aspect: string, term: string, base: number[]): number[] => {
    const members = createBitmap(base);
    overlay.apply(aspect, term, members);
    const uids = [...members.toUint32Array()];
    disposeBitmaps(members);
    return uids;
  };

  it('A delta removes users from all terms of an aspect and adds them to others', () => {
    add(delta({ a1: [1, 2] }, [['a1', '="gold"', 2]]));
    expect(applied('a1', '="gold"', [1, 5])).toEqual([2, 5]);
    expect(applied('a1', '="silver"', [1, 2, 5])).toEqual([5]);
    expect(applied('a2', '="gold"', [1, 2])).toEqual([1, 2]);
  });

  it('Deltas apply in order, and their repetition has no effect', () => {
    const [first, second] = [delta({ a1: [1] }, [['a1', '=1', 1]]), delta({ a1: [1] }, [['a1', '=2', 1]])];
    [first, second, first, second].forEach(add);
    expect(applied('a1', '=1', [])).toEqual([]);
    expect(applied('a1', '=2', [])).toEqual([1]);
  });

  it('A delta removes a deleted user from all terms, also from terms added before', () => {
    add(
      delta({ a1: [1, 2] }, [
        ['a1', '=1', 1],
        ['a1', '=1', 2],
      ]),
    );
    add(delta({ '*': [1] }, []));
    expect(applied('a1', '=1', [])).toEqual([2]);
    expect(applied('t7', 'has', [1, 3])).toEqual([3]);
    expect(overlay.listAspects()).toBeUndefined();
  });

  it('A delta adds a user again after a removal from all terms', () => {
    add(delta({ '*': [1] }, [['t7', 'has', 1]]));
    expect(applied('t7', 'has', [])).toEqual([1]);
  });
});
