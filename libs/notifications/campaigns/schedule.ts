import { nameAsWritten } from '#libs/content';
import { isTimeZone, worldwideSpan, type DispatchOptions, type Lateness } from '#libs/delivery';
import { malformed, missing } from '#platform/errors';

const START_TIME_FORMAT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/;
const POLICIES = ['send', 'skip', 'ask'] as const satisfies readonly Lateness['policy'][];

/** When a campaign is due, and what else its schedule says to its dispatch. */
export interface Schedule {
  dueAt: Date;
  options: Pick<DispatchOptions, 'localTime' | 'timeZone' | 'late'>;
}

/** What an application says about the times of its sends. */
export interface ScheduleDefaults {
  /** IANA name: of recipients whose own is not known. */
  timeZone: string;
  late: Lateness;
}

/**
 * Reads `schedule` of a bulk send (decisions, section 5), at the top level or inside `message`. `startTime`
 * (`yyyy-MM-ddTHH:mm:ss`) is a time in UTC, or with `localTimezone: true` one of every recipient's own clock: then the
 * campaign begins where clocks show it first. A past time, or no schedule, is now; of a local time that is so where it
 * has passed everywhere. `ifLate` (`send`, `skip` or `ask`) stands over what the application says.
 *
 * @throws AppError malformed, missing_field for a schedule without `startTime`
 */
export function readSchedule(raw: Record<string, unknown>, now: Date, times: ScheduleDefaults): Schedule {
  const message = raw['message'];
  const schedule = raw['schedule'] ?? (isRecord(message) ? message['schedule'] : undefined);
  if (schedule === undefined || schedule === null || schedule === false) {
    return { dueAt: now, options: {} };
  }
  if (!isRecord(schedule)) {
    throw malformed(`Field '${nameAsWritten(raw, 'schedule')}' should be an object`);
  }
  const isLocal = schedule['localTimezone'] ?? false;
  if (typeof isLocal !== 'boolean') {
    throw malformed(`Field '${nameAsWritten(raw, 'schedule.localTimezone')}' should be true or false`);
  }
  const startTime = schedule['startTime'] ?? false;
  if (startTime === false) {
    throw missing(nameAsWritten(raw, 'schedule.startTime'));
  }
  const at = typeof startTime === 'string' && START_TIME_FORMAT.test(startTime) ? new Date(`${startTime}Z`) : null;
  if (typeof startTime !== 'string' || !at || !isSameDay(at, startTime)) {
    throw malformed(
      `Field '${nameAsWritten(raw, 'schedule.startTime')}' should be a time of the form yyyy-MM-ddTHH:mm:ss`,
    );
  }
  const late = {
    ...times.late,
    policy: readPolicy(schedule['ifLate'], nameAsWritten(raw, 'schedule.ifLate')) ?? times.late.policy,
  };
  const { first, last } = isLocal ? worldwideSpan(startTime) : { first: at, last: at };
  if (last <= now) {
    return { dueAt: now, options: {} };
  }
  const timeZone = isTimeZone(times.timeZone) ? times.timeZone : 'UTC';
  return {
    dueAt: first < now ? now : first,
    options: { late, ...(isLocal && { localTime: startTime, timeZone }) },
  };
}

/** Not so for a day that its month does not have, and no time at all. */
function isSameDay(at: Date, text: string): boolean {
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text.slice(0, 10));
}

function readPolicy(value: unknown, field: string): Lateness['policy'] | undefined {
  if (value === undefined || value === null) {
    return undefined;
  }
  const policy = POLICIES.find((candidate) => candidate === value);
  if (!policy) {
    throw malformed(`Field '${field}' should be one of ${POLICIES.join(', ')}`);
  }
  return policy;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
