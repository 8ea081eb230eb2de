import { malformed } from '#platform/errors';
import { Form, joinPath, namesOf } from '#platform/forms';
import { readTimeZone } from '#platform/spelling';
import {
  BOUND_POLICIES,
  DAYS,
  HOLDOUT_PERIODS,
  type Holdout,
  type Hours,
  type SendWindow,
  USER_ZONE,
} from '../model/policy.types.js';
import { CLOCK, HOLDOUT_FIELDS, QUIET_FIELDS, SHARE, WINDOW_FIELDS } from './hours-reference.js';
import { readSome } from './read-some.js';

const MAX_ENTRIES = 20;
const MAX_NAME = 100;
const APPLICATION_ZONE = 'application';

/** Reads the section `quietHours`; null: none. @throws AppError malformed, with the path of the fault */
export function readQuietHours(value: unknown, path: string): Hours | null {
  const form = Form.read(value ?? {}, path, namesOf(QUIET_FIELDS));
  if (namesOf(QUIET_FIELDS).every((name) => !form.has(name))) {
    return null;
  }
  const hours = readHours(form);
  if (hours.from === hours.to) {
    throw malformed(`${joinPath(path, 'to')} should differ from ${joinPath(path, 'from')}`);
  }
  return hours;
}

/** Reads the section `sendWindows`. @throws AppError as `readQuietHours` */
export function readSendWindows(value: unknown, path: string): SendWindow[] {
  return readBounded(value, path, namesOf(WINDOW_FIELDS)).map((form) => {
    const days = readSome(form, 'days', DAYS);
    const hours = readHours(form);
    if (hours.from >= hours.to) {
      throw malformed(`${joinPath(form.path, 'to')} should be later than ${joinPath(form.path, 'from')}`);
    }
    return { ...(days && { days }), ...hours };
  });
}

/** Reads the section `holdouts`. @throws AppError as `readQuietHours` */
export function readHoldouts(value: unknown, path: string): Holdout[] {
  const holdouts = readBounded(value, path, namesOf(HOLDOUT_FIELDS)).map((form): Holdout => {
    const [name, share] = [form.text('name'), form.text('share')];
    if (name.length > MAX_NAME) {
      throw malformed(`${joinPath(form.path, 'name')} should have at most ${MAX_NAME} characters`);
    }
    if (!new RegExp(SHARE, 'u').test(share)) {
      throw malformed(`${joinPath(form.path, 'share')} should be a share from 0.1% to 99.9%, such as 5%`);
    }
    const period = form.has('period') ? form.oneOf('period', HOLDOUT_PERIODS) : 'quarter';
    return { name, share, period, ...(listExcepted(form).length === 0 && { except: [] }) };
  });
  const twice = holdouts.find(({ name }, index) => holdouts.findIndex((other) => other.name === name) !== index);
  if (twice) {
    throw malformed(`${path}: ${twice.name} is listed twice`);
  }
  return holdouts;
}

function listExcepted(form: Form): string[] {
  const written = form.texts('except') ?? ['service'];
  if (written.some((policy) => policy !== 'service')) {
    throw malformed(`${joinPath(form.path, 'except')} should be [service] or an empty list`);
  }
  return written;
}

function readBounded(value: unknown, path: string, names: readonly string[]): Form[] {
  const forms = Form.readList(value, path, names);
  if (forms.length > MAX_ENTRIES) {
    throw malformed(`${path} should have at most ${MAX_ENTRIES} entries`);
  }
  return forms;
}

function readHours(form: Form): Hours {
  const binds = readSome(form, 'binds', BOUND_POLICIES);
  return { from: readClock(form, 'from'), to: readClock(form, 'to'), zone: readZone(form), ...(binds && { binds }) };
}

function readClock(form: Form, name: string): string {
  const text = form.text(name);
  if (!new RegExp(CLOCK, 'u').test(text)) {
    throw malformed(`${joinPath(form.path, name)} should be a time of the day such as "08:00"`);
  }
  return text;
}

function readZone(form: Form): string {
  const text = form.optionalText('zone') ?? USER_ZONE;
  if (text === USER_ZONE || text === APPLICATION_ZONE) {
    return text;
  }
  const zone = readTimeZone(text);
  if (zone === undefined) {
    throw malformed(`${joinPath(form.path, 'zone')} should be user, application, or a zone such as Europe/Istanbul`);
  }
  return zone;
}
