import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface StartOptions {
  /** The checkouts under measurement, this one last. */
  folders: string[];
  rounds: number;
}

/** @throws Error for an option that does not fit, or a checkout that is not built */
export function readOptions(args: string[], folder: string): StartOptions {
  const { values } = parseArgs({
    args,
    options: { base: { type: 'string' }, rounds: { type: 'string', default: '5' } },
  });
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) {
    throw new Error('Usage: bench start [--base DIR] [--rounds 5]');
  }
  const folders = [...(values.base === undefined ? [] : [resolve(values.base)]), folder];
  const unbuilt = folders.find((checkout) => !existsSync(join(checkout, 'dist/apps/cli/main.js')));
  if (unbuilt !== undefined) {
    throw new Error(`${unbuilt} is not built; run "npm run build" there first`);
  }
  return { folders, rounds };
}
