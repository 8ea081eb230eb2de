import { instantIn, wallIn } from '#platform/spelling';
import { type AttributeTime, type ClockTime, WEEKDAYS } from './journey.types.js';

const DAY_MS = 24 * 3_600_000;

/** The next moment of a time of day. It is later than `now`. @param zone  as `readTimeZone` gives it */
export function clockTimeAfter({ time, days, weekdays }: ClockTime, zone: string, now: Date): Date {
  const today = wallIn(zone, now).slice(0, 10);
  for (let ahead = days ?? 0; ; ahead += 1) {
    const day = addDays(today, ahead);
    const at = instantIn(zone, `${day}T${time}`);
    if (at > now && (!weekdays || weekdays.includes(weekdayOf(day)))) {
      return at;
    }
  }
}

/**
 * The moment that an attribute names.
 *
 * @param value  of the person, in epoch ms; a day is its midnight in UTC
 * @param isDay  the attribute has days, without a time
 */
export function attributeTime(
  { beforeMs, time }: AttributeTime,
  value: number,
  { isDay, zone }: { isDay: boolean; zone: string },
): Date {
  if (!isDay && time === undefined) {
    return new Date(value - beforeMs);
  }
  const day = (isDay ? new Date(value).toISOString() : wallIn(zone, new Date(value))).slice(0, 10);
  // By the clocks of the zone: three days before ten o'clock is ten o'clock, also where the clocks change between.
  const wall = new Date(Date.parse(`${day}T${time ?? '00:00'}Z`) - beforeMs);
  return instantIn(zone, wall.toISOString().slice(0, 19));
}

/**
 * The end of a wait for a person.
 *
 * @param value  of the attribute that it names, as it is stored
 * @returns null for a person without that time
 */
export function waitEnd(
  wait: ClockTime | AttributeTime,
  value: unknown,
  place: { isDay: boolean; zone: string },
  now: Date,
): Date | null {
  if (!('attribute' in wait)) {
    return clockTimeAfter(wait, place.zone, now);
  }
  return typeof value === 'number' ? attributeTime(wait, value, place) : null;
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

function weekdayOf(day: string): (typeof WEEKDAYS)[number] {
  return WEEKDAYS[(new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7] ?? 'MO';
}
