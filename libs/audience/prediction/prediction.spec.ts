import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { expectedPurchases, fitBgNbd, logLikelihood, probabilityAlive } from './bg-nbd.js';
import { expectedValue, fitGammaGamma } from './gamma-gamma.js';
import { hypergeometric, logGamma } from './special-functions.js';

/**
 * The CDNOW customers that the papers fit their models to: 2357 people who bought first in early 1997, followed for 39
 * weeks (Fader and Hardie; weeks and dollars). zbar: average value of repeat purchases.
 */
const customers = readFileSync(new URL('../../../test/data/cdnow-summary.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [x = 0, tx = 0, T = 0, zbar = 0] = line.split(',').map(Number);
    return { x, tx, T, zbar };
  });
/** Table 2 of Fader, Hardie and Lee 2005. */
const PUBLISHED = { r: 0.243, alpha: 4.414, a: 0.793, b: 2.426 };
/** Fader and Hardie 2013, section 4. */
const PUBLISHED_VALUE = { p: 6.25, q: 3.74, gamma: 15.44 };

describe('BG/NBD model', () => {
  it('The BG/NBD model has the published likelihood for the CDNOW customers', () => {
    const total = customers.reduce((sum, customer) => sum + logLikelihood(PUBLISHED, customer), 0);
    expect(total).toBeCloseTo(-9582.4, 0);
  });

  it('The BG/NBD fit returns the published parameters', () => {
    const fitted = fitBgNbd(customers);
    expect(fitted.r).toBeCloseTo(PUBLISHED.r, 2);
    expect(fitted.alpha).toBeCloseTo(PUBLISHED.alpha, 1);
    expect(fitted.a).toBeCloseTo(PUBLISHED.a, 1);
    expect(fitted.b).toBeCloseTo(PUBLISHED.b, 1);
  });

  it('The BG/NBD model predicts the published 1.226 purchases in 39 weeks after two repeat purchases', () => {
    expect(expectedPurchases(PUBLISHED, { x: 2, tx: 30.43, T: 38.86 }, 39)).toBeCloseTo(1.226, 3);
  });

  it('The BG/NBD model gives probability 1 without a repeat purchase, and less after a longer absence', () => {
    expect(probabilityAlive(PUBLISHED, { x: 0, tx: 0, T: 39 })).toBe(1);
    const [soon = 0, late = 0] = [38, 10].map((tx) => probabilityAlive(PUBLISHED, { x: 8, tx, T: 39 }));
    expect(late).toBeLessThan(0.01);
    expect(soon).toBeGreaterThan(0.9);
  });
});

describe('Gamma-gamma model', () => {
  it('The gamma-gamma fit returns the published parameters', () => {
    const fitted = fitGammaGamma(customers.flatMap(({ x, zbar }) => (x > 0 ? [{ x, mean: zbar }] : [])));
    expect(fitted.p).toBeCloseTo(PUBLISHED_VALUE.p, 1);
    expect(fitted.q).toBeCloseTo(PUBLISHED_VALUE.q, 1);
    expect(fitted.gamma).toBeCloseTo(PUBLISHED_VALUE.gamma, 0);
  });

  it('The gamma-gamma model predicts the published values of the first ten customers', () => {
    const published = [24.65, 18.91, 35.17, 35.17, 35.17, 71.46, 18.91, 35.17, 27.28, 35.17];
    for (const [index, value] of published.entries()) {
      const { x = 0, zbar = 0 } = customers[index] ?? {};
      expect(Math.abs(expectedValue(PUBLISHED_VALUE, { x, mean: zbar }) - value)).toBeLessThan(0.1);
    }
  });
});

describe('Special functions', () => {
  it('The special functions return the values of published tables', () => {
    expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.sqrt(Math.PI)), 12);
    expect(logGamma(11)).toBeCloseTo(Math.log(3_628_800), 11);
    expect(logGamma(1e-3)).toBeCloseTo(6.907178885383853, 10);
    expect(hypergeometric(1, 1, 2, 0.5)).toBeCloseTo(2 * Math.LN2, 10);
    expect(hypergeometric(2, 3, 3, 0.25)).toBeCloseTo(1 / 0.75 ** 2, 10);
  });
});
