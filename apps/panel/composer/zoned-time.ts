const MINUTE_MS = 60_000;
const FORM = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/**
 * The instant of a time of a clock. Of an hour that the clock has twice it is the first.
 *
 * @param local  as a field of date and time has it: `2030-02-01T15:30`
 * @param zone   IANA name
 * @returns ISO 8601 in UTC; undefined for what is no time, and for a time that the clock skips
 */
export function instantOf(local: string, zone: string): string | undefined {
  const wanted = readWall(local);
  if (wanted === undefined) {
    return undefined;
  }
  // No zone is further than a day from UTC, and its offset changes once in that time.
  const offsets = [-1, 1].map((days) => offsetOf(new Date(wanted + days * 24 * 60 * MINUTE_MS), zone));
  const instants = offsets
    .map((offset) => new Date(wanted - offset))
    .filter((instant) => instant.getTime() + offsetOf(instant, zone) === wanted)
    .toSorted((a, b) => a.getTime() - b.getTime());
  return instants[0]?.toISOString();
}

/**
 * The instant at which a clock of UTC shows a time, in milliseconds.
 *
 * @param local  as a field of date and time has it
 * @returns undefined for what is no time
 */
export function readWall(local: string): number | undefined {
  const time = FORM.test(local) ? Date.parse(`${local}:00Z`) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** The largest offsets from UTC: Kiritimati and Baker Island. */
const MOST_AHEAD_MS = 14 * 60 * MINUTE_MS;
const MOST_BEHIND_MS = 12 * 60 * MINUTE_MS;

/** When clocks of the world show a time first and last, ISO 8601. @returns undefined for what is no time */
export function worldSpan(local: string): { first: string; last: string } | undefined {
  const time = readWall(local);
  return time === undefined
    ? undefined
    : {
        first: new Date(time - MOST_AHEAD_MS).toISOString(),
        last: new Date(time + MOST_BEHIND_MS).toISOString(),
      };
}

/** What a clock shows, as a field of date and time has it. @param iso  ISO 8601 */
export function localOf(iso: string, zone: string): string {
  return shownAt(new Date(iso), zone);
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
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}
