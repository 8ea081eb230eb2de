import { round2 } from '../support/measurements.js';

/** Numbers of the last line of a benchmark, by name. */
export type Figures = Readonly<Record<string, number>>;

/** One run of each checkout, one after the other. */
export interface Pair {
  base: Figures;
  head: Figures;
}

/**
 * A figure in all pairs.
 *
 * @property ratio     the median of `head / base`
 * @property interval  the ends of a 95 % interval of that median
 * @property isWithin  the ratio is at most 1 + the allowance, and the upper end at most 1 + twice the allowance
 */
export interface PairedFigure {
  base: number;
  head: number;
  ratio: number;
  interval: readonly [number, number];
  isWithin: boolean;
}

/** With fewer pairs the whole range of ratios is less than a 95 % interval. */
export const LEAST_PAIRS = 6;

/** Benchmarks print CPU times of pieces of work under names with `cpu`, and costs against a bare client as a `ratio`. */
const COMPARED = /cpu|ratio/;
/** Figures of the measurement itself, which are no cost of the product. */
const NOT_COMPARED = /^bare_|^reference_|^cpus$/;

/** @returns the compared numbers of the last line that is one JSON object; @throws Error without such a line */
export function readFigures(output: string): Figures {
  const line = output.trim().split('\n').at(-1) ?? '';
  if (!line.startsWith('{')) {
    throw new Error(`The benchmark did not end with a line of JSON:\n${output.slice(-2000)}`);
  }
  const parsed: Record<string, unknown> = JSON.parse(line);
  return Object.fromEntries(
    Object.entries(parsed).filter(
      (entry): entry is [string, number] =>
        typeof entry[1] === 'number' && COMPARED.test(entry[0]) && !NOT_COMPARED.test(entry[0]),
    ),
  );
}

/**
 * Compares figures that all runs have, pair by pair.
 *
 * @param allowance  a share: 0.03 for "within 3 %"
 */
export function compareFigures(pairs: readonly Pair[], allowance: number): Record<string, PairedFigure> {
  const runs = pairs.flatMap(({ base, head }) => [base, head]);
  const names = Object.keys(runs[0] ?? {}).filter((name) => runs.every((run) => (run[name] ?? 0) > 0));
  return Object.fromEntries(names.map((name) => [name, compareFigure(pairs, name, allowance)]));
}

function compareFigure(pairs: readonly Pair[], name: string, allowance: number): PairedFigure {
  const ratios = pairs.map(({ base, head }) => (head[name] ?? 0) / (base[name] ?? 1)).toSorted((a, b) => a - b);
  const beyond = countBeyondInterval(ratios.length);
  const [low, high] = [ratios[beyond] ?? 0, ratios[ratios.length - 1 - beyond] ?? 0];
  const ratio = median(ratios);
  return {
    base: round2(median(pairs.map(({ base }) => base[name] ?? 0))),
    head: round2(median(pairs.map(({ head }) => head[name] ?? 0))),
    ratio: round3(ratio),
    interval: [round3(low), round3(high)],
    isWithin: ratio <= 1 + allowance && high <= 1 + 2 * allowance,
  };
}

/**
 * Counts the sorted values at each end that a 95 % interval of the median leaves out. The number of values below the true
 * median has a binomial distribution, whatever the distribution of the values. Ten values leave out one at each end.
 */
export function countBeyondInterval(values: number): number {
  let [beyond, term] = [0, 0.5 ** values];
  for (let tail = term; tail <= 0.025; tail += term) {
    beyond += 1;
    term *= (values - beyond + 1) / beyond;
  }
  return Math.max(0, beyond - 1);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

function round3(value: number): number {
  return Math.round(value * 1000) / 1000;
}
