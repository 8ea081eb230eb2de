import { minimize } from './nelder-mead.js';
import { hypergeometric, logGamma } from './special-functions.js';

/**
 * What is known of a customer's purchases, in any one unit of time.
 *
 * @property x   repeat purchases: all but the first
 * @property tx  when the last one was, since the first; 0 without a repeat purchase
 * @property T   how long ago the first one was
 */
export interface PurchaseHistory {
  x: number;
  tx: number;
  T: number;
}

/** Parameters of the BG/NBD model: purchase rates vary by a gamma (r, alpha), the chance to leave by a beta (a, b). */
export interface BgNbd {
  r: number;
  alpha: number;
  a: number;
  b: number;
}

/**
 * The BG/NBD model of Fader, Hardie and Lee, "Counting Your Customers" the Easy Way: An Alternative to the Pareto/NBD
 * Model, Marketing Science 24 (2), 2005. While a customer is there, purchases come at a rate of their own; after each one
 * the customer leaves for good with a chance of their own. The equations are numbered as there.
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

/** The chance that a customer is still there. The model has nobody leave before a repeat purchase. */
export function probabilityAlive({ r, alpha, a, b }: BgNbd, { x, tx, T }: PurchaseHistory): number {
  return x === 0 ? 1 : 1 / (1 + (a / (b + x - 1)) * Math.exp((r + x) * Math.log((alpha + T) / (alpha + tx))));
}

/** Purchases that a customer is expected to make in the `t` units of time to come, equation (10). */
export function expectedPurchases(model: BgNbd, history: PurchaseHistory, t: number): number {
  const { r, alpha, a, b } = model;
  const { x, T } = history;
  const ratio = (alpha + T) / (alpha + T + t);
  // Euler's transformation (Abramowitz and Stegun 15.3.3): its series has smaller terms where b + x is large.
  const [c, z] = [a + b + x - 1, t / (alpha + T + t)];
  const f = Math.exp((c - r - x - (b + x)) * Math.log(1 - z)) * hypergeometric(c - r - x, c - b - x, c, z);
  const expected = ((a + b + x - 1) / (a - 1)) * (1 - Math.exp((r + x) * Math.log(ratio)) * f);
  return expected * probabilityAlive(model, history);
}

/** Finds the parameters by maximum likelihood. @param weights  how many customers have each history */
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

/** The search is among logarithms: parameters are positive. */
function toModel(at: readonly number[]): BgNbd {
  const [r = 1, alpha = 1, a = 1, b = 1] = at.map(Math.exp);
  return { r, alpha, a, b };
}
