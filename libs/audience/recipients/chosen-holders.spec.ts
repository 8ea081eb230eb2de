import { describe, expect, it } from 'vitest';
import { toMailboxKey } from '#platform/spelling';
import type { AddressHolder } from '../sql-engine/holder.repository.js';
import { ChosenHolders } from './chosen-holders.js';

const holder = (uid: number, seenAt: number | null, refuses = false, address = 'ada@example.com'): AddressHolder => {
  return { uid, seenAt, refuses, address };
};

function othersOf(holders: readonly AddressHolder[]): number[] {
  const chosen = new ChosenHolders(toMailboxKey);
  chosen.add(holders);
  return chosen.listOthers().toSorted((a, b) => a - b);
}

describe('ChosenHolders', () => {
  it.each([
    ['the one seen last', [holder(1, 5), holder(2, 9), holder(3, null)], [1, 3]],
    ['the lowest uid of two seen at once', [holder(7, 5), holder(3, 5)], [7]],
    ['the lowest uid of two never seen', [holder(7, null), holder(3, null)], [7]],
    ['one who does not refuse, although seen earlier', [holder(1, 9, true), holder(2, 1)], [1]],
    ['one of two who refuse', [holder(1, 1, true), holder(2, 9, true)], [1]],
    ['each of two addresses', [holder(1, 1), holder(2, 1, false, 'bob@example.com')], []],
    ['one of two spellings', [holder(1, 1), holder(2, 2, false, 'ADA@Example.com')], [1]],
  ])('The choice is %s, in any order', (_, holders, others) => {
    expect(othersOf(holders)).toEqual(others);
    expect(othersOf(holders.toReversed())).toEqual(others);
  });
});
