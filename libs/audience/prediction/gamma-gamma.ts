import { minimize } from './nelder-mead.js';
import { logGamma } from './special-functions.js';

/**
 * The spending of a customer.
 *
 * @property x     repeat purchases with a known value; more than 0
 * @property mean  average value of one, above 0
 */
export interface Spending {
  x: number;
  mean: number;
}

/** Parameters of the gamma-gamma model. */
export interface GammaGamma {
  p: number;
  q: number;
  gamma: number;
}

/**
 * The gamma-gamma model of monetary value: Fader and Hardie, The Gamma-Gamma Model of Monetary Value, 2013
 * (brucehardie.com/notes/025). Purchase values vary around an individual mean, independently of their frequency.
 */

/** The logarithm of the likelihood of a customer's average, equation (1a). */
export function logLikelihoodOfSpending({ p, q, gamma }: GammaGamma, { x, mean }: Spending): number {
  return (
    logGamma(p * x + q) -
    logGamma(p * x) -
    logGamma(q) +
    q * Math.log(gamma) +
    (p * x - 1) * Math.log(mean) +
    p * x * Math.log(x) -
    (p * x + q) * Math.log(gamma + x * mean)
  );
}

/** Expected value of one purchase of a customer, equation (5); without a repeat purchase, the mean of all customers. */
export function expectedValue({ p, q, gamma }: GammaGamma, { x, mean }: Spending): number {
  return (p * (gamma + x * mean)) / (p * x + q - 1);
}

/** Fits the parameters by maximum likelihood. */
export function fitGammaGamma(spendings: readonly Spending[]): GammaGamma {
  const mean = spendings.reduce((sum, spending) => sum + spending.mean, 0) / Math.max(1, spendings.length);
  const minimum = minimize(
    (at) => {
      const model = toModel(at);
      // With q up to 1, the mean over all customers is infinite.
      return model.q <= 1.001 || Object.values(model).some((parameter) => !(parameter > 1e-6 && parameter < 1e7))
        ? Infinity
        : -spendings.reduce((sum, spending) => sum + logLikelihoodOfSpending(model, spending), 0) / spendings.length;
    },
    [1, 1.2, Math.log(Math.max(mean, 0.01))],
  );
  return toModel(minimum.at);
}

function toModel(at: readonly number[]): GammaGamma {
  const [p = 1, q = 1, gamma = 1] = at.map(Math.exp);
  return { p, q, gamma };
}
