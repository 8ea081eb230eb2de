import { describe, expect, it } from 'vitest';
import { findDiscrepancies } from './ledger-check.service.js';
import type { DispatchTotals } from './ledger-check.repository.js';

const FINISHED: DispatchTotals = {
  dispatchId: 1,
  state: 'finished',
  planned: 10,
  chunkCounts: { success: 7, failed: 2, skipped: 1 },
  resultCounts: { success: 7, failed: 2, skipped: 1 },
  duplicates: 0,
  openChunks: 0,
  retries: 0,
  inDoubt: 0,
};

describe('findDiscrepancies', () => {
  it('findDiscrepancies finds no discrepancy in consistent totals', () => {
    expect(findDiscrepancies(FINISHED)).toEqual([]);
  });

  it('findDiscrepancies accepts missing results after their retention', () => {
    expect(findDiscrepancies({ ...FINISHED, resultCounts: null })).toEqual([]);
  });

  it('findDiscrepancies accepts fewer results than planned during a send, but never more', () => {
    const under = { ...FINISHED, state: 'sending' as const, planned: 12, openChunks: 1, retries: 1 };
    expect(findDiscrepancies(under)).toEqual([]);
    expect(findDiscrepancies({ ...under, planned: 9 })).toEqual(['9 were planned, 10 have a final state']);
  });

  it.each([
    [{ planned: 11 }, '11 were planned, 10 have a final state'],
    [{ resultCounts: { success: 6, failed: 2, skipped: 1 } }, 'the counters say 7 success'],
    [{ duplicates: 2 }, '2 recipients have more than one result'],
    [{ retries: 3 }, 'it is over, and 0 chunks and 3 retries are open'],
  ])('findDiscrepancies finds %j', (change, words) => {
    const findings = findDiscrepancies({ ...FINISHED, ...change });
    expect(findings).toHaveLength(1);
    expect(findings[0]).toContain(words);
  });
});
