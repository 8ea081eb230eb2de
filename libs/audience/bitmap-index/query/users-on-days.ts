import { DAY_MS } from '#platform/spelling';
import { isOnDays, type DayRange } from '../../targets/conditions/days.js';
import type { BitSlicedNumbers, NumberBounds } from '../model/bit-sliced-numbers.js';
import type { Words } from '../model/words.js';

/** Midnights of zones lie so far from the one in UTC. */
const DOUBT_MS = DAY_MS / 2;

/** The numbers of so few days are looked at all: one comparison of all users instead of three. */
const MAX_READ_DAYS = 7;

/** Instants from one up to another, which is outside. */
type Span = readonly [from: number | null, before: number | null];

/**
 * Finds the users of a slice whose date means one of some days. Most instants tell their day by their size; within half a
 * day before a midnight they are read.
 *
 * @param ranges  sorted, with a gap between each two; at least one
 * @param among   only these users
 * @returns one bit per user of the slice
 */
export function findUsersOnDays(numbers: BitSlicedNumbers, ranges: readonly DayRange[], among?: Words): Words {
  const found = new Int32Array(numbers.length);
  const spans = ranges.map(spansOf);
  for (const span of spans.flatMap(({ sure }) => sure)) {
    numbers.findWithin(toBounds(span), among).forEach((word, at) => (found[at] = (found[at] as number) | word));
  }
  for (const span of spans.flatMap(({ doubtful }) => doubtful)) {
    numbers.visit(numbers.findWithin(toBounds(span), among), (position, instant) => {
      if (isOnDays(ranges, instant)) {
        found[position >>> 5] = (found[position >>> 5] as number) | (1 << (position & 31));
      }
    });
  }
  return found;
}

function spansOf({ from, to }: DayRange): { sure: Span[]; doubtful: Span[] } {
  const start = from === null ? null : from * DAY_MS;
  const end = to === null ? null : (to + 1) * DAY_MS;
  if (start !== null && end !== null && end - start <= MAX_READ_DAYS * DAY_MS) {
    return { sure: [], doubtful: [[start - DOUBT_MS, end]] };
  }
  return {
    sure: [[start, end === null ? null : end - DOUBT_MS]],
    doubtful: [start, end].flatMap((midnight): Span[] => (midnight === null ? [] : [[midnight - DOUBT_MS, midnight]])),
  };
}

function toBounds([from, before]: Span): NumberBounds {
  return {
    least: from === null ? null : { at: from, isInside: true },
    most: before === null ? null : { at: before, isInside: false },
  };
}
