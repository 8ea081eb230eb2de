import type { ComposedCampaign } from '../../api/compose/message.js';
import { readWall, wallOf } from '../../widgets/times/zoned-time.js';

/** How often a campaign goes; `rule`: by a rule of RFC 5545 that is typed. */
export const OFTENS = ['once', 'day', 'week', 'month', 'rule'] as const;
export type Often = (typeof OFTENS)[number];

/** The day of a month: by its number, or by its weekday. */
export const MONTHLIES = ['date', 'weekday'] as const;
export type Monthly = (typeof MONTHLIES)[number];

export const ENDS = ['never', 'on', 'after'] as const;
export type End = (typeof ENDS)[number];

/** Weekdays as RFC 5545 names them, in the order of a week. */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

/** How a campaign repeats, as it is typed. Numbers are digits; empty: none. */
export interface Repeat {
  often: Often;
  /** Days of a weekly campaign; empty: the day of the first run. */
  weekdays: readonly string[];
  monthly: Monthly;
  rule: string;
  end: End;
  /** Its last day, `2030-12-31`. */
  endsOn: string;
  endsAfter: string;
  /** Days without a run, apart by spaces. */
  holidays: string;
  /** Days in which no one gets it twice. */
  notWithin: string;
  /** Recipients of a run; one with fewer or more waits for an approval. */
  atLeast: string;
  atMost: string;
}

export function newRepeat(): Repeat {
  return {
    often: 'once',
    weekdays: [],
    monthly: 'date',
    rule: '',
    end: 'never',
    endsOn: '',
    endsAfter: '',
    holidays: '',
    notWithin: '',
    atLeast: '',
    atMost: '',
  };
}

type Schedule = NonNullable<ComposedCampaign['schedule']>;
const DAY_MS = 86_400_000;

/** The part of a schedule that repeats; of a campaign that goes once it has no fields. @param at  of the first run */
export function repeatOf(repeat: Repeat, at: string): Partial<Schedule> {
  const days = daysOf(repeat, at);
  if (days === undefined) {
    return {};
  }
  const { end, endsOn, endsAfter, holidays, notWithin, atLeast, atMost } = repeat;
  const recipients = {
    ...(atLeast !== '' && { from: Number(atLeast) }),
    ...(atMost !== '' && { to: Number(atMost) }),
  };
  const except = holidays.split(/[\s,;]+/).filter((day) => day !== '');
  return {
    repeat: end === 'after' && endsAfter !== '' ? `${days};COUNT=${endsAfter}` : days,
    ...(end === 'on' && endsOn !== '' && { until: endsOn }),
    ...(except.length > 0 && { except }),
    ...(notWithin !== '' && { notWithin: `${notWithin}d` }),
    ...(Object.keys(recipients).length > 0 && { recipients }),
  };
}

/** The rule without its end; undefined: it goes once. */
function daysOf({ often, weekdays, monthly, rule }: Repeat, at: string): string | undefined {
  const moment = new Date(readWall(wallOf(at)) ?? Number.NaN);
  const weekday = WEEKDAYS[(moment.getUTCDay() + 6) % 7] ?? 'MO';
  switch (often) {
    case 'once':
      return undefined;
    case 'day':
      return 'FREQ=DAILY';
    case 'week': {
      const chosen = WEEKDAYS.filter((day) => weekdays.includes(day));
      return `FREQ=WEEKLY;BYDAY=${chosen.length > 0 ? chosen.join(',') : weekday}`;
    }
    case 'month':
      return monthly === 'date'
        ? `FREQ=MONTHLY;BYMONTHDAY=${moment.getUTCDate()}`
        : `FREQ=MONTHLY;BYDAY=${placeInMonth(moment)}${weekday}`;
    default:
      return rule.trim();
  }
}

/** Counts the same weekdays of a month up to a day; -1: the last one, where a fifth is not in every month. */
function placeInMonth(day: Date): number {
  const place = Math.ceil(day.getUTCDate() / 7);
  return place > 4 ? -1 : place;
}

/** Reverses `repeatOf`, for a stored schedule of any form. */
export function repeatFormOf(schedule: Partial<Omit<Schedule, 'localTimezone'>> | undefined): Repeat {
  const { repeat, until, except, notWithin, recipients } = schedule ?? {};
  if (repeat === undefined) {
    return newRepeat();
  }
  const [, days = repeat, endsAfter = ''] = /^(.*);COUNT=(\d+)$/.exec(repeat) ?? [];
  const end: End = endsAfter !== '' ? 'after' : until === undefined ? 'never' : 'on';
  return {
    ...newRepeat(),
    ...formOfDays(days),
    end,
    endsAfter,
    endsOn: until ?? '',
    holidays: except?.join(' ') ?? '',
    notWithin: notWithin?.replace(/d$/, '') ?? '',
    atLeast: recipients?.from === undefined ? '' : String(recipients.from),
    atMost: recipients?.to === undefined ? '' : String(recipients.to),
  };
}

function formOfDays(days: string): Partial<Repeat> {
  const weekdays = /^FREQ=WEEKLY;BYDAY=((?:(?:MO|TU|WE|TH|FR|SA|SU),?)+)$/.exec(days)?.[1];
  if (days === 'FREQ=DAILY') {
    return { often: 'day' };
  }
  if (weekdays !== undefined) {
    return { often: 'week', weekdays: weekdays.split(',') };
  }
  if (/^FREQ=MONTHLY;BYMONTHDAY=\d+$/.test(days)) {
    return { often: 'month', monthly: 'date' };
  }
  return /^FREQ=MONTHLY;BYDAY=(-1|[1-4])(MO|TU|WE|TH|FR|SA|SU)$/.test(days)
    ? { often: 'month', monthly: 'weekday' }
    : { often: 'rule', rule: days };
}

/** A day with this weekday, in UTC. */
export function weekdayDate(weekday: (typeof WEEKDAYS)[number]): Date {
  // A Monday.
  return new Date(Date.UTC(2024, 0, 1) + WEEKDAYS.indexOf(weekday) * DAY_MS);
}

/** Checks that stored values can be a repeat of a draft. */
export function isRepeat({ often, monthly, end, weekdays, ...texts }: Record<string, unknown>): boolean {
  return (
    OFTENS.some((value) => value === often) &&
    MONTHLIES.some((value) => value === monthly) &&
    ENDS.some((value) => value === end) &&
    Array.isArray(weekdays) &&
    ['rule', 'endsOn', 'endsAfter', 'holidays', 'notWithin', 'atLeast', 'atMost'].every(
      (name) => typeof texts[name] === 'string',
    )
  );
}
