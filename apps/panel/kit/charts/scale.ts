/** A round number at or above the highest value, for the top of an axis: 1, 2, 2.5 or 5 times a power of ten. */
export function topOf(highest: number): number {
  if (highest <= 0) {
    return 1;
  }
  const power = 10 ** Math.floor(Math.log10(highest));
  const step = [1, 2, 2.5, 5, 10].find((size) => size * power >= highest) ?? 10;
  return step * power;
}
