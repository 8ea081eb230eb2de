import type { ClockTime } from '../model/journey.types.js';
import { clockTimeAfter } from '../model/wait-times.js';

const DAY_MS = 24 * 3_600_000;
const TIME: ClockTime = { time: '08:00', weekdays: ['MO'], zone: 'application' };
/** A digest that no process could write in time is written until then. */
const LATE_MS = DAY_MS;

/** The Monday, eight o'clock, whose digest is due; undefined: none is. @param zone  of the member */
export function findDigestTime(zone: string, now: Date): Date | undefined {
  const next = clockTimeAfter(TIME, zone, new Date(now.getTime() - LATE_MS));
  return next <= now ? next : undefined;
}
