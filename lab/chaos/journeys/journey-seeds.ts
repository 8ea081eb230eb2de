import { seeded } from '../../../test/support/rooms/seeded-random.js';
import { journeysFaults, type JourneysFigures, missedAims } from './journeys-run.js';

/** Columns of the table, by the name of the figure. */
const COLUMNS = {
  kills: 'kills',
  open_many: 'many open',
  carts: 'carts',
  receipts: 'receipts',
  lost: 'lost',
  duplicates_unlisted: 'doubled',
  twice: 'twice',
  in_doubt: 'in doubt',
  reminded_after_purchase: 'reminded',
  inside_quiet: 'in quiet',
  over_cap: 'over cap',
  under_cap: 'under cap',
  stale: 'stale',
  seconds: 'seconds',
} as const;
type Column = keyof typeof COLUMNS;

/** Reads `7,8,9`, or makes three seeds that follow from 7 for `7x3`. @throws Error for another text */
export function readSeeds(text: string): number[] {
  const [, from, count] = /^(\d+)x(\d+)$/.exec(text) ?? [];
  if (from !== undefined && count !== undefined) {
    const random = seeded(Number(from));
    return Array.from({ length: Number(count) }, () => Math.floor(random() * 1_000_000));
  }
  const seeds = text.split(',').map(Number);
  if (seeds.some((seed) => !Number.isInteger(seed) || seed < 0)) {
    throw new Error('--seeds is a list, such as 7,8,9, or 7x3 for three seeds that follow from 7');
  }
  return seeds;
}

/**
 * Runs journeys under kills once for each seed, each time with a new product, while there is time, and prints a table.
 *
 * @param maxMs  of all runs together; a run gets an equal share of what is left
 * @returns faults
 */
export async function runSeeds(
  seeds: readonly number[],
  maxMs: number,
  run: (seed: number, ownMs: number) => Promise<JourneysFigures>,
  log: (line: string) => void,
): Promise<string[]> {
  const started = performance.now();
  const rows: [string, Record<Column, number>][] = [];
  const faults: string[] = [];
  for (const [index, seed] of seeds.entries()) {
    const leftMs = maxMs - (performance.now() - started);
    if (leftMs <= 0) {
      faults.push(`no time for the seeds ${seeds.slice(index).join()}`);
      break;
    }
    const figures = await run(seed, leftMs / (seeds.length - index));
    rows.push([String(seed), figures]);
    faults.push(...[...journeysFaults(figures), ...missedAims(figures)].map((fault) => `seed ${seed}: ${fault}`));
  }
  const names = Object.keys(COLUMNS) as Column[];
  const sums = Object.fromEntries(
    names.map((name) => [name, rows.reduce((sum, [, figures]) => sum + figures[name], 0)]),
  ) as Record<Column, number>;
  log(`| seed | ${names.map((name) => COLUMNS[name]).join(' | ')} |`);
  log(`| ---: |${names.map(() => ' ---: |').join('')}`);
  for (const [seed, figures] of [...rows, ['together', sums] as const]) {
    log(`| ${seed} | ${names.map((name) => figures[name]).join(' | ')} |`);
  }
  return sums.open_many * 2 < sums.kills
    ? [...faults, `${sums.open_many} of ${sums.kills} kills met work of many people; more --users make it larger`]
    : faults;
}
