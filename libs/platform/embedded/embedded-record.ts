import { createHmac, randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { canEnter, type Account } from './account.js';
import { OperatorError, explainFileError } from './operator-error.js';

/** `postgres.json` of a home (mode 0600): location and password of the embedded database. */
export interface EmbeddedRecord {
  /** Home of the record. A copied folder must not use the database of the original. */
  home: string;
  /** Folder of `data`. */
  base: string;
  password: string;
}

/** Permission of every account to pass through a folder, without reading it. */
const PASS = 0o011;

const recordPath = (home: string) => join(home, 'postgres.json');

export async function readRecord(home: string): Promise<EmbeddedRecord | null> {
  try {
    return JSON.parse(await readFile(recordPath(home), 'utf8')) as EmbeddedRecord;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return null;
    }
    if (error instanceof SyntaxError) {
      throw new OperatorError(
        `${recordPath(home)} is damaged and with it the password of the embedded database is lost; restore it from a backup, or move ${home} away to start empty.`,
      );
    }
    throw explainFileError(error, recordPath(home));
  }
}

/**
 * The record of a home, created on the first start. Data are in the home, unless the account of the server has no
 * access to it; then in a system folder, under a name that goes with the record: a home that was removed and made again at
 * the same place begins again.
 */
export async function ensureRecord(home: string, account: Account, temporary: boolean): Promise<EmbeddedRecord> {
  try {
    await makePassable(join(home, 'postgres'));
    if (account !== null) {
      await chmod(home, (await stat(home)).mode | PASS);
    }
    const existing = await readRecord(home);
    if (existing !== null) {
      await rejectCopiedHome(existing, home);
      await makePassable(existing.base);
      return existing;
    }
    const inside = join(home, 'postgres');
    const base = (await canEnter(account, inside))
      ? inside
      : join(systemFolder(temporary), randomBytes(8).toString('hex'));
    await makePassable(base);
    const record: EmbeddedRecord = { home, base, password: randomBytes(24).toString('hex') };
    await writeFile(recordPath(home), `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
    return record;
  } catch (error) {
    throw explainFileError(error, home);
  }
}

/**
 * Creates a folder and those above it that other accounts may pass through but not list, whatever the umask: the
 * account of the server has its data below.
 */
export async function makePassable(folder: string): Promise<void> {
  const first = (await mkdir(folder, { recursive: true })) ?? `${folder}/`;
  for (let path = folder; path.length >= first.length; path = dirname(path)) {
    await chmod(path, 0o700 | PASS);
  }
}

/** A folder that every account can enter: for permanent data, or for those of a test. */
export function systemFolder(temporary: boolean): string {
  return temporary ? join(tmpdir(), 'herald-postgres') : '/var/lib/herald';
}

/** Removes the data of a temporary home. */
export async function removeRecord(record: EmbeddedRecord): Promise<void> {
  await rm(record.base, { recursive: true, force: true });
  await rm(recordPath(record.home), { force: true });
}

async function rejectCopiedHome(record: EmbeddedRecord, home: string): Promise<void> {
  if (record.home === home || record.base.startsWith(join(record.home, 'postgres'))) {
    record.base = record.home === home ? record.base : join(home, 'postgres');
    return;
  }
  const original = await readRecord(record.home).catch(() => null);
  if (original !== null) {
    throw new OperatorError(
      `${home} is a copy of ${record.home}, whose database lies in ${record.base}; remove ${recordPath(home)} to start with an empty one.`,
    );
  }
}

/** Role of the processes of Herald: it owns the database `herald`, and nothing else on the server. */
export const SERVICE_ROLE = 'herald_service';

/** Its password, from which that of the superuser does not follow. */
export function servicePassword(record: EmbeddedRecord): string {
  return createHmac('sha256', record.password).update(SERVICE_ROLE).digest('hex');
}

/** URL of the database `herald` for the processes of Herald. */
export function serviceUrl(record: EmbeddedRecord, port: number): string {
  return `postgres://${SERVICE_ROLE}:${servicePassword(record)}@127.0.0.1:${port}/herald`;
}

/** URL of a database on the embedded server for its superuser. */
export function databaseUrl(record: EmbeddedRecord, port: number, database: string): string {
  return `postgres://herald:${record.password}@127.0.0.1:${port}/${database}`;
}
