import type { ResolvedEvent } from '#libs/events';
import type { AttributeScalar } from '#libs/users/profiles';
import { malformed } from '#platform/errors';
import { convertBound, convertValue } from './conditions/convert-value.js';
import { daysOfValues, daysWithin } from './conditions/day-condition.js';
import type { DayRange } from './conditions/days.js';
import type {
  EventLeaf,
  EventTarget,
  ResolvedWhere,
  SeenTimeLeaf,
  SeenTarget,
  Span,
  Where,
  Window,
} from './behaviour.types.js';

/** Finds an event by its code or name. */
export interface EventCatalogue {
  find(name: string): ResolvedEvent | undefined;
}

/** @throws AppError malformed for an undefined event or attribute, or a value of another type */
export function resolveEvent(target: EventTarget, events: EventCatalogue, now: Date): EventLeaf {
  const event = events.find(target.name);
  if (!event) {
    throw malformed(`Event '${target.name.slice(0, 80)}' is not defined`);
  }
  const { did, atLeast, window } = target;
  const where = target.where.map((condition) => resolveWhere(condition, event, now));
  return { type: 'event', eventId: event.eventId, did, atLeast, where, ...resolveWindow(window, now) };
}

export function resolveSeenTime({ which, inside, window }: SeenTarget, now: Date): SeenTimeLeaf {
  return { type: 'seen', which, inside, ...resolveWindow(window, now) };
}

function resolveWindow({ within, from, to }: Window, now: Date): Span {
  return { since: within === undefined ? (from ?? null) : now.getTime() - within, until: to ?? null };
}

function resolveWhere(where: Where, event: ResolvedEvent, now: Date): ResolvedWhere {
  const attribute = event.attributeByKey.get(where.attribute);
  if (!attribute) {
    throw malformed(`Event '${event.code}' has no attribute '${where.attribute.slice(0, 80)}'`);
  }
  const { code, array } = attribute;
  const path = `${event.code}.${code}`;
  if ('exists' in where) {
    return { code, exists: where.exists };
  }
  if (attribute.dataType === 'DATE') {
    return { code, days: daysOfWhere(where, attribute, path, now) };
  }
  if ('is' in where) {
    return { code, array, is: where.is.map((value) => convertValue(attribute, value, path)) };
  }
  const toBound = (value: AttributeScalar | null): number | null =>
    value === null ? null : convertBound({ ...attribute, code: path }, value, path);
  return { code, least: toBound(where.least), most: toBound(where.most) };
}

function daysOfWhere(
  where: Exclude<Where, { exists: boolean }>,
  attribute: ResolvedEvent['attributes'][number],
  path: string,
  now: Date,
): DayRange[] {
  if ('is' in where) {
    return daysOfValues(where.is, attribute, path);
  }
  const ends = [
    ['$gte', where.least],
    ['$lte', where.most],
  ] as const;
  const limits = ends.flatMap(([op, value]) => (value === null ? [] : [{ op, value }]));
  const range = daysWithin(limits, attribute, path, now);
  return range ? [range] : [];
}
