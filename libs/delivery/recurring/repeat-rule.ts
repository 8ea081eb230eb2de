import { RRuleTemporal } from 'rrule-temporal';
import { LruCache } from '#platform/collections';

/** A rule without its end: the parts of RFC 5545 that say on which days. */
export interface RepeatRule {
  /** `FREQ=…;…`, as the library reads it. */
  days: string;
  /** Days of the rule at most; days left out count too. */
  count?: number;
  /** The last day or moment of the rule by its clock, `yyyy-MM-ddTHH:mm:ss`; with `Z`: an instant. */
  until?: string;
}

/** A rule that is refused. The message ends a sentence that begins with the name of the field. */
export class RepeatRuleError extends Error {}

/** Periods between two days of a rule at most: a look for the next day ends after so many. */
const MOST_PERIODS = { DAILY: 400, WEEKLY: 110, MONTHLY: 60, YEARLY: 12 } as const;
type Frequency = keyof typeof MOST_PERIODS;

const MAX_LENGTH = 300;
/** Values of all lists of a rule together: all days of a month and all months are 43. */
const MAX_VALUES = 50;
const MAX_INTERVAL = 1000;
const MAX_COUNT = 10_000;
/** Days that the library looks at for one answer. */
const MAX_CANDIDATES = 20_000;

const LISTS: Readonly<Record<string, RegExp>> = {
  BYDAY: /^[+-]?\d{0,2}(MO|TU|WE|TH|FR|SA|SU)$/,
  BYMONTHDAY: /^[+-]?([1-9]|[12]\d|3[01])$/,
  BYYEARDAY: /^[+-]?([1-9]\d{0,2})$/,
  BYWEEKNO: /^[+-]?([1-9]|[1-4]\d|5[0-3])$/,
  BYMONTH: /^([1-9]|1[0-2])$/,
  BYSETPOS: /^[+-]?([1-9]\d{0,2})$/,
};
const CLOCK_PARTS = new Set(['BYHOUR', 'BYMINUTE', 'BYSECOND']);
const UNTIL = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$/;

/**
 * Reads a rule of RFC 5545. It says on which days; the time of day is that of the start.
 *
 * @throws RepeatRuleError for a rule that is none, that is finer than a day, or that is too large
 */
export function readRepeatRule(text: string): RepeatRule {
  const parts = readParts(text);
  const frequency = parts.get('FREQ');
  if (frequency === 'HOURLY' || frequency === 'MINUTELY' || frequency === 'SECONDLY') {
    throw new RepeatRuleError('should repeat once a day at most: FREQ is DAILY, WEEKLY, MONTHLY or YEARLY');
  }
  if (frequency === undefined || !isFrequency(frequency)) {
    throw new RepeatRuleError('should have FREQ=DAILY, WEEKLY, MONTHLY or YEARLY');
  }
  const own: string[] = [];
  let values = 0;
  for (const [name, value] of parts) {
    if (CLOCK_PARTS.has(name)) {
      throw new RepeatRuleError(`should have no ${name}: a run begins at the time of startTime`);
    }
    const form = LISTS[name];
    if (form) {
      const list = value.split(',');
      values += list.length;
      if (values > MAX_VALUES || !list.every((item) => form.test(item))) {
        throw new RepeatRuleError(`should have other values in ${name}, and ${MAX_VALUES} in all its lists at most`);
      }
    }
    if (name !== 'COUNT' && name !== 'UNTIL') {
      own.push(`${name}=${value}`);
    }
  }
  checkCombinations(frequency, parts);
  const count = parts.get('COUNT');
  const until = parts.get('UNTIL');
  if (count !== undefined && until !== undefined) {
    throw new RepeatRuleError('should have one of COUNT and UNTIL');
  }
  return {
    days: own.join(';'),
    ...(count !== undefined && { count: readNumber('COUNT', count, MAX_COUNT) }),
    ...(until !== undefined && { until: readUntil(until) }),
  };
}

/**
 * The next day of a rule, at the time of its start; null: there is none within the periods that are looked at. The work has
 * a bound, whatever the rule.
 *
 * @param start  `yyyy-MM-ddTHH:mm:ss`, the first day that can be one
 * @param after  null: from the start on; else later than this
 */
export function findNextDay(days: string, start: string, after: string | null): string | null {
  const rule = openRule(days, start);
  try {
    const found = rule.next(new Date(`${after ?? start}Z`), after === null);
    return found && new Date(found.epochMilliseconds).toISOString().slice(0, 19);
  } catch (error) {
    if (error instanceof Error && /exceeded/.test(error.message)) {
      return null;
    }
    throw error;
  }
}

const RULES_IN_MEMORY = 200;
const rules = new LruCache<string, RRuleTemporal>({ max: RULES_IN_MEMORY });

/** The rule in UTC: times are those of a clock without a zone. */
function openRule(days: string, start: string): RRuleTemporal {
  const text = `DTSTART:${start.replaceAll(/[-:]/g, '')}Z\nRRULE:${days}`;
  const known = rules.get(text);
  if (known) {
    return known;
  }
  const frequency = /(?:^|;)FREQ=([A-Z]+)/.exec(days)?.[1] ?? '';
  const maxIterations = isFrequency(frequency) ? MOST_PERIODS[frequency] : 1;
  const rule = new RRuleTemporal({ rruleString: text, maxIterations, maxCandidateEvaluations: MAX_CANDIDATES });
  rules.set(text, rule);
  return rule;
}

function readParts(text: string): Map<string, string> {
  if (text.length > MAX_LENGTH) {
    throw new RepeatRuleError(`should have ${MAX_LENGTH} characters at most`);
  }
  const parts = new Map<string, string>();
  for (const part of text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .split(';')) {
    const [name = '', value = '', ...rest] = part.split('=');
    if (!isPartName(name) || value === '' || rest.length > 0 || parts.has(name)) {
      throw new RepeatRuleError('should be a rule of RFC 5545, such as FREQ=WEEKLY;BYDAY=MO');
    }
    parts.set(name, value);
  }
  return parts;
}

function isPartName(name: string): boolean {
  return name in LISTS || CLOCK_PARTS.has(name) || ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST'].includes(name);
}

function isFrequency(text: string): text is Frequency {
  return Object.hasOwn(MOST_PERIODS, text);
}

/** Refuses combinations that RFC 5545 forbids, or that the library reads as something else. */
function checkCombinations(frequency: Frequency, parts: ReadonlyMap<string, string>): void {
  const forbidden: Readonly<Record<Frequency, readonly string[]>> = {
    DAILY: ['BYWEEKNO', 'BYYEARDAY'],
    WEEKLY: ['BYWEEKNO', 'BYYEARDAY', 'BYMONTHDAY'],
    MONTHLY: ['BYWEEKNO', 'BYYEARDAY'],
    YEARLY: [],
  };
  const name = forbidden[frequency].find((part) => parts.has(part));
  if (name !== undefined) {
    throw new RepeatRuleError(`should have no ${name} with FREQ=${frequency}`);
  }
  const isNumbered = /\d/.test(parts.get('BYDAY') ?? '');
  if (isNumbered && (frequency === 'DAILY' || frequency === 'WEEKLY' || parts.has('BYWEEKNO'))) {
    throw new RepeatRuleError('should have weekdays without a number in BYDAY, which belong to months and years');
  }
  if (parts.has('BYSETPOS') && ![...parts.keys()].some((part) => part !== 'BYSETPOS' && part in LISTS)) {
    throw new RepeatRuleError('should have another list beside BYSETPOS');
  }
  const wkst = parts.get('WKST');
  if (wkst !== undefined && !/^(MO|TU|WE|TH|FR|SA|SU)$/.test(wkst)) {
    throw new RepeatRuleError('should have a weekday in WKST, such as MO');
  }
  const interval = parts.get('INTERVAL');
  if (interval !== undefined) {
    readNumber('INTERVAL', interval, MAX_INTERVAL);
  }
}

function readNumber(name: string, text: string, max: number): number {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > max) {
    throw new RepeatRuleError(`should have a whole number from 1 to ${max} in ${name}`);
  }
  return number;
}

/** A day ends with its last second. */
function readUntil(text: string): string {
  const [, year, month, day, hours = '23', minutes = '59', seconds = '59', zone = ''] = UNTIL.exec(text) ?? [];
  const wall = `${year}-${month}-${day}T${hours}:${minutes}:${seconds}`;
  const at = Date.parse(`${wall}Z`);
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 19) !== wall) {
    throw new RepeatRuleError('should have a day or time in UNTIL, such as 20301231 or 20301231T120000Z');
  }
  return `${wall}${zone}`;
}
