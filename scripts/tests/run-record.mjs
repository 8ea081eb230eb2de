// Keeps what a run took: a line in a log, and the times of every file for npm run test:times.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../setup.mjs';

/** Times of the last run of everything; not committed. */
const TIMES = join(ROOT, 'node_modules', '.cache', 'herald', 'test-times.json');
const HEAD = 'date                      commit    seconds  cpu_seconds  passed  failed  unsteady';

/** Appends a line about a run to a log, under a heading where the file is new. */
export function appendLog(file, { seconds, cpu, passed, failed, unsteady }) {
  if (!existsSync(file)) {
    appendFileSync(file, `${HEAD}\n`);
  }
  const commit = spawnSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).stdout.trim();
  const cells = [
    new Date().toISOString().padEnd(24),
    commit.padEnd(8),
    seconds.toFixed(0).padStart(7),
    cpu.toFixed(0).padStart(11),
    String(passed).padStart(6),
    String(failed).padStart(6),
    String(unsteady.length).padStart(8),
  ];
  appendFileSync(file, `${cells.join('  ')}\n`);
}

/** @param {import('./second-look.mjs').Results} results */
export function writeTimes({ files }) {
  mkdirSync(dirname(TIMES), { recursive: true });
  writeFileSync(TIMES, JSON.stringify(files.map(({ path, kind, times }) => ({ path, kind, times }))));
}

/** @returns {{ path: string, kind: string, times: Record<string, number> }[]} milliseconds by part; empty before the first run */
export function readTimes() {
  return existsSync(TIMES) ? JSON.parse(readFileSync(TIMES, 'utf8')) : [];
}
