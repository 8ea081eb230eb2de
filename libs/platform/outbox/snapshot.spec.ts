import { describe, expect, it } from 'vitest';
import { snapshotMeet, snapshotUpTo } from './snapshot.js';

describe('The part of a snapshot up to a transaction', () => {
  it('keeps what was running before it', () => {
    expect(snapshotUpTo('10:30:10,12,25', '20')).toBe('10:21:10,12');
  });

  it('begins after it when nothing was running', () => {
    expect(snapshotUpTo('30:30:', '20')).toBe('21:21:');
    expect(snapshotUpTo('25:30:25', '20')).toBe('21:21:');
  });
});

describe('What two snapshots both see', () => {
  it('ends with the earlier, and misses what was running in either', () => {
    expect(snapshotMeet('10:30:10,12,25', '20:40:20,35')).toBe('10:30:10,12,20,25');
    expect(snapshotMeet('20:40:20,35', '10:30:10,12,25')).toBe('10:30:10,12,20,25');
    expect(snapshotMeet('9:9:', '12:15:12')).toBe('9:9:');
  });
});
