import { expect, it } from 'vitest';
import { faultOfInstant, toDay } from './day.js';

const DAY = Date.parse('1990-05-12');

it.each([
  '1990-05-12T00:00Z',
  '1990-05-12T00:00+03:00',
  '1990-05-12T00:00-05:00',
  '1990-05-12T00:00+05:45',
  '1990-05-12T00:00-03:30',
  '1990-05-12T00:00-11:00',
  '1990-05-12T00:00+12:00',
  '1990-05-12T17:23:11Z',
  '1990-05-12T23:59:59.999Z',
  '1990-05-12T00:00:00.001Z',
])('The instant %s means the 12th of May', (text) => expect(toDay(Date.parse(text))).toBe(DAY));

it.each([
  ['1905-03-01T00:00+01:57', '1905-03-01'],
  ['1934-08-09T00:00+00:20', '1934-08-09'],
  ['1970-01-01T00:00+03:00', '1970-01-01'],
])('The local midnight %s of an early offset means %s', (text, day) =>
  expect(toDay(Date.parse(text))).toBe(Date.parse(day)),
);

it.each([
  ['seconds of 2025', 1_764_374_401],
  ['seconds of 1985', 484_272_060],
  ['seconds before 1970', -300_000_060],
  ['seconds with midnight', Date.UTC(2025, 10, 29) / 1000],
  ['microseconds', 1_764_374_400_000_000],
  ['the least number of Java', -9_223_372_036_854_776_000],
])('A number of %s is no instant', (_name, value) => expect(faultOfInstant(value)).toMatch(/^should be milliseconds/));

it.each([
  0,
  -1,
  1000,
  86_400_000,
  Date.UTC(1970, 0, 21),
  Date.UTC(1970, 0, 20, 21),
  Date.UTC(1969, 11, 5, 5),
  1_764_374_400_000,
  Date.parse('9999-12-31'),
  Date.parse('0001-01-01'),
])('The number %d is an instant', (value) => expect(faultOfInstant(value)).toBeUndefined());
