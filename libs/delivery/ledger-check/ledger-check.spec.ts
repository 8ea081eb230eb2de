import { describe, expect, it } from 'vitest';
import { findDiscrepancies } from './ledger-check.service.js';
import type { DispatchTotals } from './ledger-check.repository.js';

const FINISHED: DispatchTotals = {
  dispatchId: 1,
  state: 'finished',
  planned: 10,
  counted: { success: 7, failed: 2, skipped: 1 },
  recorded: { success: 7, failed: 2, skipped: 1 },
  twice: 0,
  openChunks: 0,
  retries: 0,
  inDoubt: 0,
};

describe('the books of a dispatch', () => {
  it('add up', () => {
    expect(findDiscrepancies(FINISHED)).toEqual([]);
  });

  it('add up where the results of an old day are gone', () => {
    expect(findDiscrepancies({ ...FINISHED, recorded: null })).toEqual([]);
  });

  it('may have fewer final states than planned while it is sent, but never more', () => {
    const under = { ...FINISHED, state: 'sending' as const, planned: 12, openChunks: 1, retries: 1 };
    expect(findDiscrepancies(under)).toEqual([]);
    expect(findDiscrepancies({ ...under, planned: 9 })).toEqual(['9 were planned, 10 have a final state']);
  });

  it.each([
    [{ planned: 11 }, '11 were planned, 10 have a final state'],
    [{ recorded: { success: 6, failed: 2, skipped: 1 } }, 'the counters say 7 success'],
    [{ twice: 2 }, '2 recipients have more than one result'],
    [{ retries: 3 }, 'it is over, and 0 chunks and 3 retries are open'],
  ])('tell of %j', (change, words) => {
    const findings = findDiscrepancies({ ...FINISHED, ...change });
    expect(findings).toHaveLength(1);
    expect(findings[0]).toContain(words);
  });
});
