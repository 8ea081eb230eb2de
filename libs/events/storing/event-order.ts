import { bucketOf, bucketOfId } from '#platform/ids';
import type { CheckedEvent, NamedEvent } from '../model/event.types.js';

/**
 * Sorts events by the bucket of their users, those of one user in their order, and notes what is known of the users.
 *
 * @param uids  of the events, 0 or absent where not known
 */
export function sortByBucket(appId: number, events: readonly NamedEvent[], uids: readonly number[]): NamedEvent[] {
  // A typed array sorts numbers several times as fast as a function compares objects.
  const places = new Float64Array(events.length);
  for (const [index, event] of events.entries()) {
    event.uid = uids[index] ?? 0;
    event.vb = event.uid > 0 ? bucketOfId(event.uid) : bucketOf(appId, event.extId);
    places[index] = event.vb * events.length + index;
  }
  const sorted: NamedEvent[] = [];
  for (const place of places.sort()) {
    const event = events[place % events.length];
    if (event) {
      sorted.push(event);
    }
  }
  return sorted;
}

export function hasOrigin(events: readonly CheckedEvent[]): boolean {
  return events.some(({ at, repeatKey }) => at !== undefined || repeatKey !== undefined);
}

/** Keeps the first of the events of one request with the same id. */
export function withoutRepeats<E extends CheckedEvent>(events: readonly E[]): readonly E[] {
  if (!hasOrigin(events)) {
    return events;
  }
  const seen = new Set<string>();
  return events.filter(({ repeatKey }) => {
    if (repeatKey === undefined) {
      return true;
    }
    const isNew = !seen.has(repeatKey);
    seen.add(repeatKey);
    return isNew;
  });
}

/** UTC days of events with a time of their own, for readers of the change feed. */
export function daysOf(events: readonly CheckedEvent[]): { days?: string[] } {
  const days = new Set(events.flatMap(({ at }) => (at === undefined ? [] : new Date(at).toISOString().slice(0, 10))));
  return days.size > 0 ? { days: [...days] } : {};
}

export function eventIdsOf(events: readonly CheckedEvent[]): number[] {
  return sortUnique(events.map(({ eventId }) => eventId));
}

export function sortUnique(ids: readonly number[]): number[] {
  const unique: number[] = [];
  for (const id of Float64Array.from(ids).sort()) {
    if (id !== unique.at(-1)) {
      unique.push(id);
    }
  }
  return unique;
}
