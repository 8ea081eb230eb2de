import { describe, expect, it } from 'vitest';
import { snapshotUpTo } from './snapshot.js';

describe('The part of a snapshot up to a transaction', () => {
  it('keeps what was running before it', () => {
    expect(snapshotUpTo('10:30:10,12,25', '20')).toBe('10:21:10,12');
  });

  it('begins after it when nothing was running', () => {
    expect(snapshotUpTo('30:30:', '20')).toBe('21:21:');
    expect(snapshotUpTo('25:30:25', '20')).toBe('21:21:');
  });
});
