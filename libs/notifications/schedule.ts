import { malformed } from '#platform/errors';

const FORM = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2}))?$/;

/**
 * When a campaign is due (decisions, section 5): `schedule.startTime` as `yyyy-MM-ddTHH:mm:ss` in UTC. A past time, or
 * no schedule, is now.
 *
 * @param raw  the body of the request; `schedule` may stand at the top level or inside `message`
 */
export function dueTime(raw: Record<string, unknown>, now: Date): Date {
  const message = raw['message'];
  const schedule = raw['schedule'] ?? (isRecord(message) ? message['schedule'] : undefined);
  if (schedule === undefined || schedule === null || schedule === false) {
    return now;
  }
  if (!isRecord(schedule)) {
    throw malformed("Field 'schedule' should be an object");
  }
  if (schedule['localTimezone'] === true) {
    throw malformed("Field 'schedule.localTimezone' is not served: sending in each user's time zone is not available");
  }
  const startTime = schedule['startTime'];
  const due = typeof startTime === 'string' && FORM.test(startTime) ? new Date(`${startTime}Z`) : new Date(Number.NaN);
  if (Number.isNaN(due.getTime())) {
    throw malformed("Field 'schedule.startTime' should be a time of the form yyyy-MM-ddTHH:mm:ss");
  }
  return due < now ? now : due;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
