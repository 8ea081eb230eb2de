import { execFile } from 'node:child_process';
import { chown, mkdir, readFile, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { spawnOptions, type Account } from './account.js';
import { program, type Binaries } from './binaries.js';
import type { EmbeddedRecord } from './embedded-record.js';
import { OperatorError, noSpace } from './operator-error.js';

const run = promisify(execFile);
const MB = 1024 * 1024;
/** A new cluster takes 40 MB, and its first WAL another 40. */
const MIN_SPACE_NEW = 200 * MB;
const MIN_SPACE_START = 64 * MB;

export const dataFolder = (record: EmbeddedRecord) => join(record.base, 'data');

/** Free bytes on the disk of a folder. */
export async function freeSpace(folder: string): Promise<number> {
  const disk = await statfs(folder);
  return disk.bavail * disk.bsize;
}

/**
 * Finds the owner of existing data: root starts them as that user.
 *
 * @throws OperatorError when another user owns them and this process is not root
 */
export async function findOwner(record: EmbeddedRecord, account: Account): Promise<Account> {
  const stats = await stat(dataFolder(record)).catch(() => null);
  const me = process.getuid?.();
  if (stats === null || me === undefined || stats.uid === me) {
    return account;
  }
  if (me === 0) {
    return { uid: stats.uid, gid: stats.gid };
  }
  throw new OperatorError(
    `The embedded database in ${dataFolder(record)} belongs to another user (id ${stats.uid}); start Herald as the user that made it, or set HERALD_HOME to another folder.`,
  );
}

/** Tests if the data folder of a record has data. */
export async function hasData(record: EmbeddedRecord): Promise<boolean> {
  const entries = await readdir(dataFolder(record)).catch(() => []);
  return entries.length > 0;
}

/** Ensures a cluster of the right version: creates a missing one and refuses a damaged one. */
export async function ensureCluster(
  record: EmbeddedRecord,
  binaries: Binaries,
  account: Account,
  ephemeral: boolean,
  log: (line: string) => void,
): Promise<void> {
  const data = dataFolder(record);
  const isNew = !(await hasData(record));
  if ((await freeSpace(record.base)) < (isNew ? MIN_SPACE_NEW : MIN_SPACE_START)) {
    throw noSpace(record.base);
  }
  if (isNew) {
    log('making the embedded database');
    await createCluster(record, binaries, account, ephemeral);
    return;
  }
  await checkVersion(data, binaries.major);
}

async function checkVersion(data: string, major: string): Promise<void> {
  const version = (await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (version === '') {
    throw damagedData(data, 'PG_VERSION is missing');
  }
  if (version !== major) {
    throw new OperatorError(
      `The data folder ${data} was made by Postgres ${version}, but this Herald brings Postgres ${major}; move it over with pg_dump, or set HERALD_HOME to a new folder.`,
    );
  }
}

export function damagedData(data: string, why: string): OperatorError {
  return new OperatorError(
    `The data folder ${data} is damaged (${why}); restore it from a backup, or move it away to start with an empty database.`,
  );
}

/**
 * Runs initdb in a draft folder and renames it, so that an interrupted run is never used. The builtin C.UTF-8 locale
 * sorts and folds alike on every machine.
 */
async function createCluster(
  record: EmbeddedRecord,
  binaries: Binaries,
  account: Account,
  ephemeral: boolean,
): Promise<void> {
  const draft = join(record.base, 'data.new');
  const passwordFile = join(record.base, 'password.new');
  await rm(draft, { recursive: true, force: true });
  await rm(passwordFile, { force: true });
  await mkdir(draft, { mode: 0o700 });
  await writeFile(passwordFile, record.password, { mode: 0o600 });
  if (account !== null) {
    await chown(draft, account.uid, account.gid);
    await chown(passwordFile, account.uid, account.gid);
  }
  const settings = [
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
  ];
  const access = ['--username=herald', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  try {
    await run(
      program(binaries, 'initdb'),
      ['-D', draft, ...settings, ...access, ...(ephemeral ? ['--no-sync'] : [])],
      spawnOptions(account),
    );
    await rm(dataFolder(record), { recursive: true, force: true });
    await rename(draft, dataFolder(record));
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw explainInitdb(error, record.base);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

function explainInitdb(error: unknown, base: string): unknown {
  const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
  if (/No space left on device|Disk quota exceeded/.test(stderr)) {
    return noSpace(base, error);
  }
  const line = stderr.split('\n').find((text) => /error|FATAL|PANIC/.test(text));
  return line === undefined
    ? error
    : new OperatorError(
        `The embedded database could not be made in ${base}: ${line.replace(/^initdb: (error: )?/, '').trim()}.`,
        { cause: error },
      );
}
