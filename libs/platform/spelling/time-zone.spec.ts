import { expect, it } from 'vitest';
import { readReportedZone, readTimeZone } from './time-zone.js';

it.each([
  ['Europe/Istanbul', 'Europe/Istanbul'],
  ['america/argentina/buenos_aires', 'america/argentina/buenos_aires'],
  ['UTC', 'UTC'],
  ['GMT', 'GMT'],
  ['Etc/GMT-3', 'Etc/GMT-3'],
  ['+03:00', '+03:00'],
  ['-0330', '-03:30'],
  ['+3', '+03:00'],
  ['GMT+05:30', '+05:30'],
  ['GMT+0530', '+05:30'],
  ['GMT+5:45', '+05:45'],
  ['UTC+3', '+03:00'],
  ['UTC-09:30', '-09:30'],
  ['UTC\u22123', '-03:00'],
  ['UTC +03:00', '+03:00'],
  ['gmt-00:00', '+00:00'],
  ['+14:00', '+14:00'],
  [' Asia/Tokyo\u200e', 'Asia/Tokyo'],
])('The time zone %j is %s', (text, zone) => {
  expect([readTimeZone(text), readReportedZone(text)]).toEqual([zone, zone]);
  expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow();
});

it.each([
  '',
  'undefined',
  'null',
  'Local',
  'Turkey Standard Time',
  'Istanbul',
  'GMT+25',
  '+15:00',
  '-12:30',
  '+05:60',
  '-300',
  '300',
  '+530',
  '180',
  '10800',
  '+03:00:00.1',
  'Europe/',
  '/Europe',
  'Europe/Istanbul;DROP',
])('The text %j names no time zone', (text) => {
  expect([readTimeZone(text), readReportedZone(text)]).toEqual([undefined, undefined]);
});

it.each(['Mars/Olympus', 'Etc/Unknown', 'America/Nowhere/New_Town'])(
  'The name %s of an unknown zone stays in the report of a device',
  (text) => expect([readTimeZone(text), readReportedZone(text)]).toEqual([undefined, text]),
);
