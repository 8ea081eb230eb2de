import { describe, expect, it } from 'vitest';
import { compileTemplate, renderText } from './index.js';

const NOW = Date.parse('2026-11-30T12:00:00Z');

function render(source: string, language: string, timeZone = 'UTC'): string {
  const data = { price: 1250.5, day: '2026-03-09', moment: '2026-11-30T21:30:00Z', names: ['A', 'B', 'C'], n: 3 };
  return renderText(compileTemplate(source), data, { language, timeZone, now: NOW });
}

describe('filters for people', () => {
  it.each([
    ["{{ price | money: 'EUR' }}", 'de', '1.250,50 €'],
    ["{{ price | money: 'TRY' }}", 'tr', '₺1.250,50'],
    ["{{ price | money: 'no' }}", 'en', '1250.5'],
    ['{{ price | local_number: 1 }}', 'en', '1,250.5'],
    ['{{ day | local_date }}', 'tr', '9 Mart 2026'],
    ["{{ day | local_date: 'short' }}", 'de', '09.03.26'],
    ['{{ names | list }}', 'en', 'A, B, and C'],
    ["{{ names | list: 'or' }}", 'de', 'A, B oder C'],
    ["{{ n | plural: one: 'parcel', other: 'parcels' }}", 'en', 'parcels'],
    ["{{ n | plural: few: 'paczki', other: 'paczek' }}", 'pl', 'paczki'],
    ['{{ moment | relative_time }}', 'en', 'in 10 hours'],
    ["{{ 'now' | date: '%Y-%m-%d' }}", 'en', '2026-11-30'],
    ['{{ names | local_date }}', 'en', 'ABC'],
    ['{{ price | local_number }}', 'no-such-language-at-all', '1,250.5'],
  ])('A value is written by CLDR: %s in %s is %s', (source, language, expected) => {
    expect(render(source, language).replaceAll('\u00a0', ' ')).toBe(expected);
  });

  it('A moment is in the zone of the person, and a day is in none', () => {
    const source = "{{ moment | local_date: 'short', time: 'short' }} {{ day | local_date: 'short' }}";
    expect(render(source, 'de', 'Asia/Tokyo')).toBe('01.12.26, 06:30 09.03.26');
    expect(render("{{ moment | date: '%d %H:%M %z', 'Asia/Tokyo' }}", 'de')).toBe('01 06:30 +0900');
  });

  it('A number in a text from right to left keeps its own direction', () => {
    expect(render("{{ price | money: 'EUR' }}", 'he')).toMatch(/^\u2068.*\u2069$/u);
  });
});
