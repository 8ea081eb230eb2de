const PER_DEGREE = 1e9;

/**
 * Degrees as places are kept and compared: to 1e-9, about 0.1 mm. Of smaller differences Postgres cannot take the square
 * that a distance needs: it raises 22003 (underflow) where other engines answer 0.
 */
export function roundDegrees(degrees: number): number {
  return Math.round(degrees * PER_DEGREE) / PER_DEGREE;
}
