/** Lanczos' coefficients for g = 7, n = 9 (Numerical Recipes, 3rd edition, section 6.1 describes the method). */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];
const HALF_LOG_TWO_PI = 0.5 * Math.log(2 * Math.PI);

/** The logarithm of the gamma function, for x > 0; relative error below 1e-13. */
export function logGamma(x: number): number {
  if (x < 0.5) {
    return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  }
  const z = x - 1;
  const t = z + 7.5;
  const sum = LANCZOS.reduce((total, coefficient, k) => (k === 0 ? coefficient : total + coefficient / (z + k)), 0);
  return HALF_LOG_TWO_PI + (z + 0.5) * Math.log(t) - t + Math.log(sum);
}

/** Limit of the series: it converges slowly for z near 1. */
const MAX_TERMS = 20_000;

/** The Gauss hypergeometric function 2F1(a, b; c; z) by its series, for 0 <= z < 1. */
export function hypergeometric(a: number, b: number, c: number, z: number): number {
  let term = 1;
  let sum = 1;
  for (let k = 0; k < MAX_TERMS && Math.abs(term) > 1e-12 * Math.abs(sum); k++) {
    term *= (((a + k) * (b + k)) / ((c + k) * (k + 1))) * z;
    sum += term;
  }
  return sum;
}
