import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { OperatorError } from '#platform/embedded';
import { ROOT } from '../../runtime/root.js';
import type { RunVerb } from '../../runtime/verb.js';

const BENCH_FOLDER = join(ROOT, 'dist/lab/bench');
const SUFFIX = '.bench.js';

export const bench: RunVerb = async ({ positionals: [name, ...rest] }) => {
  const files = await readdir(BENCH_FOLDER, { recursive: true }).catch((): string[] => []);
  const benches = new Map(
    files.filter((file) => file.endsWith(SUFFIX)).map((file) => [basename(file, SUFFIX), join(BENCH_FOLDER, file)]),
  );
  const entry = benches.get(name ?? '');
  if (entry === undefined) {
    throw new OperatorError(
      `Usage: npm run bench -- NAME [options] (or herald bench NAME), where NAME is one of: ${[...benches.keys()].sort().join(', ')}.`,
    );
  }
  return runProgram(entry, rest);
};

export const chaos: RunVerb = async ({ positionals }) => {
  return runProgram(join(ROOT, 'dist/lab/chaos/main.js'), positionals);
};

/** Runs a built program with the same Node and terminal. */
async function runProgram(entry: string, args: string[]): Promise<number> {
  const child = spawn(process.execPath, [entry, ...args], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => child.kill(signal));
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
