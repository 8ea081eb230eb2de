import { malformed } from '#platform/errors';
import { Form, joinPath, namesOf } from '#platform/forms';
import { readDuration } from '#platform/spelling';
import type { CatalogDefinition } from '../model/catalog.types.js';
import { WATCH_KINDS, type WatchDefinition, type WatchKind } from '../model/watch.types.js';
import { MAX_WATCH_EVENTS, MAX_WATCH_NAME, MAX_WATCH_PEOPLE, WATCH_FIELDS, WATCH_WITHIN } from './watches-reference.js';

type Fields = Pick<CatalogDefinition, 'fields'>;

const TYPES: Readonly<Record<WatchKind, readonly string[]>> = {
  priceDrop: ['INT', 'LONG', 'DOUBLE'],
  backInStock: ['INT', 'LONG', 'DOUBLE', 'BOOLEAN'],
};

/** Reads the watches of a catalog, in the order of their kinds. @throws AppError malformed with the path of the fault */
export function readWatches(catalog: Form, fields: Fields): WatchDefinition[] {
  if (!catalog.has('watch')) {
    return [];
  }
  const watches = Form.read(catalog.value('watch'), joinPath(catalog.path, 'watch'), WATCH_KINDS);
  return WATCH_KINDS.filter((kind) => watches.has(kind)).map((kind) => {
    const path = joinPath(watches.path, kind);
    return readWatch(Form.read(watches.value(kind), path, namesOf(WATCH_FIELDS)), kind, fields);
  });
}

function readWatch(form: Form, kind: WatchKind, { fields }: Fields): WatchDefinition {
  const field = form.text('field');
  const type = Object.hasOwn(fields, field) ? fields[field] : undefined;
  if (type === undefined || !TYPES[kind].includes(type)) {
    throw malformed(`${joinPath(form.path, 'field')} should be a field of the type ${TYPES[kind].join(', ')}`);
  }
  const events = readEvents(form, 'events');
  if (events.length === 0) {
    throw malformed(`${joinPath(form.path, 'events')} is required`);
  }
  return {
    kind,
    field,
    events,
    attribute: readName(form.text('attribute'), joinPath(form.path, 'attribute')),
    until: readEvents(form, 'until'),
    withinSeconds: readWithin(form),
    most: form.int('most', { min: 1, max: MAX_WATCH_PEOPLE.most }) ?? MAX_WATCH_PEOPLE.standard,
  };
}

function readEvents(form: Form, field: string): string[] {
  const events = form.texts(field) ?? [];
  if (events.length > MAX_WATCH_EVENTS || new Set(events).size < events.length) {
    throw malformed(`${joinPath(form.path, field)} should be a list of at most ${MAX_WATCH_EVENTS} events, each once`);
  }
  events.forEach((name, index) => readName(name, joinPath(joinPath(form.path, field), index)));
  return events;
}

function readName(name: string, path: string): string {
  if (name.length > MAX_WATCH_NAME) {
    throw malformed(`${path} should have at most ${MAX_WATCH_NAME} characters`);
  }
  return name;
}

function readWithin(form: Form): number {
  const text = form.optionalText('within') ?? WATCH_WITHIN.standard;
  const seconds = readDuration(text);
  if (seconds === undefined || seconds < 1 || seconds > WATCH_WITHIN.mostSeconds) {
    throw malformed(
      `${joinPath(form.path, 'within')} should be a duration of at most ${WATCH_WITHIN.most}, such as 30d`,
    );
  }
  return seconds;
}
