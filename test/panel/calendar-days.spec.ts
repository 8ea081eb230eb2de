import { describe, expect, it } from 'vitest';
import { addDays, addMonths, dayOf, readDay, startOfWeek, weeksOf } from '../../apps/panel/widgets/days.js';

describe('Days of the calendar', () => {
  it('dayOf returns the day in the time zone', () => {
    expect(dayOf('2026-11-23T10:30:00Z', 'Pacific/Kiritimati')).toBe('2026-11-24');
    expect(dayOf('2026-11-23T02:30:00Z', 'America/Los_Angeles')).toBe('2026-11-22');
    // The hour that comes twice, and the one that is left out.
    expect(dayOf('2026-10-25T00:30:00Z', 'Europe/Berlin')).toBe('2026-10-25');
    expect(dayOf('2026-03-28T23:30:00Z', 'Europe/Berlin')).toBe('2026-03-29');
  });

  it('Days are counted over months, leap days and changes of the clock', () => {
    expect([addDays('2026-10-24', 2), addDays('2028-02-28', 1), addDays('2026-01-01', -1)]).toEqual([
      '2026-10-26',
      '2028-02-29',
      '2025-12-31',
    ]);
    expect([addMonths('2026-01-31', 1), addMonths('2026-03-31', -1), addMonths('2026-12-15', 1)]).toEqual([
      '2026-02-28',
      '2026-02-28',
      '2027-01-15',
    ]);
    expect([startOfWeek('2026-11-23'), startOfWeek('2026-11-29'), startOfWeek('2027-01-01')]).toEqual([
      '2026-11-23',
      '2026-11-23',
      '2026-12-28',
    ]);
  });

  it('Days of a month or week fill whole weeks', () => {
    const november = weeksOf('2026-11-23', 'month');
    expect([november.length, november[0]?.[0], november.at(-1)?.at(-1)]).toEqual([6, '2026-10-26', '2026-12-06']);
    expect(weeksOf('2027-02-10', 'month')).toHaveLength(4);
    expect(weeksOf('2026-11-29', 'week')).toEqual([Array.from({ length: 7 }, (_, n) => `2026-11-${23 + n}`)]);
  });

  it.each(['2026-02-30', '2026-13-01', 'x', '', undefined])('The day %s in the address is read as today', (text) => {
    expect(readDay(text, '2026-11-23')).toBe('2026-11-23');
  });
});
