const MINUTE_MS = 60_000;
/** A field of date and time, and behind it which of two was chosen where the clock shows it twice. */
const FORM = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})([+-]\d{2}:\d{2})?$/;

/** When a clock shows a time. @property offset  how far it is before UTC then: `+02:00` */
export interface ClockTime {
  instant: string;
  offset: string;
}

/**
 * Every instant at which a clock shows a time, the first one first: none where it skips it, two where it shows it twice.
 *
 * @param local  as a field of date and time has it: `2030-02-01T15:30`
 * @param zone   IANA name
 */
export function clockTimes(local: string, zone: string): ClockTime[] {
  const wall = readWall(local);
  if (wall === undefined) {
    return [];
  }
  // No zone is further than a day from UTC, and its offset changes once in that time.
  const offsets = new Set([-1, 1].map((days) => offsetOf(new Date(wall + days * 24 * 60 * MINUTE_MS), zone)));
  return [...offsets]
    .map((offset) => ({ at: wall - offset, offset }))
    .filter(({ at, offset }) => offsetOf(new Date(at), zone) === offset)
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, offset }) => ({ instant: new Date(at).toISOString(), offset: writeOffset(offset) }));
}

/**
 * The instant of a time of a clock.
 *
 * @param local  as `clockTimes`; where the clock shows it twice with the chosen offset: `2026-10-25T02:30+02:00`
 * @returns ISO 8601 in UTC; undefined for an invalid time, for a time that the clock skips, and for one of two without a choice
 */
export function instantOf(local: string, zone: string): string | undefined {
  const times = clockTimes(local, zone);
  const [, , chosen] = FORM.exec(local) ?? [];
  return (times.length > 1 ? times.find(({ offset }) => offset === chosen) : times[0])?.instant;
}

/** The value of a field of date and time, without the choice between two offsets. */
export function wallOf(local: string): string {
  return FORM.exec(local)?.[1] ?? local;
}

function writeOffset(milliseconds: number): string {
  const minutes = Math.abs(milliseconds) / MINUTE_MS;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return `${milliseconds < 0 ? '-' : '+'}${hours}:${rest}`;
}

/**
 * The instant at which a clock of UTC shows a time, in milliseconds.
 *
 * @param local  the value of a field of date and time
 * @returns undefined for an invalid time
 */
export function readWall(local: string): number | undefined {
  const [, wall] = FORM.exec(local) ?? [];
  const time = wall === undefined ? Number.NaN : Date.parse(`${wall}:00Z`);
  return Number.isNaN(time) ? undefined : time;
}

/** The largest offsets from UTC: Kiritimati and Baker Island. */
const MOST_AHEAD_MS = 14 * 60 * MINUTE_MS;
const MOST_BEHIND_MS = 12 * 60 * MINUTE_MS;

/**
 * The first and the last instant at which clocks of the world show a time, ISO 8601.
 *
 * @returns undefined for an invalid time
 */
export function worldSpan(local: string): { first: string; last: string } | undefined {
  const time = readWall(local);
  return time === undefined
    ? undefined
    : {
        first: new Date(time - MOST_AHEAD_MS).toISOString(),
        last: new Date(time + MOST_BEHIND_MS).toISOString(),
      };
}

/**
 * The time on a clock, as `instantOf` takes it.
 *
 * @param iso  ISO 8601
 */
export function localOf(iso: string, zone: string): string {
  const instant = new Date(iso);
  const wall = shownAt(instant, zone);
  return clockTimes(wall, zone).length > 1 ? `${wall}${writeOffset(offsetOf(instant, zone))}` : wall;
}

/** How far the clock of a zone is before UTC, in milliseconds. */
function offsetOf(instant: Date, zone: string): number {
  const shown = Date.parse(`${shownAt(instant, zone)}:00Z`);
  return shown - Math.floor(instant.getTime() / MINUTE_MS) * MINUTE_MS;
}

function shownAt(instant: Date, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((entry) => entry.type === type)?.value ?? '';
  // While a year is typed it has fewer digits.
  return `${part('year').padStart('yyyy'.length, '0')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}
