interface Vertex {
  at: number[];
  value: number;
}

/**
 * Minimizes a function without derivatives (Nelder and Mead 1965, with the usual coefficients 1, 2, 1/2, 1/2).
 *
 * @param start  the first point
 * @returns the best point, once values differ by less than `tolerance` or after `maxSteps` steps
 */
export function minimize(
  f: (at: readonly number[]) => number,
  start: readonly number[],
  { tolerance = 1e-10, maxSteps = 2000 } = {},
): Vertex {
  const vertex = (at: number[]): Vertex => ({ at, value: f(at) });
  let simplex = [
    vertex([...start]),
    ...start.map((_, i) =>
      vertex(
        start.map((coordinate, k) =>
          k === i ? coordinate + (coordinate === 0 ? 0.5 : 0.25 * Math.abs(coordinate) + 0.1) : coordinate,
        ),
      ),
    ),
  ];
  const sort = (): void => {
    simplex = simplex.toSorted((a, b) => a.value - b.value);
  };
  sort();
  for (let step = 0; step < maxSteps; step++) {
    const [best, worst, second] = [simplex[0], simplex.at(-1), simplex.at(-2)];
    if (!best || !worst || !second || Math.abs(worst.value - best.value) <= tolerance * (1 + Math.abs(best.value))) {
      break;
    }
    const remaining = simplex.slice(0, -1);
    const centre = start.map((_, k) => remaining.reduce((sum, { at }) => sum + (at[k] ?? 0), 0) / remaining.length);
    const towards = (factor: number): Vertex => vertex(centre.map((c, k) => c + factor * ((worst.at[k] ?? 0) - c)));
    const reflected = towards(-1);
    let next: Vertex | undefined = reflected;
    if (reflected.value < best.value) {
      const expanded = towards(-2);
      next = expanded.value < reflected.value ? expanded : reflected;
    } else if (reflected.value >= second.value) {
      const contracted = towards(reflected.value < worst.value ? -0.5 : 0.5);
      next = contracted.value < Math.min(reflected.value, worst.value) ? contracted : undefined;
    }
    simplex = next
      ? [...remaining, next]
      : simplex.map((corner) =>
          corner === best ? corner : vertex(corner.at.map((x, k) => ((best.at[k] ?? 0) + x) / 2)),
        );
    sort();
  }
  return simplex[0] ?? vertex([...start]);
}
