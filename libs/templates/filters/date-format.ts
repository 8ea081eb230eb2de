import { readTimeZone } from '#platform/spelling';
import type { StepBudget } from '../values/step-budget.js';

/** `strftime`, with the names of English: `local_date` writes dates for people. */

const CONVERSION = /%([-_0^#:]*)(\d{0,9})[EO]?([a-zA-Z%])/g;
const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const WIDTHS: Readonly<Record<string, number>> = {
  C: 2,
  d: 2,
  e: 2,
  H: 2,
  I: 2,
  j: 3,
  k: 2,
  l: 2,
  L: 3,
  m: 2,
  M: 2,
  S: 2,
  U: 2,
  W: 2,
  y: 2,
  Y: 4,
};
const PADDED_WITH_BLANKS = new Set('aAbBceklpP');
const MINUTE = 60_000;
const DAY = 86_400_000;

/** A moment on the clock of a zone. */
interface ZonedDate {
  /** Its fields in UTC are those of the zone. */
  shown: Date;
  time: number;
  /** Minutes east of UTC. */
  offset: number;
  zone: string;
}

/** @param zone  an IANA name or an offset; an unknown one is UTC */
export function formatDate(time: number, pattern: string, zone: string, budget: StepBudget): string {
  budget.write(pattern.length);
  const offset = findOffset(time, zone);
  const date: ZonedDate = { shown: new Date(time + offset * MINUTE), time, offset, zone };
  return pattern.replace(CONVERSION, (written, flags: string, width: string, name: string) => {
    budget.spend(1);
    const text = convert(name, date, flags, Number(width));
    if (text === undefined) {
      return written;
    }
    const length = flags.includes('-') ? 0 : Number(width) || (WIDTHS[name] ?? 0);
    budget.write(Math.max(length, text.length));
    return pad(changeCase(text, flags), length, findFiller(name, flags));
  });
}

function findFiller(name: string, flags: string): string {
  return flags.includes('_') ? ' ' : flags.includes('0') || !PADDED_WITH_BLANKS.has(name) ? '0' : ' ';
}

function pad(text: string, length: number, filler: string): string {
  return filler === '0' && text.startsWith('-')
    ? `-${text.slice(1).padStart(length - 1, filler)}`
    : text.padStart(length, filler);
}

function changeCase(text: string, flags: string): string {
  if (flags.includes('^')) {
    return text.toUpperCase();
  }
  return flags.includes('#') ? (/[a-z]/.test(text) ? text.toUpperCase() : text.toLowerCase()) : text;
}

function convert(name: string, date: ZonedDate, flags: string, width: number): string | undefined {
  const { shown, time, offset } = date;
  const [year, month, day] = [shown.getUTCFullYear(), shown.getUTCMonth(), shown.getUTCDate()];
  const [hours, weekday] = [shown.getUTCHours(), shown.getUTCDay()];
  switch (name) {
    case 'a':
      return DAYS[weekday]?.slice(0, 3);
    case 'A':
      return DAYS[weekday];
    case 'b':
    case 'h':
      return MONTHS[month]?.slice(0, 3);
    case 'B':
      return MONTHS[month];
    case 'C':
      return String(Math.floor(year / 100));
    case 'd':
    case 'e':
      return String(day);
    case 'H':
    case 'k':
      return String(hours);
    case 'I':
    case 'l':
      return String(hours % 12 || 12);
    case 'j':
      return String(dayOfYear(shown));
    case 'L':
      return String(shown.getUTCMilliseconds());
    case 'm':
      return String(month + 1);
    case 'M':
      return String(shown.getUTCMinutes());
    case 'N':
      return toFraction(shown, width || 9);
    case 'p':
      return hours < 12 ? 'AM' : 'PM';
    case 'P':
      return hours < 12 ? 'am' : 'pm';
    case 'q':
      return ordinalOf(day);
    case 's':
      return String(Math.floor(time / 1000));
    case 'S':
      return String(shown.getUTCSeconds());
    case 'u':
      return String(weekday || 7);
    case 'U':
      return weekOf(shown, 0);
    case 'w':
      return String(weekday);
    case 'W':
      return weekOf(shown, 1);
    case 'y':
      return String(((year % 100) + 100) % 100);
    case 'Y':
      return String(year);
    case 'z':
      return toOffset(offset, flags.includes(':'));
    case 'Z':
      return date.zone;
    case 't':
      return '\t';
    case 'n':
      return '\n';
    case '%':
      return '%';
    default:
      return undefined;
  }
}

/** Fractions of a second; widths beyond those of any clock are cut. */
function toFraction(shown: Date, width: number): string {
  return String(shown.getUTCMilliseconds()).padStart(3, '0').slice(0, width).padEnd(Math.min(width, 20), '0');
}

function dayOfYear(shown: Date): number {
  return Math.floor((shown.getTime() - Date.UTC(shown.getUTCFullYear(), 0, 1)) / DAY) + 1;
}

function weekOf(shown: Date, firstDay: number): string {
  const sinceFirst = (shown.getUTCDay() - firstDay + 7) % 7;
  return String(Math.floor((dayOfYear(shown) - 1 - sinceFirst + 7) / 7));
}

function ordinalOf(day: number): string {
  const last = day > 10 && day < 14 ? 0 : day % 10;
  return ['th', 'st', 'nd', 'rd'][last] ?? 'th';
}

function toOffset(minutes: number, hasColon: boolean): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${minutes < 0 ? '-' : '+'}${hours}${hasColon ? ':' : ''}${rest}`;
}

/** Minutes east of UTC at a moment. */
function findOffset(time: number, zone: string): number {
  const timeZone = zone === 'UTC' ? undefined : readTimeZone(zone);
  if (timeZone === undefined) {
    return 0;
  }
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(time);
  const written = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d{2}):(\d{2})/.exec(written) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
