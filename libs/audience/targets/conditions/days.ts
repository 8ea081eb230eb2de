import { toDayNumber } from '#platform/spelling';

/** A span of days, counted from 1970-01-01; both ends are inside. Null: no end. */
export interface DayRange {
  from: number | null;
  to: number | null;
}

/** Joins days to ranges: sorted, with a gap between each two. */
export function joinDays(days: readonly number[]): DayRange[] {
  const ranges: { from: number; to: number }[] = [];
  for (const day of days.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && day <= last.to + 1) {
      last.to = day;
    } else {
      ranges.push({ from: day, to: day });
    }
  }
  return ranges;
}

/**
 * Tests if one of the values is an instant of one of some days.
 *
 * @param ranges  as `joinDays` has them
 */
export function isAnyOnDays(ranges: readonly DayRange[], values: readonly unknown[]): boolean {
  return values.some((value) => typeof value === 'number' && isOnDays(ranges, value));
}

/** Says if one instant is in the ranges. They are halved until one is left: a list may have thousands. */
export function isOnDays(ranges: readonly DayRange[], instant: number): boolean {
  const day = toDayNumber(instant);
  if (day === undefined) {
    return false;
  }
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ranges[middle]?.to ?? Infinity) < day) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const range = ranges[low];
  return range !== undefined && (range.from === null || range.from <= day);
}
