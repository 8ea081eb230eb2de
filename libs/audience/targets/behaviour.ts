import { isOnDays } from './conditions/days.js';
import type { EventLeaf, PersonEvent, ResolvedWhere, SeenTimeLeaf, Span } from './behaviour.types.js';

/** Counts the events that fit a leaf. */
export function countMatchingEvents(leaf: EventLeaf, events: readonly PersonEvent[]): number {
  return events.filter(
    (event) =>
      event.eventId === leaf.eventId &&
      isWithin(leaf, event.at) &&
      leaf.where.every((where) => matchesWhere(where, event)),
  ).length;
}

/** The meaning of an event leaf in plain code; the SQL engine is tested against it. */
export function matchesEvents(leaf: EventLeaf, events: readonly PersonEvent[]): boolean {
  return countMatchingEvents(leaf, events) >= leaf.atLeast === leaf.did;
}

/** @param at  when the user was first or last seen, epoch milliseconds; null: never */
export function matchesSeenTime(leaf: SeenTimeLeaf, at: number | null): boolean {
  return (at !== null && isWithin(leaf, at)) === leaf.inside;
}

function isWithin({ since, until }: Span, at: number): boolean {
  return (since === null || at >= since) && (until === null || at < until);
}

function matchesWhere(where: ResolvedWhere, { attrs }: PersonEvent): boolean {
  const value = Object.hasOwn(attrs, where.code) ? attrs[where.code] : undefined;
  if ('exists' in where) {
    return (value !== undefined) === where.exists;
  }
  const values: unknown[] = value === undefined ? [] : Array.isArray(value) ? value : [value];
  if ('is' in where) {
    return where.is.some((accepted) => values.includes(accepted));
  }
  if ('days' in where) {
    return values.some((instant) => typeof instant === 'number' && isOnDays(where.days, instant));
  }
  const { least: min, most: max } = where;
  return values.some(
    (candidate) => typeof candidate === 'number' && candidate >= (min ?? candidate) && candidate <= (max ?? candidate),
  );
}
