import { readFile, writeFile } from 'node:fs/promises';
import { round2 } from '../support/measurements.js';
import { plot } from './growth-plot.js';

/**
 * `npm run bench -- growth-report FILE…`: what `growth` printed at several sizes, a file each, as a table on the screen and as
 * `docs/images/growth.svg`.
 */
const PICTURE = 'docs/images/growth.svg';

type Figures = Record<string, number>;

const ROWS: [name: string, value: (figures: Figures) => number][] = [
  ['a write of 1,000 users, gateway: CPU ms', (f) => of(f, 'write_gateway_cpu_ms_per_1000')],
  ['the same, Postgres: CPU ms', (f) => of(f, 'write_postgres_cpu_ms_per_1000')],
  ['the same, index: CPU ms', (f) => of(f, 'write_index_cpu_ms_per_1000')],
  ['share of updates that no index notices (HOT)', (f) => of(f, 'write_hot_share')],
  ['a count, different questions: p50 ms', (f) => of(f, 'count_p50_ms')],
  ['the same: p99 ms', (f) => of(f, 'count_p99_ms')],
  ['the same: CPU ms', (f) => of(f, 'count_cpu_ms')],
  ['a count of 1,000 users: p50 ms', (f) => of(f, 'count_narrow_p50_ms')],
  ['the same: p99 ms', (f) => of(f, 'count_narrow_p99_ms')],
  ['the same: CPU ms', (f) => of(f, 'count_narrow_cpu_ms')],
  ['a segment of 30 %: CPU ms', (f) => of(f, 'segment_broad_cpu_ms')],
  ['a segment of 1,000 users: CPU ms', (f) => of(f, 'segment_narrow_cpu_ms')],
  ['a segment of behaviour: CPU ms', (f) => of(f, 'segment_behaviour_cpu_ms')],
  ['a launch to 1,000 users: s', (f) => of(f, 'launch_narrow_s')],
  ['the same: CPU ms', (f) => of(f, 'launch_narrow_cpu_ms')],
  ['a launch to 30 %: s', (f) => of(f, 'launch_broad_s')],
  ['the same: CPU ms', (f) => of(f, 'launch_broad_cpu_ms')],
  ['the same: CPU ms per 1,000 recipients', (f) => of(f, 'launch_broad_cpu_ms_per_1000')],
  ['nothing to do: CPU ms a second', (f) => of(f, 'idle_cpu_ms_per_s')],
  ['memory of the gateway, MB', (f) => of(f, 'gateway_rss_mb')],
  ['memory of the scheduler, MB', (f) => of(f, 'scheduler_rss_mb')],
  ['memory of the worker, MB', (f) => of(f, 'worker_rss_mb')],
];

/** @property key  under which the last line says how many times as much it is at the largest size as at the smallest */
const CURVES: { name: string; key: string; value(figures: Figures): number }[] = [
  { name: 'launch to 30 % of the users', key: 'launch_broad', value: (f) => of(f, 'launch_broad_cpu_ms') },
  { name: 'segment of behaviour', key: 'segment_behaviour', value: (f) => of(f, 'segment_behaviour_cpu_ms') },
  { name: 'segment of 30 % of the users', key: 'segment_broad', value: (f) => of(f, 'segment_broad_cpu_ms') },
  { name: 'launch to 1,000 users', key: 'launch_narrow', value: (f) => of(f, 'launch_narrow_cpu_ms') },
  { name: 'write of 1,000 users', key: 'write', value: writeCpu },
  { name: 'count, different questions', key: 'count', value: (f) => of(f, 'count_cpu_ms') },
  { name: 'count of 1,000 users', key: 'count_narrow', value: (f) => of(f, 'count_narrow_cpu_ms') },
];
/**
 * Values below one tick of the system's clock over many runs cannot be distinguished from it, and a logarithm needs
 * one.
 */
const LEAST_MS = 0.1;

const runs = (await Promise.all(process.argv.slice(2).map(readRun))).toSorted(
  (a, b) => of(a, 'users') - of(b, 'users'),
);
const sizes = runs.map((run) => of(run, 'users'));
if (new Set(sizes).size < 2 || new Set(sizes).size < sizes.length) {
  throw new Error('Usage: bench growth-report FILE FILE …, each with what `bench growth` printed at another size');
}
console.log(`| what | ${sizes.map((size) => `${size.toLocaleString('en')} users`).join(' | ')} |`);
console.log(`| --- |${' --- |'.repeat(sizes.length)}`);
for (const [name, value] of ROWS) {
  console.log(`| ${name} | ${runs.map((run) => value(run).toLocaleString('en')).join(' | ')} |`);
}
const curves = CURVES.map(({ name, key, value }) => ({
  name,
  key,
  values: runs.map((run) => Math.max(LEAST_MS, value(run))),
}));
await writeFile(
  PICTURE,
  plot('What grows with the users, and what does not', 'CPU milliseconds of all processes', sizes, curves),
);
const growth = curves.map(({ key, values }) => [`${key}_cpu_ratio`, round2((values.at(-1) ?? 1) / (values[0] ?? 1))]);
console.log(
  JSON.stringify({ bench: 'growth-report', picture: PICTURE, sizes: sizes.join(','), ...Object.fromEntries(growth) }),
);

/** The last line that is an object, as `growth` prints it at its end. */
async function readRun(file: string): Promise<Figures> {
  const last = (await readFile(file, 'utf8')).split('\n').findLast((line) => line.startsWith('{'));
  return JSON.parse(last ?? '{}') as Figures;
}

function of(figures: Figures, name: string): number {
  const value = figures[name];
  if (value === undefined) {
    throw new Error(`A file has no ${name}: its run did not end`);
  }
  return value;
}

function writeCpu(figures: Figures): number {
  const parts = ['gateway', 'postgres', 'index'].map((part) => of(figures, `write_${part}_cpu_ms_per_1000`));
  return round2(parts.reduce((sum, part) => sum + part, 0));
}
