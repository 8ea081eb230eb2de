import { describe, expect, it } from 'vitest';
import { intersectSnapshots, truncateSnapshot } from './snapshot.js';

describe('The part of a snapshot up to a transaction', () => {
  it('keeps what was running before it', () => {
    expect(truncateSnapshot('10:30:10,12,25', '20')).toBe('10:21:10,12');
  });

  it('begins after it when nothing was running', () => {
    expect(truncateSnapshot('30:30:', '20')).toBe('21:21:');
    expect(truncateSnapshot('25:30:25', '20')).toBe('21:21:');
  });
});

describe('What two snapshots both see', () => {
  it('ends with the earlier, and misses what was running in either', () => {
    expect(intersectSnapshots('10:30:10,12,25', '20:40:20,35')).toBe('10:30:10,12,20,25');
    expect(intersectSnapshots('20:40:20,35', '10:30:10,12,25')).toBe('10:30:10,12,20,25');
    expect(intersectSnapshots('9:9:', '12:15:12')).toBe('9:9:');
  });
});
