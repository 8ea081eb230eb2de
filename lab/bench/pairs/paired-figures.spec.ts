import { describe, expect, it } from 'vitest';
import { compareFigures, countBeyondInterval, type Pair, readFigures } from './paired-figures.js';

const pairsOf = (ratios: readonly number[]): Pair[] =>
  ratios.map((ratio) => ({ base: { worker_cpu_ms: 200 }, head: { worker_cpu_ms: 200 * ratio } }));
const compared = (ratios: readonly number[], allowance = 0.03) =>
  compareFigures(pairsOf(ratios), allowance)['worker_cpu_ms'];

describe('compareFigures', () => {
  it('A 95 % interval of the median of ten pairs goes from the second to the ninth ratio', () => {
    const ratios = [1.09, 0.9, 1.01, 0.98, 1.02, 1, 0.97, 1.03, 0.99, 1.04];
    expect(compared(ratios)).toEqual({ base: 200, head: 201, ratio: 1.005, interval: [0.97, 1.04], isWithin: true });
  });

  it('A figure is not within its allowance when the upper end of the interval is beyond twice of it', () => {
    const ratios = [0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 1.08, 1.09];
    expect(compared(ratios)?.isWithin).toBe(false);
    expect(compared(ratios, 0.05)?.isWithin).toBe(true);
  });

  it('A figure is not within its allowance when the median is beyond it', () => {
    expect(compared(Array.from({ length: 10 }, () => 1.04))?.isWithin).toBe(false);
  });

  it('A figure that one of the runs does not have is left out', () => {
    const pairs = [{ base: { a_cpu_ms: 1, b_cpu_ms: 0 }, head: { a_cpu_ms: 1, b_cpu_ms: 2, c_cpu_ms: 3 } }];
    expect(Object.keys(compareFigures(pairs, 0.03))).toEqual(['a_cpu_ms']);
  });
});

describe('countBeyondInterval', () => {
  // The largest k with P(X <= k) <= 2.5 %, X binomial with n values and p = 1/2, by the binomial coefficients.
  it.each([
    [6, 0],
    [8, 0],
    [9, 1],
    [10, 1],
    [12, 2],
    [20, 5],
    [30, 9],
  ])('An interval of %i values leaves out %i at each end', (values, beyond) => {
    expect(countBeyondInterval(values)).toBe(beyond);
  });
});

describe('readFigures', () => {
  it('The figures are the costs of the last line, without those of the bare client', () => {
    const line = '{"bench":"send","worker_cpu_ms_per_1000":20,"bare_cpu_ms_per_1000":40,"ratio":0.5,"sent":100}';
    expect(readFigures(`registered\n${line}\n`)).toEqual({ worker_cpu_ms_per_1000: 20, ratio: 0.5 });
  });

  it('An output without a line of JSON is an error that shows it', () => {
    expect(() => readFigures('connection refused')).toThrow('connection refused');
  });
});
