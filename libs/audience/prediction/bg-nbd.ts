import { minimize } from './nelder-mead.js';
import { hypergeometric, logGamma } from './special-functions.js';

/**
 * The purchases of a customer, in any one unit of time.
 *
 * @property x   repeat purchases: all except the first
 * @property tx  time of the last purchase since the first; 0 without a repeat purchase
 * @property T   time since the first purchase
 */
export interface PurchaseHistory {
  x: number;
  tx: number;
  T: number;
}

/**
 * Parameters of the BG/NBD model: purchase rates follow a gamma distribution (r, alpha), dropout probabilities a beta
 * distribution (a, b).
 */
export interface BgNbd {
  r: number;
  alpha: number;
  a: number;
  b: number;
}

/**
 * The BG/NBD model of Fader, Hardie and Lee, "Counting Your Customers" the Easy Way: An Alternative to the Pareto/NBD
 * Model, Marketing Science 24 (2), 2005. An active customer buys at an individual rate and drops out after each
 * purchase with an individual probability. Equation numbers are those of the paper.
 */

/** The logarithm of the likelihood of a customer's history, equation (6) in the form of Hardie's technical notes. */
export function logLikelihood({ r, alpha, a, b }: BgNbd, { x, tx, T }: PurchaseHistory): number {
  const first = logGamma(r + x) - logGamma(r) + r * Math.log(alpha);
  const second = logGamma(a + b) + logGamma(b + x) - logGamma(b) - logGamma(a + b + x);
  const stays = -(r + x) * Math.log(alpha + T);
  if (x === 0) {
    return first + second + stays;
  }
  const leaves = Math.log(a) - Math.log(b + x - 1) - (r + x) * Math.log(alpha + tx);
  const larger = Math.max(stays, leaves);
  return first + second + larger + Math.log(Math.exp(stays - larger) + Math.exp(leaves - larger));
}

/** The probability that a customer is active. In the model, no customer drops out before a repeat purchase. */
export function probabilityAlive({ r, alpha, a, b }: BgNbd, { x, tx, T }: PurchaseHistory): number {
  return x === 0 ? 1 : 1 / (1 + (a / (b + x - 1)) * Math.exp((r + x) * Math.log((alpha + T) / (alpha + tx))));
}

/** Expected purchases of a customer in the next `t` units of time, equation (10). */
export function expectedPurchases(model: BgNbd, history: PurchaseHistory, t: number): number {
  const { r, alpha, a, b } = model;
  const { x, T } = history;
  const ratio = (alpha + T) / (alpha + T + t);
  // Euler's transformation (Abramowitz and Stegun 15.3.3): the terms of its series are smaller for large b + x.
  const [c, z] = [a + b + x - 1, t / (alpha + T + t)];
  const f = Math.exp((c - r - x - (b + x)) * Math.log(1 - z)) * hypergeometric(c - r - x, c - b - x, c, z);
  const expected = ((a + b + x - 1) / (a - 1)) * (1 - Math.exp((r + x) * Math.log(ratio)) * f);
  return expected * probabilityAlive(model, history);
}

/**
 * Fits the parameters by maximum likelihood.
 *
 * @param weights  the number of customers with each history
 */
export function fitBgNbd(histories: readonly PurchaseHistory[], weights?: readonly number[]): BgNbd {
  const total = histories.reduce((sum, _, i) => sum + (weights?.[i] ?? 1), 0);
  const meanT = histories.reduce((sum, { T }, i) => sum + T * (weights?.[i] ?? 1), 0) / total;
  const minimum = minimize(
    (at) => {
      const model = toModel(at);
      return Object.values(model).some((parameter) => !(parameter > 1e-6 && parameter < 1e6))
        ? Infinity
        : -histories.reduce((sum, history, i) => sum + (weights?.[i] ?? 1) * logLikelihood(model, history), 0) / total;
    },
    [-1, Math.log(Math.max(meanT / 8, 0.1)), 0, 1],
  );
  return toModel(minimum.at);
}

/** The search uses logarithms, because parameters are positive. */
function toModel(at: readonly number[]): BgNbd {
  const [r = 1, alpha = 1, a = 1, b = 1] = at.map(Math.exp);
  return { r, alpha, a, b };
}
