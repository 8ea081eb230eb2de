import { describe, expect, it } from 'vitest';
import { intersectSnapshots, truncateSnapshot } from './snapshot.js';

describe('truncateSnapshot', () => {
  it('A truncated snapshot keeps the transactions that were running before its end', () => {
    expect(truncateSnapshot('10:30:10,12,25', '20')).toBe('10:21:10,12');
  });

  it('A truncated snapshot begins at its end when no earlier transaction was running', () => {
    expect(truncateSnapshot('30:30:', '20')).toBe('21:21:');
    expect(truncateSnapshot('25:30:25', '20')).toBe('21:21:');
  });
});

describe('intersectSnapshots', () => {
  it('An intersection ends with the earlier snapshot, and leaves out the transactions that were running in either', () => {
    expect(intersectSnapshots('10:30:10,12,25', '20:40:20,35')).toBe('10:30:10,12,20,25');
    expect(intersectSnapshots('20:40:20,35', '10:30:10,12,25')).toBe('10:30:10,12,20,25');
    expect(intersectSnapshots('9:9:', '12:15:12')).toBe('9:9:');
  });
});
