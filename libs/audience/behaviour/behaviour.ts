import type { EventLeaf, PersonEvent, ResolvedWhere, SeenLeaf, Span } from './behaviour.types.js';

/** How often a user did what a leaf asks for. */
export function timesDone(leaf: EventLeaf, events: readonly PersonEvent[]): number {
  return events.filter(
    (event) =>
      event.eventId === leaf.eventId && isWithin(leaf, event.at) && leaf.where.every((where) => holds(where, event)),
  ).length;
}

/** What an event leaf means, in plain code; the SQL engine is tested against it. */
export function behaves(leaf: EventLeaf, events: readonly PersonEvent[]): boolean {
  return timesDone(leaf, events) >= leaf.atLeast === leaf.did;
}

/** @param at  when the user was first or last seen, epoch milliseconds; null: never */
export function isSeen(leaf: SeenLeaf, at: number | null): boolean {
  return (at !== null && isWithin(leaf, at)) === leaf.inside;
}

function isWithin({ since, until }: Span, at: number): boolean {
  return (since === null || at >= since) && (until === null || at < until);
}

function holds(where: ResolvedWhere, { attrs }: PersonEvent): boolean {
  const value = Object.hasOwn(attrs, where.code) ? attrs[where.code] : undefined;
  if ('exists' in where) {
    return (value !== undefined) === where.exists;
  }
  const values: unknown[] = value === undefined ? [] : Array.isArray(value) ? value : [value];
  if ('is' in where) {
    return where.is.some((wanted) => values.includes(wanted));
  }
  const { least, most } = where;
  return values.some((one) => typeof one === 'number' && one >= (least ?? one) && one <= (most ?? one));
}
