import { describe, expect, it } from 'vitest';
import { formatValue } from './value-format.js';

/** 1990-02-28 00:00 UTC. */
const DAY = 636_163_200_000;
const HOUR = 3_600_000;
/** 2026-11-22 21:30 UTC. */
const MOMENT = Date.UTC(2026, 10, 22, 21, 30);

describe('formatValue', () => {
  it.each([
    [DAY, 'date', 'en', 'America/New_York', 'February 28, 1990'],
    [DAY, 'date', 'tr', 'Europe/Istanbul', '28 Şubat 1990'],
    [DAY, 'date', 'de', 'UTC', '28. Februar 1990'],
    [DAY - 3 * HOUR, 'date', 'tr', 'Europe/Istanbul', '28 Şubat 1990'],
    [DAY - 5.5 * HOUR, 'date', 'en', 'UTC', 'February 28, 1990'],
    [DAY + 8 * HOUR, 'date', 'en', 'America/New_York', 'February 28, 1990'],
    [DAY + 17.3 * HOUR, 'date', 'en', 'UTC', 'February 28, 1990'],
    [MOMENT, 'time', 'tr', 'GMT+05:30', '23 Kasım 2026 03:00'],
    [MOMENT, 'time', 'tr', 'UTC-3', '22 Kasım 2026 18:30'],
    [MOMENT, 'time', 'tr', 'Europe/Istanbul', '23 Kasım 2026 00:30'],
    [MOMENT, 'time', 'en-GB', 'America/New_York', '22 November 2026 at 16:30'],
    [MOMENT, 'time', 'en', 'UTC', 'November 22, 2026 at 9:30 PM'],
    [1234567.891, 'number', 'de', 'UTC', '1.234.567,891'],
    [1234567.891, 'number', 'tr', 'UTC', '1.234.567,891'],
    [1234567.891, 'number', 'en', 'UTC', '1,234,567.891'],
    [12_345, 'number', 'fr', 'UTC', '12 345'],
    [0.1 + 0.2, 'number', 'de', 'UTC', '0,3'],
    [9_007_199_254_740_991, 'number', 'en', 'UTC', '9,007,199,254,740,991'],
    [-5, 'number', 'en', 'UTC', '-5'],
    [1984, 'number', 'en', 'UTC', '1984'],
  ] as const)('formatValue writes %d as a %s in %s, %s', (value, kind, language, zone, text) => {
    expect(formatValue(value, kind, language, zone)).toBe(text);
  });

  it('formatValue treats an unknown language as English and an unknown zone as UTC', () => {
    expect(formatValue(DAY, 'date', 'no language', 'UTC')).toBe('February 28, 1990');
    expect(formatValue(DAY, 'date', 'klingon', 'UTC')).toBe('February 28, 1990');
    expect(formatValue(MOMENT, 'time', 'en-GB', 'Mars/Base')).toBe('22 November 2026 at 21:30');
  });

  it('formatValue keeps a number that is not a valid day', () => {
    expect(formatValue(1e300, 'date', 'en', 'UTC')).toBe('1e+300');
  });

  it('formatValue uses no character that makes a text message longer', () => {
    for (const language of ['en', 'fr', 'de', 'pl', 'fi']) {
      for (const kind of ['date', 'time', 'number'] as const) {
        expect(formatValue(MOMENT, kind, language, 'UTC')).not.toMatch(/[\u00a0\u2000-\u206f]/);
      }
    }
  });
});
