import { isDue, type Stretch } from '../model/entry-times.js';
import type { AudienceEntry, DateEntry } from '../model/journey.types.js';
import { clockTimeAfter } from '../model/wait-times.js';

const DAY_MS = 24 * 3_600_000;

/**
 * The moments in a stretch at which a person enters by a date.
 *
 * @param value  of the attribute, in epoch ms
 */
export function listDateMoments(
  entry: DateEntry,
  value: number,
  place: { isDay: boolean; zone: string },
  { from, to }: Stretch,
): Date[] {
  const moments: Date[] = [];
  for (let start = from.getTime(); start < to.getTime(); start += DAY_MS) {
    let [low, high] = [start, Math.min(start + DAY_MS, to.getTime())];
    if (!isDue(entry, value, place, { from: new Date(low), to: new Date(high) })) {
      continue;
    }
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (isDue(entry, value, place, { from: new Date(low), to: new Date(middle) })) {
        high = middle;
      } else {
        low = middle;
      }
    }
    moments.push(new Date(high));
  }
  return moments;
}

/** The moments in a stretch at which an audience enters. */
export function listAudienceMoments({ audience }: AudienceEntry, zone: string, { from, to }: Stretch): Date[] {
  const moments: Date[] = [];
  const next = (after: Date) => clockTimeAfter({ ...audience, zone: 'application' }, zone, after);
  for (let at = next(from); at <= to; at = next(at)) {
    moments.push(at);
  }
  return moments;
}
