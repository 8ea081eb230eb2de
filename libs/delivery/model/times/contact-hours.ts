import { DAYS, type Hours, type SendWindow, USER_ZONE } from '#libs/contact-policy';
import { instantIn, readTimeZone, wallIn } from '#platform/spelling';

/** Hours of an application that concern a message. */
export interface ContactHours {
  quiet: Hours | null;
  windows: readonly SendWindow[];
  /** Zone of the application, for persons without one. */
  zone: string;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Every week has each window once, and clocks that are set may skip one. */
const DAYS_AHEAD = 15;
/** More than the ends of quiet hours and windows of two weeks. */
const MAX_STEPS = 100;

/** The earliest time from `now` on at which a message may leave for a person; undefined: there is none. */
export function findOpening(hours: ContactHours, personZone: string | null, now: Date): Date | undefined {
  let at = now;
  for (let step = 0; step < MAX_STEPS; step++) {
    const next = hours.quiet ? endOfQuiet(hours.quiet, zoneOf(hours.quiet, hours, personZone), at) : at;
    const start = hours.windows.length > 0 ? startOfWindow(hours, personZone, next) : next;
    if (!start || start.getTime() === at.getTime()) {
      return start;
    }
    at = start;
  }
  return undefined;
}

/** The time itself outside of quiet hours, else their end. A span of local time that occurs twice is quiet both times. */
function endOfQuiet({ from, to }: Hours, zone: string, at: Date): Date {
  const wall = wallIn(zone, at);
  const clock = wall.slice(11, 16);
  const isOvernight = from > to;
  const isQuiet = isOvernight ? clock >= from || clock < to : clock >= from && clock < to;
  if (!isQuiet) {
    return at;
  }
  const day = isOvernight && clock >= from ? nextDay(wall, 1) : wall.slice(0, 10);
  const end = instantIn(zone, `${day}T${to}:00`);
  return end > at ? end : new Date(at.getTime() + MINUTE_MS);
}

/** The time itself inside of a window, else the start of the next one. */
function startOfWindow(hours: ContactHours, personZone: string | null, at: Date): Date | undefined {
  let first: Date | undefined;
  for (const window of hours.windows) {
    const zone = zoneOf(window, hours, personZone);
    const wall = wallIn(zone, at);
    const clock = wall.slice(11, 16);
    if (isOn(window, wall.slice(0, 10)) && clock >= window.from && clock < window.to) {
      return at;
    }
    for (let ahead = 0; ahead < DAYS_AHEAD; ahead++) {
      const day = nextDay(wall, ahead);
      const start = isOn(window, day) ? instantIn(zone, `${day}T${window.from}:00`) : at;
      if (start > at) {
        first = first && first < start ? first : start;
        break;
      }
    }
  }
  return first;
}

function isOn({ days }: SendWindow, day: string): boolean {
  const weekday = DAYS[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7];
  return !days || days.some((each) => each === weekday);
}

function nextDay(wall: string, days: number): string {
  return new Date(Date.parse(`${wall.slice(0, 10)}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

function zoneOf({ zone }: Hours, hours: ContactHours, personZone: string | null): string {
  if (zone === USER_ZONE) {
    return (personZone === null ? undefined : readTimeZone(personZone)) ?? hours.zone;
  }
  return readTimeZone(zone) ?? hours.zone;
}
