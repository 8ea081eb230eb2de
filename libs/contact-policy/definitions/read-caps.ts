import { TOPIC_CHANNEL_NAMES } from '#libs/channels';
import { malformed } from '#platform/errors';
import { Form, joinPath } from '#platform/forms';
import { readDuration } from '#platform/spelling';
import { MAX_CAPS } from '../model/match-caps.js';
import { BOUND_POLICIES, type CapEntry } from '../model/policy.types.js';
import { CAP_NAMES, MAX_DAYS, MAX_MESSAGES, MAX_NAME } from './caps-reference.js';
import { readSome } from './read-some.js';

const DAY_SECONDS = 86_400;

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
  if (form.has('over')) {
    form.oneOf('over', ['skip']);
  }
  const channels = readSome(form, 'channels', TOPIC_CHANNEL_NAMES);
  const topics = form.texts('topics');
  const binds = readSome(form, 'binds', BOUND_POLICIES);
  if (topics?.length === 0) {
    throw malformed(`${joinPath(form.path, 'topics')} should have at least one category`);
  }
  return {
    name,
    most,
    per: readPer(form),
    ...(channels && { channels }),
    ...(topics && { topics: [...new Set(topics)] }),
    ...(binds && { binds }),
  };
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
