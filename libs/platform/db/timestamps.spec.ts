import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { readTimestamp } from './timestamps.js';

const readAsDriver = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => unknown;

describe('readTimestamp', () => {
  it.each([
    '2026-01-31 12:30:05+00',
    '2026-12-31 23:59:59.999999+00',
    '2026-02-29 00:00:00.5+00',
    '1999-01-01 00:00:00.001+00',
    '0099-01-01 00:00:00+00',
    '0001-06-01 10:00:00.25+00',
    '0044-03-15 12:00:00+00 BC',
    '12026-01-31 12:30:05.123+00',
    '2026-01-31 12:30:05.123456+03',
    '2026-01-31 12:30:05+05:30',
    '1900-01-01 00:00:00.7+01:56:56',
    'infinity',
    '-infinity',
  ])('The timestamp %s is read as by the driver', (text) => {
    expect(readTimestamp(text)).toEqual(readAsDriver(text));
  });

  it('Ten thousand moments with any number of fractional digits are read as by the driver', () => {
    for (let index = 0; index < 10_000; index++) {
      const moment = new Date(Math.floor((index * 0x9e3779b1) % 4e12)).toISOString();
      const digits = String((index * 7919) % 1_000_000)
        .padStart(6, '0')
        .slice(0, index % 7);
      const text = `${moment.slice(0, 10)} ${moment.slice(11, 19)}${digits && `.${digits}`}+00`;
      expect(readTimestamp(text), text).toEqual(readAsDriver(text));
    }
  });
});
