import { describe, expect, it } from 'vitest';
import { readTime } from './reported-time.js';

const AT = new Date('2026-11-28T10:00:00Z');

describe('readTime', () => {
  it.each([
    ['1795860000', AT],
    [1_795_860_000, AT],
    ['1795860000.000100', AT],
    ['2026-11-28T10:00:00Z', AT],
    ['2026-11-28T10:00:00.000+0000', AT],
    ['2026-11-28T12:00:00+02:00', AT],
  ])('The time %j of a provider is read', (reported, at) => {
    expect(readTime(reported)).toEqual({ at });
  });

  it.each([undefined, null, 'yesterday', {}, [1, 2], Number.NaN, 1e20])(
    'The value %j of a provider is no time',
    (reported) => {
      expect(readTime(reported)).toEqual({});
    },
  );
});
