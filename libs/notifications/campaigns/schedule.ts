import { type DispatchOptions, type Lateness } from '#libs/delivery';
import { malformed } from '#platform/errors';
import { instantIn, readTimeZone, worldwideSpan } from '#platform/spelling';
import type { ScheduleDto } from './requests/bulk.dto.js';
import { readRecurrence, type Recurrence } from './recurrence.js';

/** When a campaign is due, and what else its schedule says to its dispatch. */
export interface Schedule {
  dueAt: Date;
  /** In which zone the time was read: an IANA name, `UTC` or an offset. Null: by the clock of each recipient. */
  zone: string | null;
  options: Pick<DispatchOptions, 'localTime' | 'timeZone' | 'late' | 'series'>;
  /** Present where it repeats; the rest is about its first run. */
  recurrence?: Recurrence;
}

/** The application's defaults for the times of its sends. */
export interface ScheduleDefaults {
  /** IANA name, for times without an offset, and for recipients without a known time zone. */
  timeZone: string;
  late: Lateness;
  /** So long the application keeps results. */
  resultDays: number;
}

const OFFSET = /(Z|[+-]\d{2}:\d{2})$/;

/**
 * `schedule` of a bulk send (decisions, section 5). `startTime` is a time with an offset, or else one in the zone of the
 * application. With `localTimezone: true` it is one of every recipient's own clock: then the campaign begins where clocks
 * show it first. A past time, or no schedule, is now; of a local time that is so where it has passed everywhere. `ifLate`
 * stands over what the application says.
 *
 * @param nameOf  what the request calls a field
 * @throws AppError malformed for an offset beside `localTimezone`
 */
export function toSchedule(
  schedule: ScheduleDto | undefined,
  now: Date,
  defaults: ScheduleDefaults,
  nameOf: (field: string) => string = (field) => field,
): Schedule {
  const timeZone = readTimeZone(defaults.timeZone) ?? 'UTC';
  if (schedule === undefined) {
    return { dueAt: now, zone: timeZone, options: {} };
  }
  const { startTime, localTimezone: isLocal = false, ifLate } = schedule;
  const late = { ...defaults.late, policy: ifLate ?? defaults.late.policy };
  if (schedule.repeat !== undefined) {
    const recurrence = readRecurrence(schedule, { now, timeZone, resultDays: defaults.resultDays, nameOf });
    return { ...toRecurringSchedule(recurrence, late), recurrence };
  }
  const offset = OFFSET.exec(startTime)?.[1];
  if (isLocal && offset !== undefined) {
    throw malformed(
      `Field '${nameOf('schedule.startTime')}' should have no offset: localTimezone takes each own clock`,
    );
  }
  const at = offset === undefined ? instantIn(timeZone, startTime) : new Date(startTime);
  const { first, last } = isLocal ? worldwideSpan(startTime) : { first: at, last: at };
  const zone = isLocal ? null : offset === undefined ? timeZone : offset === 'Z' ? 'UTC' : offset;
  if (last <= now) {
    return { dueAt: now, zone, options: {} };
  }
  return {
    dueAt: first < now ? now : first,
    zone,
    options: { late, ...(isLocal && { localTime: startTime, timeZone }) },
  };
}

/** The schedule of the first run. */
function toRecurringSchedule({ rule, next: { wall, dueAt } }: Recurrence, late: Lateness): Schedule {
  const { zone, timeZone, notWithinDays } = rule;
  const series = { run: 1, wall, ...(notWithinDays !== undefined && { notWithinDays }), rule };
  return {
    dueAt,
    zone: zone === 'user' ? null : timeZone,
    options: { late, ...(zone === 'user' && { localTime: wall, timeZone }), series },
  };
}
