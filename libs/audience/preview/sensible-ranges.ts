import type { DataType } from '#libs/users/profiles';

/** Ranges of one breakdown at most. */
const MAX_RANGES = 12;
const DAY = 86_400_000;
/** Weeks begin on Mondays; 1970 began on a Thursday. */
const FIRST_MONDAY = -3 * DAY;
const MONTHS_PER_YEAR = 12;
const MONTH_STEPS = [1, 3, ...[1, 5, 10, 50, 100, 1000, 10_000].map((years) => years * MONTHS_PER_YEAR)];

/** From the first number up to the second, which is outside. */
export type NumberRange = readonly [from: number, to: number];

/** Cuts numbers into pieces: `pieceOf` finds that of a number, `startOf` its beginning. */
interface Cut {
  pieceOf: (value: number) => number;
  startOf: (piece: number) => number;
}

/** Up to 12 ranges of equal, round width that have both ends: 0 to 10, or months of UTC. */
export function sensibleRanges(dataType: DataType, { least, most }: { least: number; most: number }): NumberRange[] {
  const cuts = dataType === 'DATE' || dataType === 'TIME_STAMP' ? cutsOfTime() : cutsOfNumbers(dataType, most - least);
  for (const { pieceOf, startOf } of cuts) {
    const [first, last] = [pieceOf(least), pieceOf(most)];
    if (last - first < MAX_RANGES) {
      return Array.from({ length: last - first + 1 }, (_, at): NumberRange => [
        startOf(first + at),
        startOf(first + at + 1),
      ]);
    }
  }
  return [[least, Infinity]];
}

/** Widths of 1, 2 or 5 times a power of ten, from the narrowest that may do. */
function* cutsOfNumbers(dataType: DataType, span: number): Generator<Cut> {
  const exponent = span > 0 ? Math.floor(Math.log10(span / MAX_RANGES)) : 0;
  const isWhole = dataType === 'INT' || dataType === 'LONG';
  for (let power = isWhole ? Math.max(0, exponent) : exponent; power <= exponent + 2 || power <= 1; power++) {
    for (const digit of [1, 2, 5]) {
      // A division by a whole number is nearer to the decimal than a product with a fraction.
      const width = 10 ** Math.abs(power);
      yield power < 0
        ? { pieceOf: (value) => Math.floor((value * width) / digit), startOf: (piece) => (piece * digit) / width }
        : { pieceOf: (value) => Math.floor(value / (digit * width)), startOf: (piece) => piece * digit * width };
    }
  }
}

function* cutsOfTime(): Generator<Cut> {
  for (const [width, origin] of [
    [DAY, 0],
    [7 * DAY, FIRST_MONDAY],
  ] as const) {
    yield {
      pieceOf: (time) => Math.floor((time - origin) / width),
      startOf: (piece) => piece * width + origin,
    };
  }
  for (const months of MONTH_STEPS) {
    yield {
      pieceOf: (time) => {
        const date = new Date(time);
        return Math.floor((date.getUTCFullYear() * MONTHS_PER_YEAR + date.getUTCMonth()) / months);
      },
      startOf: (piece) => startOfMonth(piece * months),
    };
  }
}

/** @param month  counted from the year 0 */
function startOfMonth(month: number): number {
  const date = new Date(0);
  date.setUTCFullYear(0, month, 1);
  return date.getTime();
}
