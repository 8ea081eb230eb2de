import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';

/** The built command line. */
export const HERALD = resolve('dist/apps/cli/main.js');

export interface Ran {
  code: number | null;
  out: string;
  err: string;
}

/** The built command line on a database, with a home of its own. */
export interface HeraldVerbs {
  folder: string;
  herald(...args: string[]): Promise<Ran>;
  /** Runs a verb with `--json`: nothing but one document on the standard output. */
  json<T = Record<string, unknown>>(...args: string[]): Promise<T>;
  close(): Promise<void>;
}

/** @param readUrl  of the database, asked at each call */
export async function openHeraldVerbs(readUrl: () => string): Promise<HeraldVerbs> {
  const folder = await mkdtemp(join(tmpdir(), 'herald-cli-'));
  const herald = async (...args: string[]): Promise<Ran> => {
    const child = spawn(process.execPath, [HERALD, ...args], {
      env: {
        PATH: process.env['PATH'],
        HERALD_HOME: folder,
        DATABASE_URL: readUrl(),
        MASTER_KEY: 'x'.repeat(32),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ran: Ran = { code: null, out: '', err: '' };
    child.stdout.on('data', (chunk: Buffer) => (ran.out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (ran.err += chunk.toString()));
    [ran.code] = (await once(child, 'close')) as [number | null];
    return ran;
  };
  return {
    folder,
    herald,
    async json<T>(...args: string[]): Promise<T> {
      const { out, err } = await herald(...args, '--json');
      expect(err).toBe('');
      return JSON.parse(out) as T;
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
