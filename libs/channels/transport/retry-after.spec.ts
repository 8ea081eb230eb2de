import { describe, expect, it } from 'vitest';
import { parseRetryAfter } from './retry-after.js';

/** The time of the server that answers. It has nothing to do with the clock of this machine. */
const date = 'Wed, 21 Oct 2015 07:28:00 GMT';

describe('parseRetryAfter', () => {
  it.each([
    ['120', 120_000],
    ['0', 0],
    ['1.5', 1500],
    ['Wed, 21 Oct 2015 07:28:30 GMT', 30_000],
    ['86400', 3_600_000],
    ['Wed, 21 Oct 2015 07:27:00 GMT', undefined],
    ['-5', undefined],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('parseRetryAfter reads %s as %s', (header, expected) => {
    expect(parseRetryAfter({ 'retry-after': header, date })).toBe(expected);
  });

  it('parseRetryAfter compares a date only with the date of the answer', () => {
    const later = 'Wed, 21 Oct 2015 07:28:30 GMT';
    expect(parseRetryAfter({ 'retry-after': later })).toBeUndefined();
    expect(parseRetryAfter({ 'retry-after': later, date: 'today' })).toBeUndefined();
    expect(parseRetryAfter({ 'retry-after': '30' })).toBe(30_000);
  });

  it('parseRetryAfter uses the first of several values', () => {
    expect(parseRetryAfter({ 'retry-after': ['7', '9'], date })).toBe(7000);
  });
});
