import type { JsonObject } from '#libs/content';
import { isMessageEvent } from '#libs/events';
import { isJsonObject } from '#platform/collections';
import { malformed } from '#platform/errors';
import { Form, joinPath, namesOf } from '#platform/forms';
import { readDuration } from '../model/duration.js';
import type { AudienceEntry, DateEntry, Entry } from '../model/journey.types.js';
import { AUDIENCE_ENTRY_FIELDS, DATE_ENTRY_FIELDS } from './journeys-reference.js';
import { readSegment, readWhere } from './read-awaited.js';
import { readBefore, readTime, readWeekdays, readZone } from './read-wait.js';

/** Fields that each way to enter has beside it. */
const OF_WAY = { event: ['where', 'key', 'late'], segment: [], api: ['key'], date: [], audience: [] } as const;
const WAYS = ['event', 'segment', 'api', 'date', 'audience'] as const;
const OTHERS = ['where', 'key', 'late'] as const;

/** Reads how people enter. @throws AppError malformed without a way, or with several */
export function readEntry(form: Form): Entry {
  const ways = WAYS.filter((way) => form.has(way));
  const [way] = ways;
  if (way === undefined || ways.length > 1) {
    throw malformed(`${form.path} should have one of ${WAYS.join(', ')}`);
  }
  const stray = OTHERS.find((name) => form.has(name) && !(OF_WAY[way] as readonly string[]).includes(name));
  if (stray !== undefined) {
    throw malformed(`${joinPath(form.path, stray)} has no meaning with ${way}`);
  }
  const again = readAgain(form);
  const key = form.optionalText('key');
  switch (way) {
    case 'event': {
      const where = readWhere(form);
      const event = form.text('event');
      if (isMessageEvent(event)) {
        throw malformed(`${joinPath(form.path, 'event')}: no one enters by ${event}; wait for it in a step`);
      }
      return {
        event,
        ...(where && { where }),
        ...(key !== undefined && { key }),
        ...(form.has('late') && { late: form.oneOf('late', ['allow'] as const) }),
        again,
      };
    }
    case 'segment':
      return { ...readSegment(form), again };
    case 'api':
      if (form.flag('api') !== true) {
        throw malformed(`${joinPath(form.path, 'api')} should be true`);
      }
      return { api: true, ...(key !== undefined && { key }), again };
    case 'date':
      return { ...readDate(form), again };
    case 'audience':
      return { ...readAudience(form), again };
  }
}

function readDate(entry: Form): DateEntry {
  const path = joinPath(entry.path, 'date');
  const form = Form.read(entry.value('date'), path, namesOf(DATE_ENTRY_FIELDS));
  return {
    date: {
      attribute: form.text('attribute'),
      beforeMs: readBefore(form),
      time: readTime(form),
      yearly: form.flag('yearly') ?? false,
      zone: readZone(form),
    },
  };
}

function readAudience(entry: Form): AudienceEntry {
  const path = joinPath(entry.path, 'audience');
  const form = Form.read(entry.value('audience'), path, namesOf(AUDIENCE_ENTRY_FIELDS));
  const target = form.value('target');
  if (!isJsonObject(target)) {
    throw malformed(`${joinPath(path, 'target')} should be a map`);
  }
  const weekdays = readWeekdays(form);
  // Checked with the definitions of the application, before it is stored.
  return { audience: { target: target as JsonObject, time: readTime(form), ...(weekdays && { weekdays }) } };
}

function readAgain(form: Form): Entry['again'] {
  const path = joinPath(form.path, 'again');
  const value = form.value('again') ?? 'always';
  if (value === 'always' || value === 'never') {
    return value;
  }
  if (!isJsonObject(value)) {
    throw malformed(`${path} should be always, never or a map with after`);
  }
  return readDuration(Form.read(value, path, ['after']).text('after'), joinPath(path, 'after'));
}
