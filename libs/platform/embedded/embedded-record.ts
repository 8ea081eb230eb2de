import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
 * access to it; then in a system folder.
 */
export async function ensureRecord(home: string, account: Account, temporary: boolean): Promise<EmbeddedRecord> {
  try {
    await mkdir(join(home, 'postgres'), { recursive: true, mode: 0o755 });
    const existing = await readRecord(home);
    if (existing !== null) {
      await rejectCopiedHome(existing, home);
      await mkdir(existing.base, { recursive: true });
      return existing;
    }
    const inside = join(home, 'postgres');
    const base = (await canEnter(account, inside))
      ? inside
      : join(systemFolder(temporary), createHash('sha256').update(home).digest('hex').slice(0, 16));
    await mkdir(base, { recursive: true, mode: 0o755 });
    const record: EmbeddedRecord = { home, base, password: randomBytes(24).toString('hex') };
    await writeFile(recordPath(home), `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
    return record;
  } catch (error) {
    throw explainFileError(error, home);
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

/** URL of a database on the embedded server. */
export function databaseUrl(record: EmbeddedRecord, port: number, database: string): string {
  return `postgres://herald:${record.password}@127.0.0.1:${port}/${database}`;
}
