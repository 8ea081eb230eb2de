import { TOPIC_CHANNEL_NAMES } from '#libs/channels/definitions';
import { malformed } from '#platform/errors';
import { Form, joinPath } from '#platform/forms';
import { readDuration } from '#platform/spelling';
import { MAX_CAPS } from '../model/match-caps.js';
import { BOUND_POLICIES, CALENDAR_PERIODS, type CalendarPeriod, type CapEntry } from '../model/policy.types.js';
import { CAP_NAMES, MAX_DAYS, MAX_MESSAGES, MAX_NAME, OVERS } from './caps-reference.js';
import { readSome } from './read-some.js';

const DAY_SECONDS = 86_400;
/** The days of `per` that mean a period of the calendar. */
const PERIOD_DAYS: Readonly<Record<CalendarPeriod, readonly number[]>> = { day: [1], week: [7], month: [30, 31] };

/** Reads the section `caps`. @throws AppError malformed, with the path of the fault */
export function readCaps(value: unknown, path: string): Map<string, CapEntry> {
  const forms = Form.readList(value, path, CAP_NAMES);
  if (forms.length > MAX_CAPS) {
    throw malformed(`${path} should have at most ${MAX_CAPS} entries`);
  }
  const caps = new Map<string, CapEntry>();
  for (const form of forms) {
    const cap = readCap(form);
    if (caps.has(cap.name)) {
      throw malformed(`${joinPath(form.path, 'name')}: ${cap.name} is listed twice`);
    }
    caps.set(cap.name, cap);
  }
  return caps;
}

function readCap(form: Form): CapEntry {
  const name = form.text('name');
  if (name.length > MAX_NAME) {
    throw malformed(`${joinPath(form.path, 'name')} should have at most ${MAX_NAME} characters`);
  }
  const most = form.int('most', { min: 1, max: MAX_MESSAGES });
  if (most === undefined) {
    throw malformed(`${joinPath(form.path, 'most')} is required`);
  }
  const over = form.has('over') ? form.oneOf('over', OVERS) : 'skip';
  const channels = readSome(form, 'channels', TOPIC_CHANNEL_NAMES);
  const topics = form.texts('topics');
  const binds = readSome(form, 'binds', BOUND_POLICIES);
  if (topics?.length === 0) {
    throw malformed(`${joinPath(form.path, 'topics')} should have at least one category`);
  }
  return {
    name,
    most,
    ...readWindow(form),
    ...(over === 'defer' && { over }),
    ...(channels && { channels }),
    ...(topics && { topics: [...new Set(topics)] }),
    ...(binds && { binds }),
  };
}

/** A rolling window, or a period of the calendar: `calendar: day`, or `calendar: true` with `per: 24h`. */
function readWindow(form: Form): Pick<CapEntry, 'per' | 'calendar'> {
  const calendar = form.has('calendar') && form.value('calendar') !== false ? form.value('calendar') : undefined;
  if (calendar === undefined) {
    return { per: readPer(form) };
  }
  const named = CALENDAR_PERIODS.find((period) => period === calendar);
  if (named === undefined && calendar !== true) {
    throw malformed(`${joinPath(form.path, 'calendar')} should be day, week, month, or true`);
  }
  if (named !== undefined && !form.has('per')) {
    return { calendar: named };
  }
  const days = (readDuration(readPer(form)) ?? Number.NaN) / DAY_SECONDS;
  const period = CALENDAR_PERIODS.find((each) => PERIOD_DAYS[each].includes(days));
  if (period === undefined || (named !== undefined && period !== named)) {
    throw malformed(`${joinPath(form.path, 'per')} should be 1d, 7d or 30d beside calendar, and the same period`);
  }
  return { calendar: period };
}

function readPer(form: Form): string {
  const per = form.text('per').trim();
  if (!((readDuration(per) ?? Infinity) <= MAX_DAYS * DAY_SECONDS)) {
    throw malformed(
      `${joinPath(form.path, 'per')} should be a duration up to ${MAX_DAYS}d, such as 90s, 10m, 4h or 3d`,
    );
  }
  return per;
}
