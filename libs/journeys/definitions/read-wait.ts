import { malformed } from '#platform/errors';
import { Form, joinPath, namesOf } from '#platform/forms';
import { readDuration } from '../model/duration.js';
import {
  LATE_POLICIES,
  type LatePolicy,
  WEEKDAYS,
  type Weekday,
  type WaitStep,
  ZONES,
  type Zone,
} from '../model/journey.types.js';
import { CLOCK_TIME, MAX_DAYS, UNTIL_FIELDS } from './steps-reference.js';

const ENDS = ['for', 'until', 'at'] as const;
/** Fields that the ends of waits have beside them. */
const OF_END = { for: [], at: ['days', 'weekdays', 'zone'], until: ['at', 'zone'] } as const;

/** Reads a wait. @throws AppError malformed for one without an end, or with several */
export function readWait(form: Form, id: string): WaitStep {
  const end = ENDS.find((name) => form.has(name));
  if (end === undefined) {
    throw malformed(`${form.path} should have one of for, at, until`);
  }
  const others = ['for', 'at', 'until', 'days', 'weekdays', 'zone'].filter((name) => name !== end && form.has(name));
  const stray = others.find((name) => !(OF_END[end] as readonly string[]).includes(name));
  if (stray !== undefined) {
    throw malformed(`${joinPath(form.path, stray)} has no meaning with ${end}`);
  }
  const step = { kind: 'wait', id, ...readLate(form) } as const;
  switch (end) {
    case 'for':
      return { ...step, forMs: readDuration(form.text('for'), joinPath(form.path, 'for')) };
    case 'at': {
      const days = form.int('days', { min: 0, max: MAX_DAYS });
      const weekdays = readWeekdays(form);
      return {
        ...step,
        at: {
          time: readTime(form),
          ...(days !== undefined && { days }),
          ...(weekdays && { weekdays }),
          zone: readZone(form),
        },
      };
    }
    case 'until': {
      const path = joinPath(form.path, 'until');
      const until = Form.read(form.value('until'), path, namesOf(UNTIL_FIELDS));
      return {
        ...step,
        until: {
          attribute: until.text('attribute'),
          beforeMs: readBefore(until),
          ...(form.has('at') && { time: readTime(form) }),
          zone: readZone(form),
        },
      };
    }
  }
}

/** Reads the late policy of a wait; absent: it goes on. */
export function readLate(form: Form): { late?: LatePolicy } {
  return form.has('late') ? { late: form.oneOf('late', LATE_POLICIES) } : {};
}

/** Reads `before` or `after`, in ms before. @throws AppError malformed for both */
export function readBefore(form: Form): number {
  if (form.has('before') && form.has('after')) {
    throw malformed(`${joinPath(form.path, 'after')} has no meaning with before`);
  }
  return form.has('after')
    ? -readDuration(form.text('after'), joinPath(form.path, 'after'))
    : form.has('before')
      ? readDuration(form.text('before'), joinPath(form.path, 'before'))
      : 0;
}

/** Reads a time of day. @throws AppError malformed */
export function readTime(form: Form): string {
  const time = form.text('at');
  if (!new RegExp(CLOCK_TIME).test(time)) {
    throw malformed(`${joinPath(form.path, 'at')} should be a time of day, such as 09:30`);
  }
  return time;
}

export function readZone(form: Form): Zone {
  return form.has('zone') ? form.oneOf('zone', ZONES) : 'application';
}

/** Reads some days of the week. @throws AppError malformed */
export function readWeekdays(form: Form): Weekday[] | undefined {
  const days = form.texts('weekdays');
  const known = WEEKDAYS.filter((day) => days?.includes(day));
  if (days && (days.length === 0 || known.length !== days.length)) {
    throw malformed(`${joinPath(form.path, 'weekdays')} should list some of ${WEEKDAYS.join(', ')}, each once`);
  }
  return days && known;
}
