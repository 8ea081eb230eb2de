import type { Entry } from '../model/journey.types.js';

export const ENTRY_WAYS = ['event', 'segment', 'api', 'date', 'audience'] as const;
export type EntryWay = (typeof ENTRY_WAYS)[number];

/**
 * How people enter a journey, as people read it.
 *
 * @property entry     the event, the segment or the attribute of the date; null: there is none
 * @property entryKey  a person may be inside once for each of its values; null: once
 */
export interface DescribedEntry {
  entryBy: EntryWay;
  entry: string | null;
  entryKey: string | null;
}

export function describeEntry(entry: Entry): DescribedEntry {
  if ('event' in entry) {
    return { entryBy: 'event', entry: entry.event, entryKey: entry.key ?? null };
  }
  if ('segment' in entry) {
    const { segment } = entry;
    return { entryBy: 'segment', entry: 'joined' in segment ? segment.joined : segment.left, entryKey: null };
  }
  if ('date' in entry) {
    return { entryBy: 'date', entry: entry.date.attribute, entryKey: null };
  }
  return 'api' in entry
    ? { entryBy: 'api', entry: null, entryKey: entry.key ?? null }
    : { entryBy: 'audience', entry: null, entryKey: null };
}
