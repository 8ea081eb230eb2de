import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findNextDay, readRepeatRule } from './repeat-rule.js';

/** The examples of RFC 5545, section 3.8.5.3, as published; one a line: rule, start, days. See the head of the file. */
const EXAMPLES = readFileSync(new URL('rfc5545-examples.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(' | ') as [rule: string, start: string, days: string]);

/** Days of a rule from its start on, at most `limit`. */
function listDays(text: string, start: string, limit: number): string[] {
  const { days, count = limit, until } = readRepeatRule(text);
  const found: string[] = [];
  let next = findNextDay(days, `${start}T09:00:00`, null);
  while (next !== null && found.length < Math.min(limit, count) && next <= (until?.slice(0, 19) ?? '9')) {
    found.push(next.slice(0, 10));
    next = findNextDay(days, `${start}T09:00:00`, next);
  }
  return found;
}

describe('Rules of recurring campaigns', () => {
  it('The published examples have all that one run a day allows', () => {
    expect(EXAMPLES.length).toBeGreaterThanOrEqual(35);
  });

  it.each(EXAMPLES)('RFC 5545 publishes for %s from %s the days %s', (rule, start, published) => {
    const isOpen = published.endsWith('...');
    const days = published.replace(/ \.\.\.$/, '').split(' ');
    expect(listDays(rule, start, isOpen ? days.length : 400)).toEqual(days);
  });

  it.each([
    'FREQ=HOURLY;INTERVAL=3',
    'FREQ=MINUTELY;INTERVAL=15',
    'FREQ=MINUTELY;INTERVAL=90;COUNT=4',
    'FREQ=DAILY;BYHOUR=9,10,11;BYMINUTE=0,20,40',
    'FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10',
  ])('The published rule %s would run more than once a day, and is refused', (rule) => {
    expect(() => readRepeatRule(rule)).toThrow(/once a day|BYHOUR/);
  });

  it.each([
    ['', 'RFC 5545'],
    ['FREQ', 'RFC 5545'],
    ['FREQ=DAILY;FREQ=WEEKLY', 'RFC 5545'],
    ['FREQ=DAILY;X-OWN=1', 'RFC 5545'],
    ['FREQ=DAILY;RSCALE=HEBREW', 'RFC 5545'],
    ['FREQ=DAILY\nDTSTART:20200101T000000', 'FREQ=DAILY'],
    ['FREQ=SOMETIMES', 'FREQ=DAILY'],
    ['FREQ=DAILY;INTERVAL=0', 'INTERVAL'],
    ['FREQ=DAILY;INTERVAL=1e3', 'INTERVAL'],
    ['FREQ=DAILY;COUNT=0', 'COUNT'],
    ['FREQ=DAILY;COUNT=3;UNTIL=20301231', 'COUNT and UNTIL'],
    ['FREQ=DAILY;UNTIL=20300231', 'UNTIL'],
    ['FREQ=WEEKLY;BYDAY=1MO', 'BYDAY'],
    ['FREQ=WEEKLY;BYMONTHDAY=1', 'BYMONTHDAY'],
    ['FREQ=MONTHLY;BYDAY=MONDAY', 'BYDAY'],
    ['FREQ=MONTHLY;BYSETPOS=1', 'BYSETPOS'],
    ['FREQ=MONTHLY;BYMONTHDAY=32', 'BYMONTHDAY'],
    [`FREQ=YEARLY;BYYEARDAY=${Array.from({ length: 60 }, (_, day) => day + 1).join()}`, '50'],
    [`FREQ=DAILY;BYDAY=${'MO,'.repeat(200)}TU`, '300'],
  ])('The rule %j is refused with %s', (rule, words) => {
    expect(() => readRepeatRule(rule)).toThrow(words);
  });

  it.each([
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=31',
    'FREQ=MONTHLY;BYDAY=5MO;BYSETPOS=2',
    'FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6;BYDAY=MO',
    'FREQ=DAILY;INTERVAL=1000;BYMONTH=2;BYMONTHDAY=30',
  ])('The rule %s has no day, and is given up after a bounded search', (rule) => {
    expect(findNextDay(readRepeatRule(rule).days, '2026-12-02T10:00:00', null)).toBeNull();
  });
});
