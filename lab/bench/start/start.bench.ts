import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { withBenchDatabase } from '../support/bench-database.js';
import { percentile, round2 } from '../support/measurements.js';
import { MeasuredCheckout, type StartCost, type Subject, SUBJECTS } from './measured-checkout.js';
import { readOptions } from './start-options.js';

/**
 * `npm run bench -- start`: CPU time (user and system, of the process and its children) and time until ready of each
 * server process and of some verbs, with a compile cache that an earlier start filled (warm) and with an empty one
 * (cold). Medians of `--rounds`. With `--base DIR` another built checkout is measured in turns with this one, and
 * the ratios are medians of the ratios of the pairs.
 */
const { folders, rounds } = readOptions(process.argv.slice(2), resolve('.'));
const CACHES = ['warm', 'cold'] as const;

await withCheckouts(folders, [], async (checkouts) => {
  for (const checkout of checkouts) {
    for (const subject of SUBJECTS) {
      await checkout.measure(subject, 'warm');
    }
  }
  const figures: Record<string, number> = {};
  for (const cache of CACHES) {
    for (const subject of SUBJECTS) {
      const costs = await measureInTurns(checkouts, subject, cache);
      const measured = toFigures(cache === 'warm' ? subject : `${subject}_cold`, costs);
      console.log(JSON.stringify({ load: loadavg()[0], ...measured }));
      Object.assign(figures, measured);
    }
  }
  console.log(JSON.stringify({ bench: 'start', rounds, node: process.version, ...figures }));
});

/** Opens the checkouts, each with a database server of its own. */
async function withCheckouts(
  [folder, ...others]: readonly string[],
  opened: readonly MeasuredCheckout[],
  work: (checkouts: readonly MeasuredCheckout[]) => Promise<void>,
): Promise<void> {
  if (folder === undefined) {
    return work(opened);
  }
  await withBenchDatabase(async (database) => {
    const checkout = await MeasuredCheckout.open(folder, database);
    try {
      await withCheckouts(others, [...opened, checkout], work);
    } finally {
      await checkout.close();
    }
  });
}

/** @returns the costs of each checkout, in the order of the rounds; every second round goes the other way around */
async function measureInTurns(
  checkouts: readonly MeasuredCheckout[],
  subject: Subject,
  cache: (typeof CACHES)[number],
): Promise<StartCost[][]> {
  const costs: StartCost[][] = checkouts.map(() => []);
  for (let round = 0; round < rounds; round++) {
    const order = [...checkouts.entries()];
    for (const [index, checkout] of round % 2 === 0 ? order : order.toReversed()) {
      costs[index]?.push(await checkout.measure(subject, cache));
    }
  }
  return costs;
}

/** @param costs  of the base, if there is one, and of this checkout */
function toFigures(name: string, costs: readonly StartCost[][]): Record<string, number> {
  const own = costs.at(-1) ?? [];
  const base = costs.length > 1 ? (costs[0] ?? []) : undefined;
  return Object.fromEntries(
    (['cpu', 'wall'] as const).flatMap((kind) => [
      [
        `${name}_${kind}_ms`,
        percentile(
          own.map((cost) => cost[kind]),
          0.5,
        ),
      ],
      ...(base === undefined
        ? []
        : [
            [
              `${name}_${kind}_base_ms`,
              percentile(
                base.map((cost) => cost[kind]),
                0.5,
              ),
            ],
            [
              `${name}_${kind}_ratio`,
              round2(
                percentile(
                  own.map((cost, round) => cost[kind] / (base[round]?.[kind] ?? NaN)),
                  0.5,
                ),
              ),
            ],
          ]),
    ]),
  );
}
