import { isTimeZone, worldwideSpan, type DispatchOptions, type Lateness } from '#libs/delivery';
import type { ScheduleDto } from './bulk.dto.js';

/** When a campaign is due, and what else its schedule says to its dispatch. */
export interface Schedule {
  dueAt: Date;
  options: Pick<DispatchOptions, 'localTime' | 'timeZone' | 'late'>;
}

/** What an application says about the times of its sends. */
export interface ScheduleDefaults {
  /** IANA name, for recipients without a known time zone. */
  timeZone: string;
  late: Lateness;
}

/**
 * `schedule` of a bulk send (decisions, section 5). `startTime` is a time in UTC, or with `localTimezone: true` one of
 * every recipient's own clock: then the campaign begins where clocks show it first. A past time, or no schedule, is now;
 * of a local time that is so where it has passed everywhere. `ifLate` stands over what the application says.
 */
export function toSchedule(schedule: ScheduleDto | undefined, now: Date, defaults: ScheduleDefaults): Schedule {
  if (schedule === undefined) {
    return { dueAt: now, options: {} };
  }
  const { startTime, localTimezone: isLocal = false, ifLate } = schedule;
  const at = new Date(`${startTime}Z`);
  const { first, last } = isLocal ? worldwideSpan(startTime) : { first: at, last: at };
  if (last <= now) {
    return { dueAt: now, options: {} };
  }
  const late = { ...defaults.late, policy: ifLate ?? defaults.late.policy };
  const timeZone = isTimeZone(defaults.timeZone) ? defaults.timeZone : 'UTC';
  return {
    dueAt: first < now ? now : first,
    options: { late, ...(isLocal && { localTime: startTime, timeZone }) },
  };
}
