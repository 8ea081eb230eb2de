// Seconds that each test file took in a run of everything (test/durations.json), on the reference machine of `bench machine`.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The list has no file that takes less. */
export const LEAST_SECONDS = 2;

/** @returns {(path: string) => number} the seconds of a file; short and new ones take a second */
export function readDurations(path = join(ROOT, 'test', 'durations.json')) {
  const known = JSON.parse(readFileSync(path, 'utf8'));
  return (file) => known[file] ?? LEAST_SECONDS / 2;
}
