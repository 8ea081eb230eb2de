import { describe, expect, it } from 'vitest';
import { parseRetryAfter } from './retry-after.js';

const now = Date.UTC(2026, 9, 21, 7, 28, 0);

describe('retryAfterMs', () => {
  it.each([
    ['120', 120_000],
    ['0', 0],
    ['1.5', 1500],
    ['Wed, 21 Oct 2026 07:28:30 GMT', 30_000],
    ['86400', 3_600_000],
    ['Wed, 21 Oct 2026 07:27:00 GMT', undefined],
    ['-5', undefined],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('reads %s as %s', (header, expected) => {
    expect(parseRetryAfter(header, now)).toBe(expected);
  });

  it('takes the first of several', () => {
    expect(parseRetryAfter(['7', '9'], now)).toBe(7000);
  });
});
