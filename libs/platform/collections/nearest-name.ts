/** Names of at least so many characters may differ in two of them, shorter ones in one. */
const LONG_NAME = 6;
const MAX_LENGTH = 100;

/** The known name that a misspelt one is nearest to; undefined where none is near. */
export function findNearest(written: string, known: readonly string[]): string | undefined {
  return known
    .filter((name) => isNearly(written, name))
    .toSorted(
      (left, right) => countTypingErrors(plain(written), plain(left)) - countTypingErrors(plain(written), plain(right)),
    )[0];
}

/** Tests if two names differ in case, in `_` and `-`, or in one or two typing errors. */
export function isNearly(written: string, known: string): boolean {
  const [left, right] = [plain(written), plain(known)];
  const allowed = right.length >= LONG_NAME ? 2 : right.length > 2 ? 1 : 0;
  return Math.abs(left.length - right.length) <= allowed && countTypingErrors(left, right) <= allowed;
}

function plain(name: string): string {
  return name.slice(0, MAX_LENGTH).toLowerCase().replaceAll(/[_-]/g, '');
}

/** Missing, additional, wrong and exchanged characters between two names (optimal string alignment). */
function countTypingErrors(left: string, right: string): number {
  let [beforeLast, last] = [[] as number[], Array.from({ length: right.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const isSame = left[row - 1] === right[column - 1];
      const isExchanged = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      const steps = [
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        ...(isExchanged && row > 1 && column > 1 ? [(beforeLast[column - 2] ?? 0) + 1] : []),
      ];
      current[column] = Math.min(...steps);
    }
    [beforeLast, last] = [last, current];
  }
  return last[right.length] ?? 0;
}
