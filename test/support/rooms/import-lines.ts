import { Readable } from 'node:stream';
import type { RecordFile } from '#platform/records';

/** Attributes of the files below. */
export const IMPORT_ATTRIBUTES = [
  { code: 'age', dataType: 'INT' },
  { code: 'city', dataType: 'STRING', options: ['Ankara', 'Izmir', 'Bursa'] },
  { code: 'favourites', dataType: 'STRING', array: true },
  { code: 'member', dataType: 'BOOLEAN' },
  { code: 'seen', dataType: 'TIME_STAMP' },
];

export const IMPORT_COLUMNS =
  'extId,email,msisdn,tags,platform,deviceToken,pushPermitted,consent.sms,age,city,favourites,member,seen';

const CITIES = ['Ankara', 'Izmir', 'Bursa'];

/** Every line with one of these numbers has a fault. */
export const isRefusedLine = (n: number): boolean => n % 97 === 13;

/**
 * Line `n` of a file of CSV with twelve columns beside the user. Every twelfth line is the second device of a user whose
 * first line is far above.
 *
 * @param seed  of the values: the same users with others
 */
export function importLine(n: number, seed = 0): string {
  const isSecond = n % 12 === 11 && n >= 5000;
  const user = isSecond ? n - 5000 : n;
  const v = (user * 7 + seed) % 1000;
  const email = isRefusedLine(n) ? 'no address' : `user${user}@example.com`;
  const token = (isSecond ? n + 2 ** 40 : n).toString(16).padStart(64, '0');
  return [
    `u-${user}`,
    email,
    `+90532${String(1_000_000 + user).slice(-7)}`,
    `"Tag ${v % 20},Tag ${v % 7}"`,
    'IOS',
    token,
    v % 3 > 0,
    v % 5 > 0,
    18 + (v % 60),
    CITIES[v % 3],
    `"[""a${v % 5}"",""b""]"`,
    v % 2 === 0 ? 'true' : 'no',
    '2026-01-31T10:00:00Z',
  ].join();
}

export function importText(count: number, seed = 0): string {
  return `${[IMPORT_COLUMNS, ...Array.from({ length: count }, (_, n) => importLine(n, seed))].join('\n')}\n`;
}

/** A text as a file, in chunks of odd sizes. */
export function fileOf(text: string, chunkBytes = 1021): RecordFile {
  const bytes = Buffer.from(text);
  function* chunks(from: number): Generator<Buffer> {
    for (let at = from; at < bytes.length; at += chunkBytes) {
      yield bytes.subarray(at, at + chunkBytes);
    }
  }
  return { size: bytes.length, read: (from) => Readable.from(chunks(from)) };
}
