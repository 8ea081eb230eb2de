import { AROUND } from './circle.js';

/** Columns of cells or of parts: where the first begins, how wide each is, and how many there are. */
interface Columns {
  origin: number;
  size: number;
  count: number;
}

/** Columns next to each other that are all within, or all near. */
interface Run {
  isWithin: boolean;
  first: number;
  last: number;
}

/** Finds the columns that a circle of these half-widths has as a whole, and those that its line may cross. */
export function listRuns(centre: number, { inner, outer }: { inner: number; outer: number }, columns: Columns): Run[] {
  const { origin, size, count } = columns;
  const whole = listStretches(centre, inner).map((stretch) => columnsInside(stretch, columns));
  const runs: Run[] = [];
  for (const [west, east] of listStretches(centre, outer)) {
    const last = Math.min(count - 1, Math.floor((east - origin) / size));
    for (let column = Math.max(0, Math.floor((west - origin) / size)); column <= last;) {
      const inside = whole.find(([from, to]) => from <= column && column <= to);
      const next = Math.min(...whole.map(([from]) => from).filter((from) => from > column));
      const end = Math.min(last, inside ? inside[1] : next - 1);
      runs.push({ isWithin: inside !== undefined, first: column, last: end });
      column = end + 1;
    }
  }
  return runs;
}

/** Columns that lie in a stretch as a whole; none where the first is behind the last. */
function columnsInside(
  [west, east]: readonly [west: number, east: number],
  { origin, size, count }: Columns,
): [first: number, last: number] {
  const last = east >= AROUND ? count - 1 : Math.floor((east + 1 - origin) / size) - 1;
  return [Math.ceil((west - origin) / size), Math.min(count - 1, last)];
}

/**
 * Longitudes up to a width from a centre, on the grid: two stretches where they have the 180th meridian, which is both
 * ends of the grid.
 */
function listStretches(centre: number, width: number): [west: number, east: number][] {
  if (width < 0) {
    return [];
  }
  if (width >= AROUND / 2) {
    return [[0, AROUND]];
  }
  const [west, east] = [centre - width, centre + width];
  if (west <= 0) {
    return [
      [west + AROUND, AROUND],
      [0, east],
    ];
  }
  return east < AROUND
    ? [[west, east]]
    : [
        [west, AROUND],
        [0, east - AROUND],
      ];
}
