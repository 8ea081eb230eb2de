import type { Occurrence, SeriesRule } from '#libs/delivery';
import { findNextRun, readRepeatRule, RepeatRuleError, skipPast } from '#libs/delivery/recurring';
import { AppError, malformed } from '#platform/errors';
import { wallIn } from '#platform/spelling';
import type { ScheduleDto } from './requests/bulk.dto.js';

/** When the runs of a recurring campaign are due, and the first of them that is to come. */
export interface Recurrence {
  rule: SeriesRule;
  next: Occurrence;
}

/** @property resultDays  so long the application keeps who got a message */
interface RecurrenceContext {
  now: Date;
  timeZone: string;
  resultDays: number;
  nameOf: (field: string) => string;
}

/** A start lies no longer back: the days between would have to be counted. */
const MAX_PAST_MS = 31 * 24 * 3_600_000;
const OFFSET = /(Z|[+-]\d{2}:\d{2})$/;

/**
 * `schedule` with `repeat` (decisions, section 10).
 *
 * @throws AppError malformed
 */
export function readRecurrence(schedule: ScheduleDto, context: RecurrenceContext): Recurrence {
  const { now, timeZone, nameOf } = context;
  const refuse = (field: string, text: string): AppError => malformed(`Field '${nameOf(`schedule.${field}`)}' ${text}`);
  const { zone = schedule.localTimezone === true ? 'user' : 'application', notWithin, recipients } = schedule;
  if (schedule.localTimezone !== undefined && schedule.localTimezone !== (zone === 'user')) {
    throw refuse('zone', 'should be absent, or say the same as localTimezone');
  }
  if (zone === 'user' && OFFSET.test(schedule.startTime)) {
    throw refuse('startTime', "should have no offset: zone 'user' takes each own clock");
  }
  const start = toWall(schedule.startTime, timeZone);
  if (Date.parse(`${start}Z`) < now.getTime() - MAX_PAST_MS) {
    throw refuse('startTime', 'should be 31 days ago at most');
  }
  const { days, count, until: untilOfRule } = readRule(schedule.repeat ?? '', refuse);
  const ends = [untilOfRule, schedule.until].flatMap((end) => (end === undefined ? [] : [toEnd(end, timeZone)]));
  const [until] = ends.toSorted();
  const notWithinDays = notWithin === undefined ? undefined : Number.parseInt(notWithin, 10);
  if (notWithinDays !== undefined && notWithinDays > context.resultDays) {
    throw refuse('notWithin', `should be ${context.resultDays}d at most: so long results are kept`);
  }
  if (recipients?.from !== undefined && recipients.to !== undefined && recipients.from > recipients.to) {
    throw refuse('recipients', 'should not end before it begins');
  }
  const rule: SeriesRule = {
    start,
    days,
    zone,
    timeZone,
    ...(count !== undefined && { count }),
    ...(until !== undefined && { until }),
    ...(schedule.except && schedule.except.length > 0 && { except: [...new Set(schedule.except)].toSorted() }),
    ...(notWithinDays !== undefined && { notWithinDays }),
    ...(recipients && { recipients: Object.assign({}, recipients) }),
  };
  const { next } = skipPast(rule, findNextRun(rule, null), now);
  if (!next) {
    throw refuse('repeat', 'should have a day to come: by this rule and its end there is none, or it is years away');
  }
  return { rule, next: { ...next, dueAt: next.dueAt < now ? now : next.dueAt } };
}

function readRule(text: string, refuse: (field: string, text: string) => AppError): ReturnType<typeof readRepeatRule> {
  try {
    return readRepeatRule(text);
  } catch (error) {
    throw error instanceof RepeatRuleError ? refuse('repeat', error.message) : error;
  }
}

/** A time as the clock of the zone shows it, `yyyy-MM-ddTHH:mm:ss`. */
function toWall(time: string, timeZone: string): string {
  return OFFSET.test(time) ? wallIn(timeZone, new Date(time)) : `${time}:00`.slice(0, 19);
}

/** A day ends with its last second. */
function toEnd(end: string, timeZone: string): string {
  return end.includes('T') ? toWall(end, timeZone) : `${end}T23:59:59`;
}
